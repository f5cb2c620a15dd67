#if TPM
import CTSS
import KeyManagement
import ProtectionModel
import SodiumCrypto

// NV indices.
extension TPMConversation {
    /// What an NV index is to be.
    struct IndexTemplate {
        let attributes: UInt32
        var policy: [UInt8] = []

        /// Counts wrong authorizations and shuts itself (TPM 2.0 part 1, 37.2.8); only the owner
        /// writes, and anybody reads how far it is.
        static let pin = IndexTemplate(
            attributes: UInt32(TPM2_NT_PIN_FAIL) << 4
                | UInt32(TPMA_NV_OWNERWRITE) | UInt32(TPMA_NV_POLICYREAD) | UInt32(TPMA_NV_NO_DA),
            policy: TPMPolicy.reading
        )
        /// Counts up; who knows its authorization reads and counts.
        static let counter = IndexTemplate(
            attributes: UInt32(TPM2_NT_COUNTER) << 4
                | UInt32(TPMA_NV_AUTHREAD) | UInt32(TPMA_NV_AUTHWRITE) | UInt32(TPMA_NV_NO_DA)
        )
    }

    /// Bytes of a count, and of a PIN's two.
    static let indexByteCount: UInt16 = 8
    /// So often is another index tried when one is taken.
    private static let tries = 64

    /// Makes an index that nobody has; it is empty.
    ///
    /// `noting` is told its number before.
    func define(
        _ template: IndexTemplate,
        auth: SecretBox,
        under primary: Primary,
        noting: (UInt32) throws -> Void = { _ in }
    ) throws -> UInt32 {
        let range = SealedObject.indices
        for _ in 0..<Self.tries {
            let random = SystemRandomSource().bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let index = range.lowerBound + random % UInt32(range.count)
            // Only what nobody has is noted: what is noted may be removed.
            guard try !isTaken(index) else { continue }
            try noting(index)
            do {
                try define(index, template, auth: auth, under: primary)
                return index
            } catch let failure as TPMFailure {
                guard failure.response == shim_rc_nv_defined else { throw failure }
            }
        }
        throw refuse(.full)
    }

    private func isTaken(_ index: UInt32) throws -> Bool {
        do {
            close(try handle(of: index))
            return true
        } catch let failure as TPMFailure {
            guard failure.response == shim_rc_handle else { throw failure }
            return false
        }
    }

    private func define(
        _ index: UInt32,
        _ template: IndexTemplate,
        auth: SecretBox,
        under primary: Primary
    ) throws {
        var area = TPM2B_NV_PUBLIC()
        area.nvPublic.nvIndex = index
        area.nvPublic.nameAlg = TPMI_ALG_HASH(TPM2_ALG_SHA256)
        area.nvPublic.attributes = template.attributes
        area.nvPublic.authPolicy = TPM2B_DIGEST(template.policy)
        area.nvPublic.dataSize = Self.indexByteCount
        let secret = try SecretStructure(TPM2B_AUTH.self, in: auth.secret.arena) { pointer in
            pointer.pointee.size = UInt16(auth.secret.count)
            try withUnsafeMutableBytes(of: &pointer.pointee.buffer) {
                try auth.secret.copy(into: $0)
            }
        }
        let none = ESYS_TR_NONE
        try withSession(salt: primary.handle, TPMA_SESSION_DECRYPT) { session in
            try secret.withPointer { secret in
                var handle = none
                try TPMFailure.check(
                    Esys_NV_DefineSpace(
                        context,
                        ESYS_TR_RH_OWNER,
                        session,
                        none,
                        none,
                        secret,
                        &area,
                        &handle
                    )
                )
                authorize(handle)
                close(handle)
            }
        }
    }

    /// Lends an index of the chip's.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` when it is gone.
    func withIndex<Result: ~Copyable>(
        _ index: UInt32,
        auth: SecretBox? = nil,
        _ body: (ESYS_TR) throws -> Result
    ) throws -> Result {
        let handle: ESYS_TR
        do { handle = try self.handle(of: index) } catch let failure as TPMFailure {
            throw failure.response == shim_rc_handle ? refuse(.indexMissing) : failure
        }
        defer {
            authorize(handle)
            close(handle)
        }
        try auth.map { try authorize(handle, with: $0) }
        return try body(handle)
    }

    /// The attributes of an index.
    func attributes(of handle: ESYS_TR) throws -> UInt32 {
        let none = ESYS_TR_NONE
        var area: UnsafeMutablePointer<TPM2B_NV_PUBLIC>?
        try TPMFailure.check(
            Esys_NV_ReadPublic(context, handle, none, none, none, &area, nil)
        )
        defer { Esys_Free(area) }
        return area?.pointee.nvPublic.attributes ?? 0
    }

    /// What is in an index of ours.
    func read(_ handle: ESYS_TR, in session: ESYS_TR) throws -> UInt64 {
        let none = ESYS_TR_NONE
        var data: UnsafeMutablePointer<TPM2B_MAX_NV_BUFFER>?
        try TPMFailure.check(
            Esys_NV_Read(
                context,
                handle,
                handle,
                session,
                none,
                none,
                Self.indexByteCount,
                0,
                &data
            )
        )
        defer { Esys_Free(data) }
        guard let data, data.pointee.size == Self.indexByteCount else {
            throw refuse(.unsupported)
        }
        return withUnsafeBytes(of: &data.pointee.buffer) { bytes in
            bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// Takes an index away, as the owner.
    func undefine(_ handle: ESYS_TR, under primary: Primary) throws {
        try withSession(salt: primary.handle) { session in
            let none = ESYS_TR_NONE
            try TPMFailure.check(
                Esys_NV_UndefineSpace(context, ESYS_TR_RH_OWNER, handle, session, none, none)
            )
        }
    }
}

// An index that counts wrong PINs.
extension TPMConversation {
    /// Sets the count to 0, as the owner.
    func arm(_ handle: ESYS_TR, limit: UInt32, under primary: Primary) throws {
        var data = TPM2B_MAX_NV_BUFFER()
        data.size = Self.indexByteCount
        withUnsafeMutableBytes(of: &data.buffer) { bytes in
            for place in 0..<4 {
                bytes[4 + place] = UInt8(truncatingIfNeeded: limit >> (24 - 8 * place))
            }
        }
        try withSession(salt: primary.handle) { session in
            let none = ESYS_TR_NONE
            try TPMFailure.check(
                Esys_NV_Write(
                    context,
                    ESYS_TR_RH_OWNER,
                    handle,
                    session,
                    none,
                    none,
                    &data,
                    0
                )
            )
        }
    }

    /// How far the count is, which anybody may ask.
    func attempts(_ handle: ESYS_TR, under primary: Primary) throws -> PINAttempts {
        try withSession(TPM2_SE_POLICY, salt: primary.handle) { session in
            let none = ESYS_TR_NONE
            try TPMFailure.check(
                Esys_PolicyCommandCode(
                    context,
                    session,
                    none,
                    none,
                    none,
                    TPM2_CC(TPM2_CC_NV_Read)
                )
            )
            let counts = try read(handle, in: session)
            return PINAttempts(
                used: UInt32(truncatingIfNeeded: counts >> 32),
                limit: UInt32(truncatingIfNeeded: counts)
            )
        }
    }

    /// Whether a loaded index is the one that a blob was sealed with; another can have its number.
    func checkIndex(_ handle: ESYS_TR, of object: SealedObject) throws {
        let policy = try publicArea(of: object).publicArea.authPolicy.bytes
        guard policy == TPMPolicy.pin(indexName: try name(of: handle)) else {
            throw refuse(.indexReplaced)
        }
    }
}
#endif
