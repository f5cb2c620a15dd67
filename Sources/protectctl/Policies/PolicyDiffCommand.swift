import ArgumentParser
import AuditPolicy
import Documents
import ProtectionModel

/// Implements `protectctl policy diff`.
struct PolicyDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Say what differs between policies, or between sets of traits.",
        usage: "protectctl policy diff [<options>] [<policy> ...] -- [<other> ...]",
        discussion: """
            What stands before '--' is compared with what stands behind it, policies and --trait: \
            'policy diff --trait region=EU -- --trait region=US'. Where only one side \
            names policies they are those of the other side too; where none does: .protectctl.yml \
            here, else baseline. Of a list the words are shown that the other side does not have.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var traits: TraitOptions
    @Argument(
        help: ArgumentHelp("Files, or names of shipped policies.", valueName: "policy"),
        completion: .file(extensions: ["yml", "yaml", "json"])
    )
    var words: [String] = []

    func run() throws {
        // The parser does not say which of them stand behind the terminator: all that do are words.
        let count = CommandLine.arguments.drop { $0 != "--" }.dropFirst().count
        let second = try Side(afterTerminator: Array(words.suffix(count)))
        let first = Side(policies: Array(words.dropLast(count)), traits: traits.trait)
        let (left, right) = (try first.read(orOf: second), try second.read(orOf: first))
        for (side, stack) in [left, right] { global.console.remark(on: side, for: stack) }
        let differences = PolicyDifference.all(
            from: left.stack.policy(under: left.traits),
            to: right.stack.policy(under: right.traits)
        )
        let titles = (title(left.traits, first), title(right.traits, second))
        guard !global.json else {
            return try global.console.document(
                PolicyDiffDocument(
                    left: left.traits,
                    right: right.traits,
                    differences: differences
                )
            )
        }
        try show(differences, titles)
    }

    private func title(_ traits: TraitCollection, _ side: Side) -> String {
        let parts = side.policies + (traits.isEmpty ? [] : [traits.description])
        return parts.isEmpty ? "no traits" : parts.joined(separator: ", ")
    }

    private func show(
        _ differences: [PolicyDifference],
        _ titles: (left: String, right: String)
    ) throws {
        let console = global.console
        guard !differences.isEmpty else { return console.talk("nothing differs") }
        var table = Table([.left, .left, .left])
        table.add(["", titles.left, titles.right].map { console.shown($0) })
        for difference in differences {
            let name = difference.path.joined(separator: ".")
            let row = [name, Self.text(difference.left), Self.text(difference.right)]
            table.add(row.map { console.shown($0) })
        }
        for (index, line) in table.lines().enumerated() {
            let line = String(line.reversed().drop { $0 == " " }.reversed())
            try console.data(index == 0 ? console.paint(line, .bold) : line)
        }
    }

    private static func text(_ value: PolicyDifference.Value?) -> String {
        switch value {
        case .text(let text)?: text
        case .words(let words)?: words.joined(separator: ", ")
        case nil: "-"
        }
    }
}

/// What stands on one side of the `--`.
private struct Side {
    let policies: [String]
    let traits: [String]

    init(policies: [String], traits: [String]) {
        self.policies = policies
        self.traits = traits
    }

    /// - Throws: `ToolError` where nothing is there, or an option other than `--trait`.
    init(afterTerminator words: [String]) throws {
        guard !words.isEmpty else {
            throw ToolError(
                .invalidArgument,
                "nothing to compare with",
                hint: "write it behind '--': 'policy diff --trait region=EU -- --trait region=US'"
            )
        }
        var policies: [String] = []
        var traits: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--trait", let next = rest.popFirst() {
                traits.append(next)
            } else if word.hasPrefix("--trait=") {
                traits.append(String(word.dropFirst("--trait=".count)))
            } else if word.hasPrefix("-"), word != "-" {
                throw ToolError(
                    .invalidArgument,
                    word == "--trait"
                        ? "--trait needs a value" : "'\(word)' cannot stand behind '--'",
                    hint: "behind '--' stand --trait and policies; other options stand before it"
                )
            } else {
                policies.append(word)
            }
        }
        (self.policies, self.traits) = (policies, traits)
    }

    /// Its traits and policies, which without any are those of `other`.
    func read(orOf other: Side) throws -> (traits: TraitCollection, stack: PolicyStack) {
        let stack = try PolicyInput().stack(
            policies.isEmpty ? other.policies : policies,
            in: HostPath.absolute(".")
        )
        return (try TraitOptions.values(of: traits, for: stack), stack)
    }
}

/// What `policy diff --json` prints.
private struct PolicyDiffDocument: Encodable {
    private struct Difference: Encodable {
        let path: [String]
        let left: Value
        let right: Value
    }

    /// A text, a list of words or null.
    private struct Value: Encodable {
        let value: PolicyDifference.Value?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .text(let text)?: try container.encode(text)
            case .words(let words)?: try container.encode(words)
            case nil: try container.encodeNil()
            }
        }
    }

    private let version = 1
    private let leftTraits: [String: String]
    private let rightTraits: [String: String]
    private let differences: [Difference]

    init(left: TraitCollection, right: TraitCollection, differences: [PolicyDifference]) {
        leftTraits = left.values
        rightTraits = right.values
        self.differences = differences.map {
            Difference(path: $0.path, left: Value(value: $0.left), right: Value(value: $0.right))
        }
    }
}
