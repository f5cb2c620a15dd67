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
        let location = try DeviceLocation(global)
        let directory = try location.open()
        var checkup = try checkup(at: location.directory)
        checkup.look(at: try directory.service(), of: location.directory)
        checkup.look(at: MachineFacts())
        let findings = checkup.findings
        if global.json {
            try global.console.document(
                Document(device: location.directory, findings: findings)
            )
        } else {
            for line in lines(findings) { try global.console.data(line) }
        }
        guard !findings.contains(where: { $0.level == .warning }) else { throw ExitCode(1) }
    }

    /// What there is to say of the device, as far as its keys can be read.
    private func checkup(at directory: String) throws -> Checkup {
        do {
            let device = try DeviceReport(global)
            let keys = try KeySlots(global).all
            return Checkup(device, keys, PINReport(keys))
        } catch let error as ProtectionError {
            switch error.code {
            case .deviceKeyMissing, .authenticationFailure, .chipUnavailable:
                guard let refusal = ErrorReport(error) else { throw error }
                return Checkup(refusal, at: directory)
            default: throw error
            }
        }
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
