import ArgumentParser
import ConfigurationProfiles
import Preferences
import Documents

/// Implements `protectctl restrictions show`.
struct RestrictionsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the restrictions in force and where each comes from.",
        discussion: """
            First the limits on media; then everything that installed profiles restrict and \
            demand of the passcode. Where profiles clash, which Apple calls unpredictable, the \
            stricter value counts, and the overruled one is named.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Whose defaults to read; by default those of all.", valueName: "domain")
    )
    var domain: String?

    func run() throws {
        let domain = try domain.map { try DefaultsDomain($0) } ?? .global
        let session = try Session(global)
        let found = try session.defaults(of: domain).snapshot()
        let profiles = try session.documents.effectiveProfiles()
        let document = RestrictionsDocument(
            found,
            restrictions: EffectiveRestrictions(profiles).settings,
            passcode: PasscodePolicy(profiles).settings
        )
        guard !global.json else { return try global.console.document(document) }
        try print(document)
    }

    private func print(_ document: RestrictionsDocument) throws {
        let console = global.console
        var table = Table([.left, .left, .left])
        for setting in document.restrictions {
            table.add([
                setting.key, setting.value.map { ValueText.text(of: $0) } ?? "not set",
                setting.from ?? "-",
            ])
        }
        for line in table.lines() { try console.data(console.shown(line)) }
        for (title, settings) in [
            ("Restrictions of configuration profiles", document.profiles),
            ("Passcode rules of configuration profiles", document.passcode),
        ] where !settings.isEmpty {
            try console.data("")
            try console.data(console.paint(title, .bold))
            var rows = Table([.left, .left, .left])
            for setting in settings {
                let from = setting.origins.map(\.profile).joined(separator: ", ")
                let overruled = setting.overruled.map {
                    "\($0.profile) has \(ValueText.text(of: $0.value))"
                }
                let clash = overruled.isEmpty ? "" : "; but " + overruled.joined(separator: ", ")
                let notes = setting.notes.map { " (\($0.rawValue))" }.joined()
                rows.add([setting.key, ValueText.text(of: setting.value), from + clash + notes])
            }
            for line in rows.lines() { try console.data(console.shown(line)) }
        }
    }
}
