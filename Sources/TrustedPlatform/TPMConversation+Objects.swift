#if TPM
import CTSS
import KeyManagement
import ProtectionModel
import SodiumCrypto

// Sealed data.
extension TPMConversation {
    /// Seals a secret under a key and a policy; `auth` is the new object's authorization.
    func create(
        _ secret: borrowing SecureBytes,
        auth: SecretBox? = nil,
        policy: [UInt8],
        under primary: Primary
    ) throws -> SealedObject {
        let sensitive = try SecretStructure(
            TPM2B_SENSITIVE_CREATE.self,
            in: secret.arena
        ) { sensitive in
            sensitive.pointee.sensitive.data.size = UInt16(secret.count)
            try withUnsafeMutableBytes(of: &sensitive.pointee.sensitive.data.buffer) {
                try secret.copy(into: $0)
            }
            guard let auth else { return }
            sensitive.pointee.sensitive.userAuth.size = UInt16(auth.secret.count)
            try withUnsafeMutableBytes(of: &sensitive.pointee.sensitive.userAuth.buffer) {
                try auth.secret.copy(into: $0)
            }
        }
        return try withSession(salt: primary.handle, TPMA_SESSION_DECRYPT) { session in
            try sensitive.withPointer { sensitive in
                try create(sensitive, .sealed(policy: policy), under: primary, in: session)
            }
        }
    }

    private func create(
        _ sensitive: UnsafeMutablePointer<TPM2B_SENSITIVE_CREATE>,
        _ template: TPM2B_PUBLIC,
        under primary: Primary,
        in session: ESYS_TR
    ) throws -> SealedObject {
        var template = template
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var privateArea: UnsafeMutablePointer<TPM2B_PRIVATE>?
        var publicArea: UnsafeMutablePointer<TPM2B_PUBLIC>?
        try TPMFailure.check(
            Esys_Create(
                context,
                primary.handle,
                session,
                ESYS_TR_NONE,
                ESYS_TR_NONE,
                sensitive,
                &template,
                &outside,
                &registers,
                &privateArea,
                &publicArea,
                nil,
                nil,
                nil
            )
        )
        defer {
            Esys_Free(privateArea)
            Esys_Free(publicArea)
        }
        return SealedObject(
            parentName: primary.name,
            publicArea: try marshalled(publicArea, Tss2_MU_TPM2B_PUBLIC_Marshal),
            privateArea: try marshalled(privateArea, Tss2_MU_TPM2B_PRIVATE_Marshal)
        )
    }

    private func marshalled<Value>(
        _ value: UnsafeMutablePointer<Value>?,
        _ marshal: (
            UnsafePointer<Value>?, UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?
        ) -> TSS2_RC
    ) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: MemoryLayout<Value>.size)
        var count = 0
        try TPMFailure.check(marshal(value, &bytes, bytes.count, &count))
        return Array(bytes[..<count])
    }

    /// Loads what was sealed for as long as `body` runs.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` when it does not load.
    func withObject<Result: ~Copyable>(
        _ object: SealedObject,
        under primary: Primary,
        _ body: (ESYS_TR) throws -> Result
    ) throws -> Result {
        let handle = try load(object, under: primary)
        defer {
            authorize(handle)
            flush(handle)
        }
        return try body(handle)
    }

    private func load(_ object: SealedObject, under primary: Primary) throws -> ESYS_TR {
        var privateArea = TPM2B_PRIVATE()
        var publicArea = try publicArea(of: object)
        let bytes = object.privateArea
        var end = 0
        guard
            Tss2_MU_TPM2B_PRIVATE_Unmarshal(bytes, bytes.count, &end, &privateArea)
                == TSS2_RC_SUCCESS,
            end == bytes.count
        else { throw refuse(.damaged) }
        let none = ESYS_TR_NONE
        var handle = none
        do {
            try TPMFailure.check(
                Esys_Load(
                    context,
                    primary.handle,
                    ESYS_TR_PASSWORD,
                    none,
                    none,
                    &privateArea,
                    &publicArea,
                    &handle
                )
            )
        } catch {
            // Whatever a changed area is refused with.
            throw error.isPassing || !error.isAboutParameter ? error : refuse(.damaged)
        }
        return handle
    }

    /// The public area in a blob.
    func publicArea(of object: SealedObject) throws -> TPM2B_PUBLIC {
        var area = TPM2B_PUBLIC()
        let bytes = object.publicArea
        var end = 0
        guard
            Tss2_MU_TPM2B_PUBLIC_Unmarshal(bytes, bytes.count, &end, &area) == TSS2_RC_SUCCESS,
            end == bytes.count
        else { throw refuse(.damaged) }
        return area
    }

    /// Opens what was loaded, in a session that encrypts it on the way.
    func unseal(
        _ handle: ESYS_TR,
        in session: ESYS_TR,
        arena: SecureArena
    ) throws -> SecureBytes {
        var content: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
        defer {
            if let content {
                let byteCount = MemoryLayout<TPM2B_SENSITIVE_DATA>.size
                LentMemory(UnsafeMutableRawBufferPointer(start: content, count: byteCount)).zero()
                Esys_Free(content)
            }
        }
        try TPMFailure.check(
            Esys_Unseal(context, handle, session, ESYS_TR_NONE, ESYS_TR_NONE, &content)
        )
        guard let content, content.pointee.size > 0 else { throw refuse(.damaged) }
        let count = min(Int(content.pointee.size), MemoryLayout.size(ofValue: content.pointee) - 2)
        let bytes = UnsafeMutableRawPointer(content) + 2
        return try SecureBytes.copying(
            UnsafeRawBufferPointer(start: bytes, count: count),
            arena: arena
        )
    }
}

// Registers.
extension TPMConversation {
    /// The policy that some registers have their present values.
    func policy(of registers: PCRSelection) throws -> [UInt8] {
        // A policy over registers that are not there holds whatever was started.
        try checkKeeps(registers)
        return try withSession(TPM2_SE_TRIAL, salt: ESYS_TR_NONE) { session in
            try require(registers, in: session)
            let none = ESYS_TR_NONE
            var digest: UnsafeMutablePointer<TPM2B_DIGEST>?
            try TPMFailure.check(
                Esys_PolicyGetDigest(context, session, none, none, none, &digest)
            )
            defer { Esys_Free(digest) }
            return digest?.pointee.bytes ?? []
        }
    }

    /// Whether the chip keeps all of these registers.
    private func checkKeeps(_ registers: PCRSelection) throws {
        var rest = registers.mask
        while rest != 0 {
            // At most eight at a time are answered.
            let read = try readable(rest)
            guard read & rest != 0 else { throw refuse(.registersMissing) }
            rest &= ~read
        }
    }

    private func readable(_ mask: UInt32) throws -> UInt32 {
        var selection = TPML_PCR_SELECTION(mask)
        let none = ESYS_TR_NONE
        var answer: UnsafeMutablePointer<TPML_PCR_SELECTION>?
        try TPMFailure.check(
            Esys_PCR_Read(context, none, none, none, &selection, nil, &answer, nil)
        )
        defer { Esys_Free(answer) }
        return answer?.pointee.mask ?? 0
    }

    /// Notes the present values of registers in a policy session.
    func require(_ registers: PCRSelection, in session: ESYS_TR) throws {
        var selection = TPML_PCR_SELECTION(registers.mask)
        var digest = TPM2B_DIGEST()
        let none = ESYS_TR_NONE
        try TPMFailure.check(
            Esys_PolicyPCR(context, session, none, none, none, &digest, &selection)
        )
    }
}
#endif
