#if TPM
import KeyManagement
import ProtectionModel
import SodiumCrypto

/// A structure of C's with a secret in it, in memory that is locked, and wiped when it ends.
struct SecretStructure<Value: BitwiseCopyable>: ~Copyable {
    private let memory: SecureBytes

    /// All zeros, which `fill` changes.
    init(
        _ type: Value.Type,
        in arena: SecureArena,
        fill: (UnsafeMutablePointer<Value>) throws -> Void
    ) throws {
        let memory = try Self.memory(in: arena)
        try Self.lend(memory, fill)
        self.memory = memory
    }

    private static func memory(in arena: SecureArena) throws -> SecureBytes {
        do {
            return try SecureBytes(
                count: MemoryLayout<Value>.size,
                group: .transit,
                arena: arena
            )
        } catch { throw ProtectionError(error, "a secret for the TPM") }
    }

    /// Lends it to a call.
    borrowing func withPointer<Result>(
        _ body: (UnsafeMutablePointer<Value>) throws -> Result
    ) throws -> Result {
        try Self.lend(memory, body)
    }

    private static func lend<Result>(
        _ memory: borrowing SecureBytes,
        _ body: (UnsafeMutablePointer<Value>) throws -> Result
    ) throws -> Result {
        try memory.transfer { (span: inout MutableRawSpan) throws -> Result in
            try span.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else {
                    throw ProtectionError(.internalError, "no memory for a secret")
                }
                return try body(base.assumingMemoryBound(to: Value.self))
            }
        }
    }
}

extension SecureBytes {
    /// Copies all to memory of C's that is wiped later.
    borrowing func copy(into target: UnsafeMutableRawBufferPointer) throws {
        guard count <= target.count else {
            throw ProtectionError(.invalidArgument, "the TPM does not take so long a secret")
        }
        do { try copy(0..<count, to: LentMemory(target)) } catch {
            throw ProtectionError(error, "a secret for the TPM")
        }
    }

    /// The secret in memory of C's, in the group `transit`.
    static func copying(
        _ bytes: UnsafeRawBufferPointer,
        arena: SecureArena
    ) throws -> SecureBytes {
        do {
            return try SecureBytes(count: bytes.count, group: .transit, arena: arena) {
                $0.storeBytes(RawSpan(_unsafeBytes: bytes))
            }
        } catch { throw ProtectionError(error, "a secret of the TPM") }
    }
}
#endif
