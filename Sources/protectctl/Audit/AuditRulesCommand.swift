import ArgumentParser
import AuditFacts
import AuditRules
import Documents

/// Implements `protectctl audit rules`.
struct AuditRulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        _superCommandName: "protectctl audit",
        abstract: "List the rules, with the level of their findings.",
        discussion: """
            The level is the one without a policy. A rule that is not yet proven in real code \
            reports notes, however bad what it looks for is.
            """,
        version: ProtectctlCommand.version
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let rules = RuleCatalogue.descriptions
        guard !global.json else {
            return try global.console.document(
                RuleListDocument(rules: rules.map { RuleDocument($0) })
            )
        }
        var table = Table([.left, .left, .left])
        for rule in rules { table.add([rule.id, rule.level.rawValue, rule.title]) }
        for line in table.lines(style: { column, text in
            column == 1 && text.hasPrefix("error") ? global.console.paint(text, .bad) : text
        }) {
            try global.console.data(line)
        }
    }
}
