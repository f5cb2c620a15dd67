import ArgumentParser
import AuditPolicy
import AuditRules
import Documents
import Handoff
import Preferences
import ProtectionModel

/// Implements `protectctl handoff check`.
struct HandoffCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong or notable in user info; needs no device.",
        discussion: """
            Takes a property list, and tells how many bytes of the limit it has, the type of each key, \
            and secrets and personal data by the names that a policy's vocabulary has: .protectctl.yml \
            here, else baseline. Ends with 1 when there is an error.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("A policy; of several the later wins.", valueName: "policy"),
        completion: .file(extensions: ["yml", "yaml"])
    )
    var policy: [String] = []
    @Argument(
        help: ArgumentHelp("The user info; '-' is stdin.", valueName: "plist"),
        completion: .file(extensions: ["plist"])
    )
    var file: String

    func run() throws {
        let stack = try PolicyInput().stack(policy, in: HostPath.absolute("."))
        let policy = stack.policy(under: TraitCollection())
        let (values, root) = try UserInfo.read(file)
        let report = try Document(file, values, root, policy)
        if global.json {
            try global.console.document(report)
        } else {
            try print(report)
        }
        guard !report.findings.contains(where: { $0.level == .error }) else { throw ExitCode(1) }
    }

    private func print(_ report: Document) throws {
        let console = global.console
        try console.data(
            console.shown("\(report.path): \(report.bytes) of \(report.limit) bytes")
        )
        var table = Table([.left, .left])
        for (key, type) in report.keys.sorted(by: { $0.key < $1.key }) {
            table.add(["  \(key)".printable, type])
        }
        for line in table.lines() { try console.data(line) }
        for finding in report.findings {
            let level =
                switch finding.level {
                case .error: console.paint("error", .bad)
                case .warning: console.paint("warning", .bold)
                }
            let place = finding.line > 0 ? "\(finding.line):\(finding.column): " : ""
            try console.data("  \(place)\(level): \(console.shown(finding.message))")
        }
        if report.findings.isEmpty { try console.data("  nothing to report") }
    }

    private struct Document: Encodable {
        struct Finding: Encodable {
            enum Level: String, Encodable { case error, warning }

            let level: Level
            let rule: String
            let line: Int
            let column: Int
            let message: String
        }

        let version = 1
        let path: String
        let bytes: Int
        let limit = UserActivity.userInfoByteLimit
        let keys: [String: String]
        let findings: [Finding]

        init(
            _ path: String,
            _ values: [String: ActivityValue],
            _ root: DocumentNode,
            _ policy: Policy
        ) throws {
            self.path = path
            bytes = try ActivityValue.byteCount(of: values)
            keys = values.mapValues { UserInfo.preference($0)?.typeName ?? "null" }
            findings = Self.size(bytes) + Self.words(in: root, policy)
        }

        private static func size(_ bytes: Int) -> [Finding] {
            let level: Finding.Level
            switch bytes {
            case ...UserActivity.advisedByteCount: return []
            case ...UserActivity.userInfoByteLimit: level = .warning
            default: level = .error
            }
            let limit =
                level == .error ? UserActivity.userInfoByteLimit : UserActivity.advisedByteCount
            let message = "user info has \(bytes) bytes, and should have at most \(limit)"
            return [Finding(level: level, rule: "large", line: 0, column: 0, message: message)]
        }

        private static func words(in root: DocumentNode, _ policy: Policy) -> [Finding] {
            PayloadWord.all(in: root, policy.vocabulary).map { word in
                let isSecret = word.sensitivity == .credential
                return Finding(
                    level: isSecret ? .error : .warning,
                    rule: isSecret ? "secret" : "personal",
                    line: word.place.line,
                    column: word.place.column,
                    message: "'\(word.key)' goes to whatever continues the activity"
                )
            }
            .sorted { ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message) }
        }
    }
}
