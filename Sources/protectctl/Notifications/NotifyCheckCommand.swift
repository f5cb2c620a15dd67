import ArgumentParser
import AuditPolicy
import ProtectedNotifications
import ProtectionModel

/// Implements `protectctl notify check`.
struct NotifyCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong or notable in payloads; needs no device.",
        discussion: """
            Secrets and personal data in clear are told by the names that a policy's vocabulary has: \
            .protectctl.yml here, else baseline. Ends with 1 when there is an error, and with 65 when a \
            file is not a payload or is too large; the others are checked all the same.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(help: ArgumentHelp("What kind of push they are.", valueName: "type"))
    var type = Choice(RemotePayload.Headers.PushType.alert)
    @Option(
        help: ArgumentHelp("A policy; of several the later wins.", valueName: "policy"),
        completion: .file(extensions: ["yml", "yaml"])
    )
    var policy: [String] = []
    @Argument(
        help: ArgumentHelp("The payloads; '-' is stdin.", valueName: "payload"),
        completion: .file(extensions: ["json", "apns"])
    )
    var payloads: [String]

    func run() throws {
        let stack = try PolicyInput().stack(self.policy, in: HostPath.absolute("."))
        let policy = stack.policy(under: TraitCollection())
        let headers = try RemotePayload.Headers(type.value)
        let failures = FailureLog(global.console, of: "check")
        var reports: [PayloadReport] = []
        for path in payloads {
            do {
                reports.append(
                    try NotificationInput.read(path, limit: headers.pushType.byteLimit) {
                        try PayloadReport(path: path, $0, headers, policy)
                    }
                )
            } catch { failures.note(error) }
        }
        if global.json {
            try global.console.document(PayloadReport.All(payloads: reports))
        } else {
            for report in reports { try print(report) }
        }
        try failures.finish()
        guard !reports.contains(where: { $0.findings.contains { $0.level == .error } }) else {
            throw ExitCode(1)
        }
    }

    private func print(_ report: PayloadReport) throws {
        let console = global.console
        let facts = [
            "\(report.bytes) of \(report.limit) bytes", report.alert ? "an alert" : "no alert",
            report.sealed ? "a sealed part" : nil,
            report.runsExtension ? "a service extension runs" : nil,
            report.wakesApp ? "wakes the application" : nil,
        ]
        let sentence = facts.compactMap(\.self).joined(separator: ", ")
        try console.data(console.shown("\(report.path): \(sentence)"))
        for finding in report.findings {
            let level =
                switch finding.level {
                case .error: console.paint("error", .bad)
                case .warning: console.paint("warning", .bold)
                case .note: "note"
                }
            let place = "\(finding.line):\(finding.column)"
            try console.data("  \(place): \(level): \(console.shown(finding.message))")
        }
        if report.findings.isEmpty { try console.data("  nothing to report") }
    }
}
