import AuditPolicy
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

    /// The grid of the contexts that some kind is needed in: the others would bury those.
    init(neededIn matrix: [AccessMatrixRow]) {
        let needed = Set(matrix.filter(\.isNeeded).map(\.context))
        self.init(matrix.filter { needed.contains($0.context) })
    }

    init(_ matrix: [AccessMatrixRow]) {
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
}

extension AccessMatrixRow {
    /// Whether what is needed cannot be had.
    var isGap: Bool { isNeeded && access == .no }
}
