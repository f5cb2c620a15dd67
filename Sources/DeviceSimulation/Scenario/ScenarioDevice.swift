package import DeviceIdentifiers
import Documents
package import KeyManagement
import ProtectedNotifications
package import ProtectionModel
import SodiumCrypto

/// The device a scenario starts with.
package struct ScenarioDevice: Sendable {
    /// Nil for a device without a passcode, which locks nothing.
    package var passcode: String?
    /// Where the device stands when the clock starts.
    package var state: LockState
    /// The class of the root folder.
    package var rootProtection: ProtectionClass = .completeUntilFirstUserAuthentication
    /// What is decided when the device is made; the cost of its passcode is the least there is.
    package var settings = DeviceSettings()
    /// Whose device it is, as far as identifiers depend on it.
    package var identifiers = IdentifierSettings()
    /// The name of the time zone that its wall clock shows.
    package var timeZone = "UTC"
    /// Where keys, nonces and identifiers come from; equal seeds make equal devices.
    package var seed: UInt64 = 0

    /// The device of a scenario that says nothing about it but its passcode.
    package init(passcode: String? = nil) {
        self.passcode = passcode
        state = passcode == nil ? .unlocked : .beforeFirstUnlock
        settings.derivationCost = .minimum
    }
}

extension ScenarioDevice {
    /// Reads the `device` of a scenario.
    ///
    /// - Throws: `DocumentFault` at the first thing that is unknown, of the wrong type, or that no
    ///   device can be.
    init(_ node: DocumentNode) throws(DocumentFault) {
        var reader = try TextReader(node)
        self.init(passcode: try reader.optional("passcode", as: .newPasscode))
        if let grace = try reader.optional("grace", as: .duration) {
            settings.grace = grace
        }
        settings.autoLock = try reader.optional("auto-lock", as: .durationOrNever) ?? nil
        settings.inactivityReboot =
            try reader.optional("inactivity-reboot", as: .durationOrNever) ?? nil
        settings.userInactiveAfter =
            try reader.optional("user-inactive-after", as: .durationOrNever) ?? nil
        settings.maximumFailedAttempts =
            try reader.optional("max-failed-attempts", as: .attemptLimit) ?? nil
        if let delays = try reader.optional("delays", as: .delays) { settings.delays = delays }
        if let root = try reader.optional("root-class", as: .protection) { rootProtection = root }
        if let seed = try reader.optional("seed", as: .seed) { self.seed = seed }
        if let account = try reader.optional("account", as: .account) {
            identifiers.account = account
        }
        if let platform = try reader.optional("platform", as: .platform) {
            identifiers.platform = platform
        }
        if let rule = try reader.optional("vendor-rule", as: .vendorRule) {
            identifiers.vendorRule = rule
        }
        if let zone = try reader.optional("time-zone", as: .timeZone) { timeZone = zone }
        let state = try reader.optional("state", as: .lockState)
        let place = reader.location(of: "state")
        try reader.finish()
        if let state {
            try check(state, at: place)
            self.state = state
        }
    }

    private func check(_ state: LockState, at place: DocumentPlace) throws(DocumentFault) {
        switch state {
        case .off, .unlocked: break
        case .locking where settings.grace <= .zero:
            throw DocumentFault("a device without grace is never 'locking'", at: place)
        case .beforeFirstUnlock, .locking, .locked:
            guard passcode != nil else {
                throw DocumentFault(
                    "a device without a passcode is never '\(state.rawValue)'",
                    at: place
                )
            }
        }
    }
}

extension TextKind where Value == UInt32? {
    /// A number of attempts from 1, or `nil` for `none`.
    fileprivate static var attemptLimit: Self {
        Self { node throws(DocumentFault) in
            if try node.text() == "none" { return nil }
            guard let limit = UInt32(exactly: try node.integer()), limit > 0 else {
                throw node.expected("a number from 1 to \(UInt32.max)")
            }
            return limit
        }
    }
}

extension TextKind where Value == UInt64 {
    /// A whole number that is not negative.
    static var seed: Self {
        Self { node throws(DocumentFault) in
            guard let seed = UInt64(exactly: try node.integer()) else {
                throw node.expected("a whole number that is not negative")
            }
            return seed
        }
    }
}

extension TextKind where Value == String {
    /// The name of a time zone.
    fileprivate static var timeZone: Self {
        Self { node throws(DocumentFault) in
            let name = try node.text()
            var noon = CalendarMoment.Parts()
            noon.hour = 12
            do throws(ProtectionError) { _ = try CalendarMoment(noon, timeZone: name) } catch {
                throw DocumentFault(error.message, at: node.location)
            }
            return name
        }
    }
}

extension TextKind where Value == DelayTable {
    /// The name of a table of delays.
    fileprivate static var delays: Self {
        Self { node throws(DocumentFault) in
            guard let table = DelayTable(named: try node.text()) else {
                throw node.expected("classic, modern or none")
            }
            return table
        }
    }
}

extension TextKind where Value == DeviceAccount {
    fileprivate static var account: Self {
        Self { node throws(DocumentFault) in
            try node.word(
                "one of " + DeviceAccount.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
    }
}

extension TextKind where Value == DevicePlatform {
    fileprivate static var platform: Self {
        Self { node throws(DocumentFault) in
            try node.word(
                "one of " + DevicePlatform.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
    }
}

extension TextKind where Value == VendorRule {
    fileprivate static var vendorRule: Self {
        Self { node throws(DocumentFault) in try node.word("ios6 or ios7") }
    }
}
