import ProtectedStore
import SystemIO

/// Files of one folder that are put together: many small ones, or a few large ones.
struct ImportBatch {
    /// Files that are sealed but have no name yet are lost when the tool is killed.
    private static let byteLimit: UInt64 = 64 << 20

    private var files: [(name: String, status: FileStatus)] = []
    private var byteCount: UInt64 = 0

    mutating func add(_ name: String, _ status: FileStatus) {
        files.append((name, status))
        let (sum, isTooMuch) = byteCount.addingReportingOverflow(status.size)
        byteCount = isTooMuch ? .max : sum
    }

    var isFull: Bool { files.count == FileStore.batchLimit || byteCount > Self.byteLimit }

    /// What was gathered; it is empty then.
    mutating func take() -> [(name: String, status: FileStatus)] {
        defer { self = ImportBatch() }
        return files
    }
}
