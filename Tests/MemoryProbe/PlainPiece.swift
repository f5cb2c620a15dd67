import Glibc
import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// The bytes of one write call: the caller's own plaintext, which the caller wipes.
final class PlainPiece {
    private var bytes: [UInt8]

    init(_ pattern: Pattern, count: Int) {
        bytes = [UInt8](repeating: 0, count: count)
        Self.fill(&bytes, pattern)
    }

    private static func fill(_ bytes: inout [UInt8], _ pattern: Pattern) {
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        pattern.fill(&raw, count: raw.byteCount, from: 0)
    }

    /// Right after the call: a `deinit` may run before the call that uses the bytes has ended, when
    /// they are shared, and stores into what is about to be freed may be left out.
    private func wipe() {
        bytes.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
    }

    func write(to handle: ProtectedFile, at offset: UInt64) throws {
        defer { wipe() }
        try handle.write(bytes, at: offset)
    }

    func replaceContent(of handle: ProtectedFile) throws {
        defer { wipe() }
        try handle.replaceContent(bytes)
    }

    func save(to path: DevicePath, as protection: ProtectionClass, in store: FileStore) throws {
        defer { wipe() }
        try store.write(bytes, to: path, as: protection)
    }
}
