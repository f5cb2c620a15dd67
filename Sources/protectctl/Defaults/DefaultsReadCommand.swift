import ArgumentParser
import Preferences
import Documents

/// Implements `protectctl defaults read`.
struct DefaultsReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print a value, a domain, or all domains.",
        usage: "protectctl defaults read [--effective] [<domain> [<key>]] [<options>]",
        discussion: """
            With a key, its value alone. --effective prints what an application of that domain \
            finds: forced values first, then its own, then the global ones, each with its origin.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "What an application finds, from any domain.") var effective = false
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The domain, and a key in it.", valueName: "domain")
    )
    var words: [String] = []

    func validate() throws {
        guard words.count <= 2 else { throw ValidationError("one domain and one key at most") }
        guard !effective || !words.isEmpty else {
            throw ValidationError("--effective needs the domain of an application")
        }
    }

    func run() throws {
        let domain = try words.first.map { try DefaultsDomain($0) }
        let store = try Session(global).defaults(of: domain ?? .global)
        guard let domain else { return try printAll(store) }
        let found =
            effective
            ? try store.snapshot().all
            : try store.values(in: domain).mapValues { FoundPreference($0, in: .application) }
        guard words.count == 2 else {
            let isStored = try store.storedDomains().contains(domain)
            guard !found.isEmpty || isStored else { throw ToolError(notSet: domain) }
            return try print(domain, found)
        }
        guard let value = found[words[1]] else {
            throw ToolError(notSet: domain, key: words[1])
        }
        guard global.json else { return try global.console.data(shown(value.value)) }
        try global.console.document(
            ValueDocument.One(
                domain: domain.name,
                key: words[1],
                value: ValueDocument(value.value),
                from: effective ? value.domain.name : nil
            )
        )
    }

    private func printAll(_ store: DefaultsStore) throws {
        let domains = try store.storedDomains()
        let values = try domains.map { ($0, try store.values(in: $0)) }
        guard !global.json else {
            return try global.console.document(
                ValueDocument.All(
                    domains: Dictionary(
                        uniqueKeysWithValues: values.map { domain, values in
                            (domain.name, values.mapValues { ValueDocument($0) })
                        }
                    )
                )
            )
        }
        for (index, (domain, values)) in values.enumerated() {
            if index > 0 { try global.console.data("") }
            try global.console.data(global.console.shown("\(domain):"))
            try printTable(values.mapValues { FoundPreference($0, in: .application) })
        }
    }

    private func print(
        _ domain: DefaultsDomain,
        _ found: [String: FoundPreference]
    ) throws {
        guard global.json else { return try printTable(found) }
        try global.console.document(
            ValueDocument.Domain(
                domain: domain.name,
                values: found.mapValues {
                    ValueDocument($0.value, from: effective ? $0.domain.name : nil)
                }
            )
        )
    }

    private func printTable(_ found: [String: FoundPreference]) throws {
        var table = Table([.left, .left, .left] + (effective ? [.left] : []))
        for (key, value) in found.sorted(by: { $0.key < $1.key }) {
            let from = effective ? [value.domain.name] : []
            table.add(
                [global.console.shown(key), value.value.typeName] + from + [shown(value.value)]
            )
        }
        for line in table.lines() { try global.console.data(line) }
    }

    private func shown(_ value: PreferenceValue) -> String {
        global.console.shown(ValueText.text(of: value))
    }
}
