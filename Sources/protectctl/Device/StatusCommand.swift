import ArgumentParser
import FoundationEssentials
import KeyAgent
import KeyManagement
import ProtectionModel
import SessionWatching
import SodiumCrypto
import Documents

/// Implements `protectctl status`.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of the device; never boots it."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let device = try DeviceReport(global)
        let (status, place) = (device.status, device.place)
        // A device of which only the agent knows the key is shown all the same.
        let slots = try? KeySlots(global, patience: PINReport.patience).all
        let pin = slots.flatMap(PINReport.init)
        if global.json {
            try global.console.document(StatusDocument(status, place, pin))
        } else {
            for line in lines(status, place, pin) { try global.console.data(line) }
        }
    }

    private func lines(
        _ status: AgentStatus,
        _ place: DevicePlace,
        _ pin: PINReport?
    ) -> [String] {
        let device = status.device
        let console = global.console
        var table = Table([.left, .left])
        table.add(["state", device.state.rawValue])
        table.add(["passcode", device.hasPasscode ? "set" : "none"])
        if let pin { table.add(["PIN", "\(pin.name.printable): \(pin.words)"]) }
        let isOn = device.state != .off
        if isOn {
            table.add([
                "protected data", device.isProtectedDataAvailable ? "available" : "unavailable",
            ])
        }
        if device.failedAttempts > 0 { table.add(["wrong passcodes", "\(device.failedAttempts)"]) }
        if let wait = device.retryAfter {
            table.add(["next guess in", WaitText.format(wait)])
        }
        if let grace = device.graceEndsIn {
            table.add(["grace ends in", WaitText.format(grace)])
        }
        if isOn { addKeys(status, to: &table) }
        addPlace(place, to: &table)
        addSettings(status.settings, to: &table)
        if let session = status.session { addSession(session, to: &table) }
        addPrograms(status, to: &table)
        return table.lines { column, text in
            guard column == 1 else { return console.paint(text, .dim) }
            switch text {
            case "readable", "available": return console.paint(text, .good)
            case "locked" where device.state != .locked, "unavailable":
                return console.paint(text, .bad)
            default: return text
            }
        }
    }

    private func addPlace(_ place: DevicePlace, to table: inout Table) {
        table.add(["device", place.directory])
        table.add(["device id", place.id.description])
        guard let key = place.key else { return }
        table.add(["device key", key])
        table.add(["key source", place.chip.map { "TPM \($0)" } ?? "file"])
        table.add(["older copies", place.chip == nil ? "not noticed" : "refused"])
    }

    private func addSettings(_ settings: DeviceSettings, to table: inout Table) {
        func time(_ duration: Duration?) -> String { duration.map(DurationText.format) ?? "never" }
        let limit = settings.maximumFailedAttempts.map { "after \($0) wrong passcodes" }
        for row in [
            ["grace", time(settings.grace)], ["locks when idle", time(settings.autoLock)],
            ["restarts when locked", time(settings.inactivityReboot)],
            ["user inactive after", time(settings.userInactiveAfter)],
            ["erases itself", limit ?? "never"], ["delays", settings.delays.word],
            ["cost of a guess", DerivationCost.word(for: settings.derivationCost)],
            ["cipher", settings.suite.word],
        ] { table.add(row) }
    }

    private func addSession(_ session: SessionReport, to table: inout Table) {
        let sources = session.followed.map { followed in
            followed.standing == .followed
                ? followed.source.rawValue
                : "\(followed.source.rawValue) (\(followed.standing.rawValue))"
        }
        table.add(["locks with", sources.joined(separator: ", ")])
        guard session.followed.contains(where: { $0.source == .sleep }) else { return }
        let limit = session.delayLimit.map { ", for up to \(DurationText.format($0))" } ?? ""
        let delay =
            session.delaysSleep
            ? "until the keys are gone\(limit)"
            : session.refusesDelay ? "no: logind refuses it, and is asked again" : "no"
        table.add(["delays sleep", delay])
    }

    private func addPrograms(_ status: AgentStatus, to table: inout Table) {
        for (name, command) in [
            ("runs at a lock", status.onLock), ("runs at an unlock", status.onUnlock),
        ] {
            if let command { table.add([name, global.console.shown(command)]) }
        }
    }

    /// What an agent knows: which keys it has, where, and who uses them.
    private func addKeys(_ status: AgentStatus, to table: inout Table) {
        for protection in ProtectionClass.allCases {
            table.add([
                protection.name, status.device.isOpenable(protection) ? "readable" : "locked",
            ])
        }
        table.add(["open handles", "\(status.openHandles)"])
        for client in status.busy {
            table.add([
                "  held by",
                "\(client.process.identifier) \(client.process.name) "
                    + client.protection.name,
            ])
        }
        table.add([
            "memory of keys",
            status.device.isMemoryLocked ? "never swapped" : "may be swapped to disk",
        ])
    }
}
