import SodiumCrypto

/// Where the bytes of a new asset come from, such as a file.
public protocol AssetSource: AnyObject, Sendable {
    /// What the content is now: another version where anything was changed in between.
    ///
    /// - Throws: ``ProtectionError``, as `not-found`, when it cannot be read.
    func version() throws -> AssetVersion
    /// Reads bytes from an offset on, fewer than asked for only at the end; gives how many.
    func read(into bytes: inout MutableRawSpan, at offset: Int64) throws -> Int
}

/// What tells one content of a source from another.
public struct AssetVersion: Sendable, Hashable {
    /// How many bytes it has.
    public let byteCount: Int64
    /// What else is another for another content, such as times and numbers of a file.
    public let marks: [Int64]

    /// Describes a content.
    public init(byteCount: Int64, marks: [Int64] = []) {
        self.byteCount = byteCount
        self.marks = marks
    }
}

/// Bytes in memory as the source of an asset.
public final class MemoryAssetSource: AssetSource {
    private let bytes: [UInt8]

    /// A source of bytes that never change.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// What the content always is.
    public func version() -> AssetVersion { AssetVersion(byteCount: Int64(bytes.count)) }

    /// Reads bytes from an offset on, fewer than asked for only at the end; gives how many.
    public func read(into target: inout MutableRawSpan, at offset: Int64) -> Int {
        let start = min(Int(clamping: offset), bytes.count)
        let count = min(target.byteCount, bytes.count - start)
        target.storeBytes(Array(bytes[start..<start + count]))
        return count
    }
}
