import AuditRules
import ProtectionModel

/// The files of one class on the audited devices.
struct InventoryTotals {
    let protectionClass: ProtectionClass
    private(set) var fileCount = 0
    private(set) var byteCount: UInt64 = 0

    /// Whether files of the class can be opened while the device is locked.
    var isReadableWhileLocked: Bool { protectionClass.isOpenable(in: .locked) }

    /// The classes that some file has, the strongest first.
    static func all(of inventory: [InventoryRow]) -> [InventoryTotals] {
        var totals: [ProtectionClass: InventoryTotals] = [:]
        for row in inventory {
            totals[row.protectionClass, default: InventoryTotals(row.protectionClass)].add(row)
        }
        return totals.values.sorted {
            $0.protectionClass.strength > $1.protectionClass.strength
        }
    }

    private init(_ protectionClass: ProtectionClass) {
        self.protectionClass = protectionClass
    }

    private mutating func add(_ row: InventoryRow) {
        fileCount += 1
        // A saved report may have any numbers.
        let (sum, overflow) = byteCount.addingReportingOverflow(row.byteCount)
        byteCount = overflow ? .max : sum
    }
}
