import ArgumentParser
import Documents
import KeyManagement
import ProtectionModel
import SodiumCrypto

/// Implements `protectctl doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look at the device, its keys and this machine, and say what to mend.",
        discussion: """
            Changes nothing, and boots nothing. Ends with 1 when there is a warning; files are looked at \
            by 'protectctl fsck'.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let device = try DeviceReport(global)
        let keys = try KeySlots(global).all
        let findings = Checkup(device, keys, PINReport(keys), MachineFacts()).findings
        if global.json {
            try global.console.document(
                Document(device: device.place.directory, findings: findings)
            )
        } else {
            for line in lines(findings) { try global.console.data(line) }
        }
        guard !findings.contains(where: { $0.level == .warning }) else { throw ExitCode(1) }
    }

    private func lines(_ findings: [Checkup.Finding]) -> [String] {
        let console = global.console
        var table = Table([.left, .left, .left])
        for finding in findings {
            table.add([finding.level.rawValue, finding.subject, finding.message.printable])
            if let hint = finding.hint.value { table.add(["", "", "→ \(hint.printable)"]) }
        }
        return table.lines { column, text in
            guard column == 0 else { return column == 1 ? console.paint(text, .dim) : text }
            return switch text {
            case Checkup.Level.good.rawValue: console.paint(text, .good)
            case Checkup.Level.warning.rawValue: console.paint(text, .bad)
            default: text
            }
        }
    }

    private struct Document: Encodable {
        let version = 1
        let device: String
        let findings: [Checkup.Finding]
    }
}
