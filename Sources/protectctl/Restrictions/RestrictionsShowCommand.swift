import ArgumentParser
import ContentRestrictions
import Preferences

/// Implements `protectctl restrictions show`.
struct RestrictionsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the restrictions in force and where each comes from."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Whose defaults to read; by default those of all.", valueName: "domain")
    )
    var domain: String?

    func run() throws {
        let domain = try domain.map { try DefaultsDomain($0) } ?? .global
        let found = try Session(global).defaults(of: domain).snapshot()
        let settings = RestrictionKey.allCases.map {
            ($0.rawValue, found.value(forKey: $0.rawValue))
        }
        guard !global.json else {
            return try global.console.document(
                Document(
                    restrictions: settings.map { key, found in
                        Setting(
                            key: key,
                            value: found.map { ValueDocument($0.value) },
                            from: found?.domain.name
                        )
                    }
                )
            )
        }
        var table = Table([.left, .left, .left])
        for (key, found) in settings {
            table.add([
                key, found.map { ValueText.text(of: $0.value) } ?? "not set",
                found?.domain.name ?? "-",
            ])
        }
        for line in table.lines() { try global.console.data(global.console.shown(line)) }
    }

    private struct Document: Encodable {
        let version = 1
        let restrictions: [Setting]
    }

    private struct Setting: Encodable {
        let key: String
        let value: ValueDocument?
        let from: String?

        private enum Key: String, CodingKey { case key, value, from }

        /// With null for what is not set.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(key, forKey: .key)
            try container.encode(value, forKey: .value)
            try container.encode(from, forKey: .from)
        }
    }
}
