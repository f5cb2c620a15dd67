import AuditPolicy
import ProtectionModel

/// A cell of the access matrix in the JSON report.
struct AccessDocument: Codable {
    let kind: String
    let `class`: Word<ProtectionClass>
    let context: String
    let state: Word<LockState>
    let access: Word<AccessMatrixRow.Access>
    let needed: Bool

    init(_ row: AccessMatrixRow) {
        kind = row.kind
        `class` = Word(row.protectionClass)
        context = row.context
        state = Word(row.state)
        access = Word(row.access)
        needed = row.isNeeded
    }

    /// The cell it was made from.
    var row: AccessMatrixRow {
        AccessMatrixRow(
            kind: kind,
            protectionClass: `class`.value,
            context: context,
            state: state.value,
            access: access.value,
            isNeeded: needed
        )
    }
}
