/// A change of a file's bytes that no sync has made durable yet.
struct DataOperation: Sendable {
    /// What was done.
    enum Kind: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
    }

    /// Bytes a disk writes whole or not at all.
    static let sectorByteCount = 512

    /// Its place among all changes of the file system.
    let number: UInt64
    let kind: Kind

    /// The sectors of the file a write touches; none for a truncation.
    var sectors: Range<Int> {
        guard case .write(let offset, let bytes) = kind, !bytes.isEmpty else { return 0..<0 }
        let last = (offset + bytes.count - 1) / Self.sectorByteCount
        return offset / Self.sectorByteCount..<last + 1
    }
}
