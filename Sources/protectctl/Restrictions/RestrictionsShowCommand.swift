import ArgumentParser
import ConfigurationProfiles
import DeviceIdentifiers
import Preferences
import Documents

/// Implements `protectctl restrictions show`.
struct RestrictionsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the restrictions in force and where each comes from.",
        discussion: """
            First the limits on media; then everything that installed profiles restrict, demand of \
            the passcode, and force upon the notifications of apps. Where profiles clash, which Apple calls unpredictable, the \
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
        let document = RestrictionsDocument(found, profiles)
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
        try print(document.profiles.map(row), "Restrictions")
        try print(document.passcode.map(row), "Passcode rules")
        let notifications = document.notifications.flatMap { application, settings in
            settings.map { [application.description] + row($0) }
        }
        try print(notifications, "Notification settings")
    }

    private func print(_ rows: [[String]], _ title: String) throws {
        guard let first = rows.first else { return }
        let console = global.console
        try console.data("")
        try console.data(console.paint("\(title) of configuration profiles", .bold))
        var table = Table(first.map { _ in .left })
        for row in rows { table.add(row) }
        for line in table.lines() { try console.data(console.shown(line)) }
    }

    /// Key, value, and who says so.
    private func row(_ setting: EffectiveSetting) -> [String] {
        let from = setting.origins.map(\.profile).joined(separator: ", ")
        let overruled = setting.overruled.map {
            "\($0.profile) has \(ValueText.text(of: $0.value))"
        }
        let clash = overruled.isEmpty ? "" : "; but " + overruled.joined(separator: ", ")
        let notes = setting.notes.map { " (\($0.rawValue))" }.joined()
        return [setting.key, ValueText.text(of: setting.value), from + clash + notes]
    }
}
