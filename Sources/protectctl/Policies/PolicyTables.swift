import AuditFacts
import AuditPolicy
import ProtectionModel
import Documents

/// The effective policy for people: demands, kinds, and what reaches them in which state.
struct PolicyTables {
    private let policy: Policy
    private let matrix: AccessMatrix
    private let console: Console
    private static let states: [LockState] = [.beforeFirstUnlock, .unlocked, .locking, .locked]

    init(_ policy: Policy, _ matrix: AccessMatrix, _ console: Console) {
        self.policy = policy
        self.matrix = matrix
        self.console = console
    }

    func show() throws {
        try print(demands)
        try section("Kinds of data", kinds)
        try section("Who must reach them, and can", needs)
        try section("When contexts run", contexts)
        try section("Levels of rules", levels)
        try section("Exceptions", exceptions)
    }

    private func section(_ title: String, _ table: Table) throws {
        let lines = table.lines()
        guard !lines.isEmpty else { return }
        try console.data("")
        try console.data(console.paint(title, .bold))
        try print(table)
    }

    private func print(_ table: Table) throws {
        for line in table.lines(style: paint) {
            // The last cell of a row may be empty.
            try console.data(String(line.reversed().drop { $0 == " " }.reversed()))
        }
    }

    /// Names are shown safely before their width counts; here only colours are added.
    private func paint(_ column: Int, _ text: String) -> String {
        text.hasPrefix(Self.breach) ? console.paint(text, .bad) : text
    }

    private static let breach = "contradiction"

    private var demands: Table {
        var table = Table([.left, .left])
        add(["policy", policy.sources.joined(separator: ", ")], to: &table)
        add(["audience", policy.audience], to: &table)
        add(
            ["class of targets", policy.defaultClass.map { "\($0.name) at least" } ?? "any"],
            to: &table
        )
        add(["passcode", passcode], to: &table)
        if policy.isMediaCatalogue { add(["media", "a catalogue with ratings"], to: &table) }
        if policy.hasSensitiveScreens {
            add(["screens", "must not be seen in the app switcher"], to: &table)
        }
        let vocabulary = policy.vocabulary
        add(
            [
                "vocabulary",
                "\(vocabulary.credential.count) terms for credentials, "
                    + "\(vocabulary.personal.count) for personal data (--json has them)",
            ],
            to: &table
        )
        for (title, list) in [
            ("targets", policy.targets), ("trusted hosts", policy.trustedHosts),
            ("public hosts", policy.publicHosts), ("staging hosts", policy.stagingHosts),
        ] where !list.isEmpty {
            add([title, list.joined(separator: ", ")], to: &table)
        }
        for (name, traits) in policy.forcedTraits.sorted(by: { $0.key < $1.key }) {
            add(["traits of \(name)", traits.description], to: &table)
        }
        return table
    }

    private var passcode: String {
        let demand = policy.passcode
        let parts = [
            demand.isRequired ? "required" : "not required",
            demand.minimumLength.map { "at least \($0) characters" },
            demand.maximumFailures.map { "erased after at most \($0) wrong ones" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private var kinds: Table {
        var table = Table([.left, .left, .left, .left])
        for kind in policy.kinds {
            let limits = [
                kind.mayBeBackedUp ? nil : "no backup", kind.mayBeSynchronized ? nil : "no sync",
                kind.isAppendOnly ? "append only" : nil, kind.isPlanned ? "planned" : nil,
            ]
            add(
                [
                    kind.name, kind.sensitivity?.rawValue ?? "public",
                    kind.minimumClass?.name ?? "any class",
                    limits.compactMap(\.self).joined(separator: ", "),
                ],
                to: &table
            )
        }
        return table
    }

    /// A row for each kind and context that must reach it.
    private var needs: Table {
        var table = Table([.left, .left, .left, .left, .left, .left, .left])
        var cells: [[String]: [LockState: AccessMatrixRow]] = [:]
        for row in matrix.rows where row.isNeeded {
            cells[[row.kind, row.context], default: [:]][row.state] = row
        }
        guard !cells.isEmpty else { return table }
        table.add(["kind", "context"] + Self.states.map(\.rawValue) + [""])
        for kind in policy.kinds {
            for context in kind.neededBy {
                let rows = cells[[kind.name, context]] ?? [:]
                let isBreach = rows.values.contains(where: matrix.isContradiction)
                let access = Self.states.map { rows[$0].map { Self.word($0.access) } ?? "-" }
                add([kind.name, context] + access + [isBreach ? Self.breach : ""], to: &table)
            }
        }
        return table
    }

    private static func word(_ access: AccessMatrixRow.Access) -> String {
        access == .openHandlesOnly ? "open or new" : access.rawValue
    }

    private var contexts: Table {
        var table = Table([.left, .left, .left])
        for context in policy.contexts {
            let states = context.orderedStates.map(\.rawValue).joined(separator: ", ")
            add([context.name, states, context.title], to: &table)
        }
        return table
    }

    private var levels: Table {
        var table = Table([.left, .left])
        for (rule, level) in policy.ruleLevels.sorted(by: { $0.key < $1.key }) {
            add([rule, level?.rawValue ?? "off"], to: &table)
        }
        return table
    }

    private var exceptions: Table {
        var table = Table([.left, .left, .left, .left, .left])
        for exception in policy.exceptions {
            add(
                [
                    exception.rule, exception.until.map { "until \($0)" } ?? "no end",
                    exception.owner ?? "nobody",
                    exception.paths.map(\.text).joined(separator: ", "), exception.reason,
                ],
                to: &table
            )
        }
        return table
    }

    private func add(_ row: [String], to table: inout Table) {
        table.add(row.map { console.shown($0) })
    }
}
