import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// What an application logs in with, such as a password or token: 1 to 4,000 bytes in locked
/// memory, wiped when it ends.
public struct LoginCredential: ~Copyable, Sendable {
    /// The most bytes.
    public static let byteLimit = 4_000

    let secret: SecureBytes

    /// Takes over bytes that are already in locked memory.
    init(_ secret: consuming SecureBytes) { self.secret = secret }

    /// Reads a credential from a file; one newline at the end is dropped.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a wrong length, `not-found`,
    ///   `io-error`.
    public init(contentsOfFile path: String) throws(ProtectionError) {
        secret = try ProtectionError.wrapping {
            let stream = try HostStream.source(path)
            let incoming = try SecureBytes(
                count: Self.byteLimit + 2,
                group: .transit,
                arena: SecureArena()
            )
            let count = try Self.fill(incoming, from: stream)
            let endsInNewline = try incoming.withBytes { bytes in
                count > 0
                    && bytes.unsafeLoad(fromByteOffset: count - 1, as: UInt8.self)
                        == UInt8(ascii: "\n")
            }
            return try Self.checked(incoming, endsInNewline ? count - 1 : count)
        }
    }

    /// Takes a credential that is not a secret, such as one in a test.
    ///
    /// A real one must never be a `String`: strings are copied freely and never wiped.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a wrong length.
    public init(published text: String) throws(ProtectionError) {
        let utf8 = Array(text.utf8)
        secret = try ProtectionError.wrapping {
            guard (1...Self.byteLimit).contains(utf8.count) else { throw Self.wrongLength }
            return try SecureBytes(count: utf8.count, group: .transit, arena: SecureArena()) {
                $0.storeBytes(utf8)
            }
        }
    }

    /// Length in bytes.
    public var count: Int { secret.count }

    /// Lends the bytes; what `body` copies is its own to wipe.
    ///
    /// - Throws: ``ProtectionError`` with `internal-error`.
    public func withBytes<Result>(_ body: (RawSpan) -> Result) throws(ProtectionError) -> Result {
        do { return try secret.withBytes { body($0) } } catch {
            throw ProtectionError(error, path: nil)
        }
    }

    private static func fill(
        _ secret: borrowing SecureBytes,
        from stream: borrowing HostStream
    ) throws -> Int {
        var filled = 0
        // A pipe gives what it has, in pieces.
        while filled < secret.count {
            let piece = try SecureBytes(
                count: secret.count - filled,
                group: .transit,
                arena: secret.arena
            )
            let count = try piece.transfer { try stream.read(into: &$0) }
            guard count > 0 else { break }
            let part = try SecureBytes(count: count, group: .transit, arena: secret.arena)
            try part.fill(from: piece)
            try secret.store(part, at: filled)
            filled += count
        }
        return filled
    }

    private static func checked(
        _ input: borrowing SecureBytes,
        _ count: Int
    ) throws -> SecureBytes {
        guard (1...byteLimit).contains(count) else { throw wrongLength }
        let secret = try SecureBytes(count: count, group: .transit, arena: input.arena)
        try secret.fill(from: input)
        return secret
    }

    private static var wrongLength: ProtectionError {
        ProtectionError(.invalidArgument, "a credential has 1 to \(byteLimit) bytes")
    }
}
