package import ProtectionModel

/// When an item can be used, and whether it may leave the device; raw values are the platform's own
/// (`SecItemConstants.c`).
package enum Accessibility: String, Sendable, Hashable, NamedWord {
    case whenUnlocked = "ak"
    case afterFirstUnlock = "ck"
    case always = "dk"
    case whenUnlockedThisDeviceOnly = "aku"
    case afterFirstUnlockThisDeviceOnly = "cku"
    case alwaysThisDeviceOnly = "dku"
    case whenPasscodeSetThisDeviceOnly = "akpu"

    /// The class of files that has the same rule. (Apple Platform Security, "Keychain data
    /// protection".)
    package var protection: ProtectionClass {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: .complete
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly:
            .completeUntilFirstUserAuthentication
        case .always, .alwaysThisDeviceOnly: .none
        }
    }

    /// Whether the item stays behind when a backup is restored on another device.
    package var isThisDeviceOnly: Bool { rawValue.hasSuffix("u") }

    /// Whether the item lives no longer than the passcode.
    package var isBoundToPasscode: Bool { self == .whenPasscodeSetThisDeviceOnly }

    /// The word of the command line and of scenarios.
    package var name: String {
        switch self {
        case .whenUnlocked: "when-unlocked"
        case .afterFirstUnlock: "after-first-unlock"
        case .always: "always"
        case .whenUnlockedThisDeviceOnly: "when-unlocked-this-device-only"
        case .afterFirstUnlockThisDeviceOnly: "after-first-unlock-this-device-only"
        case .alwaysThisDeviceOnly: "always-this-device-only"
        case .whenPasscodeSetThisDeviceOnly: "when-passcode-set-this-device-only"
        }
    }
}

/// When an item can be used, and what a person is asked first.
package struct ItemAccess: Sendable, Hashable {
    package let accessibility: Accessibility
    /// The flags of `SecAccessControlCreateWithFlags`; 0 for no question.
    package let flags: UInt64

    /// Names a rule; without flags nobody is asked.
    package init(_ accessibility: Accessibility, flags: UInt64 = 0) {
        self.accessibility = accessibility
        self.flags = flags
    }
}
