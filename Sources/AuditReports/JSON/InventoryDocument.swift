import AuditRules
import ProtectionModel

/// A file of a device in the JSON report.
struct InventoryDocument: Codable {
    let path: String
    let `class`: Word<ProtectionClass>
    let kind: OrNull<String>
    let bytes: ByteNumber
    let readableWhileLocked: Bool

    init(_ row: InventoryRow) {
        path = row.path
        `class` = Word(row.protectionClass)
        kind = OrNull(row.kind)
        bytes = ByteNumber(row.byteCount)
        readableWhileLocked = row.isReadableWhileLocked
    }

    /// The row it was made from.
    var row: InventoryRow {
        InventoryRow(
            path: path,
            protectionClass: `class`.value,
            kind: kind.value,
            byteCount: bytes.value
        )
    }
}
