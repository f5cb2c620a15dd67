import ArgumentParser
import AuditRules
import SystemIO

/// Implements `protectctl audit explain`.
struct AuditExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        _superCommandName: "protectctl audit",
        abstract: "Say what a rule reports, why, how to mend it and how to silence it.",
        version: ProtectctlCommand.version
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: "The rule, such as store.class-none.",
        completion: .list(RuleCatalogue.descriptions.map(\.id))
    )
    var rule: String

    func run() throws {
        let rule = try RuleName.description(of: rule)
        guard !global.json else {
            return try global.console.document(
                RulePageDocument(
                    rule: RuleDocument(rule),
                    examples: rule.examples.map {
                        .init(
                            title: $0.title,
                            files: $0.files,
                            policy: $0.policy,
                            findings: $0.findings
                        )
                    }
                )
            )
        }
        let width = min(Terminal.columns(.standardOutput) ?? 80, 100)
        let page = RulePage(rule, width: width) { global.console.paint($0, .bold) }
        for line in page.lines { try global.console.data(line) }
    }
}
