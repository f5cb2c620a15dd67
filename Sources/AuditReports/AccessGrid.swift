import AuditFacts
import AuditPolicy
import AuditRules
import ProtectionModel

/// The access matrix as people read it: a row for each kind, a column for each context and state.
struct AccessGrid {
    /// A kind of data and its class.
    struct Row: Hashable {
        let kind: String
        let protectionClass: ProtectionClass
    }

    /// A context, with the states that some row mentions.
    struct Context {
        let name: String
        var states: [LockState]
    }

    private struct Place: Hashable {
        let row: Row
        let context: String
        let state: LockState
    }

    /// In the order of the report.
    let rows: [Row]
    /// In the order of the report.
    let contexts: [Context]
    private let cells: [Place: AccessMatrixRow]
    /// How many findings that count contradict what the policy says of a kind, by its name.
    private(set) var contradictions: [String: Int] = [:]

    /// The grid of the contexts that some kind is needed in: the others would bury those.
    ///
    /// One that runs before the first unlock is always there.
    init(of report: AuditReport) {
        let matrix = report.accessMatrix
        var shown = Set(matrix.filter(\.isNeeded).map(\.context))
        let early = matrix.filter { $0.state == .beforeFirstUnlock }.map(\.context)
        if !shown.isEmpty, shown.isDisjoint(with: early), let context = early.first {
            shown.insert(context)
        }
        self.init(matrix.filter { shown.contains($0.context) })
        let kinds = Set(rows.map(\.kind))
        for finding in report.findings where finding.counts {
            guard let kind = finding.kind, kinds.contains(kind) else { continue }
            contradictions[kind, default: 0] += 1
        }
    }

    private init(_ matrix: [AccessMatrixRow]) {
        var rows: [Row] = []
        var names: [String] = []
        var states: [String: Set<LockState>] = [:]
        var cells: [Place: AccessMatrixRow] = [:]
        var seen: Set<Row> = []
        for cell in matrix {
            let row = Row(kind: cell.kind, protectionClass: cell.protectionClass)
            if seen.insert(row).inserted { rows.append(row) }
            if states[cell.context] == nil { names.append(cell.context) }
            states[cell.context, default: []].insert(cell.state)
            cells[Place(row: row, context: cell.context, state: cell.state)] = cell
        }
        self.rows = rows
        contexts = names.map { name in
            Context(
                name: name,
                states: LockState.allCases.filter { states[name]?.contains($0) == true }
            )
        }
        self.cells = cells
    }

    /// The states that any context has, in their order.
    var states: [LockState] {
        LockState.allCases.filter { state in contexts.contains { $0.states.contains(state) } }
    }

    /// Where nothing needed is out of reach, 0.
    var gapCount: Int { cells.values.count { $0.isGap } }

    /// What `context` can do with `row` in `state`; `nil` where the report says nothing.
    func cell(_ row: Row, _ context: String, _ state: LockState) -> AccessMatrixRow? {
        cells[Place(row: row, context: context, state: state)]
    }

    /// The same; before the first unlock, where the class alone decides, that of any context.
    func access(_ row: Row, _ context: String, _ state: LockState) -> AccessMatrixRow.Access? {
        if let cell = cell(row, context, state) { return cell.access }
        guard state == .beforeFirstUnlock else { return nil }
        return contexts.lazy.compactMap { cell(row, $0.name, state)?.access }.first
    }

    /// How far findings contradict the policy, in words; `nil` when none does.
    var contradiction: String? {
        let counts = rows.compactMap { row in contradictions[row.kind].map { (row.kind, $0) } }
        guard !counts.isEmpty else { return nil }
        let kinds = counts.map { "'\($0)' (\($1))" }.joined(separator: ", ")
        return "findings of this run contradict it: \(kinds)"
    }
}

extension AccessMatrixRow.Access {
    /// The word for it, in every report for people and in `protectctl policy show`.
    var words: String {
        switch self {
        case .yes: "yes"
        case .no: "no"
        case .openHandlesOnly: "open or new"
        }
    }
}

extension AccessMatrixRow {
    /// Whether what is needed cannot be had.
    var isGap: Bool { isNeeded && access == .no }
}
