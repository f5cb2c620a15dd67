import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// The bytes of a write call: the caller's own plaintext, which the caller wipes.
final class PlainPiece {
    private var bytes: [UInt8]

    init(_ pattern: Pattern, count: Int) {
        bytes = [UInt8](repeating: 0, count: count)
        Self.fill(&bytes, pattern)
    }

    deinit {
        Self.wipe(&bytes)
    }

    private static func fill(_ bytes: inout [UInt8], _ pattern: Pattern) {
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        pattern.fill(&raw, count: raw.byteCount, from: 0)
    }

    private static func wipe(_ bytes: inout [UInt8]) {
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        raw.storeBytes([UInt8](repeating: 0, count: raw.byteCount))
    }

    func write(to handle: FileHandle, at offset: UInt64) throws {
        try handle.write(bytes, at: offset)
    }

    func replaceContent(of handle: FileHandle) throws {
        try handle.replaceContent(bytes)
    }

    func save(to path: DevicePath, as protection: ProtectionClass, in store: FileStore) throws {
        try store.write(bytes, to: path, as: protection)
    }
}
