#if TPM
import CTSS
import KeyManagement
import ProtectionModel
import SodiumCrypto

/// A connection to a chip for one task: what was loaded or begun in it is flushed on every way out,
/// and what held a secret is overwritten.
struct TPMConversation {
    /// Of ESYS.
    let context: OpaquePointer
    let address: TPMAddress
    let call: PatientCall
    private let owner: SecretBox?

    /// Frames of ESYS hold whole commands and responses.
    private static let stackByteCount = 131_072
    /// Settings of the whole process, made once in those that talk to a chip: the agent, which frees
    /// little, and short commands.
    private static let isPrepared: Bool =
        shim_silence() == 0 && shim_overwrite_freed_memory() == 1

    /// Connects for as long as `body` runs.
    ///
    /// - Throws: `ProtectionError`; what `body` throws.
    static func hold<Result: ~Copyable>(
        at address: TPMAddress,
        owner: SecretBox?,
        for call: PatientCall,
        _ body: (TPMConversation) throws -> Result
    ) throws -> Result {
        defer { StackResidue.wipe(byteCount: stackByteCount) }
        _ = isPrepared
        guard address.isPlausible else { throw address.refusal.error(of: address.text) }
        var connection: OpaquePointer?
        guard Tss2_TctiLdr_Initialize(address.text, &connection) == TSS2_RC_SUCCESS else {
            throw address.refusal.error(of: address.text)
        }
        defer { Tss2_TctiLdr_Finalize(&connection) }
        do {
            var context: OpaquePointer?
            try TPMFailure.check(Esys_Initialize(&context, connection, nil))
            defer { Esys_Finalize(&context) }
            guard let context else { throw TPMRefusal.ended.error(of: address.text) }
            let conversation = TPMConversation(
                context: context,
                address: address,
                call: call,
                owner: owner
            )
            defer { conversation.rinse() }
            try owner.map { try conversation.authorize(ESYS_TR_RH_OWNER, with: $0) }
            return try body(conversation)
        } catch let failure as TPMFailure { throw failure.error(of: address.text) }
    }

    /// A failure in our words.
    func refuse(_ refusal: TPMRefusal) -> ProtectionError { refusal.error(of: address.text) }

    /// Overwrites what ESYS keeps of a command and its response, and never wipes itself.
    private func rinse() {
        authorize(ESYS_TR_RH_OWNER)
        // The copy of a command's input is made first; an empty area is then refused, before
        // anything is sent.
        var nothing = TPM2B_PUBLIC()
        let none = ESYS_TR_NONE
        _ = Esys_LoadExternal_Async(context, none, none, none, nil, &nothing, ESYS_TR_RH_NULL)
        // The buffer of commands and responses gets 64 bytes over what was unsealed.
        var bytes: UnsafeMutablePointer<TPM2B_DIGEST>?
        if Esys_GetRandom(context, none, none, none, 64, &bytes) == TSS2_RC_SUCCESS {
            Esys_Free(bytes)
        }
    }
}

// Authorizations and sessions.
extension TPMConversation {
    /// Says how a handle is authorized from here on.
    func authorize(_ handle: ESYS_TR, with secret: SecretBox) throws {
        let auth = try SecretStructure(TPM2B_AUTH.self, in: secret.secret.arena) { auth in
            auth.pointee.size = UInt16(secret.secret.count)
            try withUnsafeMutableBytes(of: &auth.pointee.buffer) {
                try secret.secret.copy(into: $0)
            }
        }
        try auth.withPointer { try TPMFailure.check(Esys_TR_SetAuth(context, handle, $0)) }
    }

    /// Overwrites what ESYS knows of a handle's authorization.
    func authorize(_ handle: ESYS_TR) {
        var nothing = TPM2B_AUTH()
        _ = Esys_TR_SetAuth(context, handle, &nothing)
    }

    /// Runs a session whose key only the chip that has `salt` can know.
    ///
    /// `attributes` say which parameters it encrypts.
    func withSession<Result: ~Copyable>(
        _ kind: TPM2_SE = TPM2_SE_HMAC,
        salt: ESYS_TR,
        _ attributes: TPMA_SESSION = 0,
        _ body: (ESYS_TR) throws -> Result
    ) throws -> Result {
        let none = ESYS_TR_NONE
        var session = none
        var symmetric: TPMT_SYM_DEF = salt == none ? .none : .parameters
        try TPMFailure.check(
            Esys_StartAuthSession(
                context,
                salt,
                none,
                none,
                none,
                none,
                nil,
                kind,
                &symmetric,
                TPMI_ALG_HASH(TPM2_ALG_SHA256),
                &session
            )
        )
        defer { flush(session) }
        let flags = attributes | TPMA_SESSION_CONTINUESESSION
        try TPMFailure.check(Esys_TRSess_SetAttributes(context, session, flags, 0xFF))
        return try body(session)
    }

    /// Takes a key, an object or a session out of the chip.
    func flush(_ handle: ESYS_TR) {
        _ = Esys_FlushContext(context, handle)
    }

    /// Forgets what stays in the chip.
    func close(_ handle: ESYS_TR) {
        var handle = handle
        _ = Esys_TR_Close(context, &handle)
    }
}

// The storage root key.
extension TPMConversation {
    /// Where owners put their storage root key for all (TPM v2.0 Provisioning Guidance, 7.8).
    private static let persistent: TPM2_HANDLE = 0x8100_0001

    /// A key of the chip, under which others are sealed.
    struct Primary {
        let handle: ESYS_TR
        let name: [UInt8]
    }

    /// Lends the storage root key: the persistent one where that is it, else one made for now.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` when its name is not `name`.
    func withPrimary<Result: ~Copyable>(
        named name: [UInt8]? = nil,
        _ body: (Primary) throws -> Result
    ) throws -> Result {
        if let handle = try persistentHandle() {
            defer { close(handle) }
            let own = try self.name(of: handle)
            if name == nil ? try isStorageKey(handle) : own == name {
                return try body(Primary(handle: handle, name: own))
            }
        }
        let primary = try makePrimary()
        defer { flush(primary.handle) }
        // By the name, and not by what fails later: nothing is told to a key that is not ours.
        guard name == nil || primary.name == name else { throw refuse(.otherChip) }
        return try body(primary)
    }

    private func persistentHandle() throws -> ESYS_TR? {
        do { return try handle(of: Self.persistent) } catch let failure as TPMFailure {
            guard failure.response == shim_rc_handle else { throw failure }
            return nil
        }
    }

    /// What ESYS knows a persistent object or an NV index by.
    func handle(of number: TPM2_HANDLE) throws -> ESYS_TR {
        let none = ESYS_TR_NONE
        var handle = none
        try TPMFailure.check(
            Esys_TR_FromTPMPublic(context, number, none, none, none, &handle)
        )
        return handle
    }

    /// The hash of the public area, which ESYS computes itself.
    func name(of handle: ESYS_TR) throws -> [UInt8] {
        var name: UnsafeMutablePointer<TPM2B_NAME>?
        try TPMFailure.check(Esys_TR_GetName(context, handle, &name))
        defer { Esys_Free(name) }
        return name?.pointee.bytes ?? []
    }

    private func isStorageKey(_ handle: ESYS_TR) throws -> Bool {
        let none = ESYS_TR_NONE
        var area: UnsafeMutablePointer<TPM2B_PUBLIC>?
        try TPMFailure.check(
            Esys_ReadPublic(context, handle, none, none, none, &area, nil, nil)
        )
        defer { Esys_Free(area) }
        return area?.pointee.isStorageKey ?? false
    }

    private func makePrimary() throws -> Primary {
        // There is no key yet to salt a session with; an HMAC does not show the authorization.
        guard owner == nil else {
            return try withSession(salt: ESYS_TR_NONE) { try makePrimary(in: $0) }
        }
        return try makePrimary(in: ESYS_TR_PASSWORD)
    }

    private func makePrimary(in session: ESYS_TR) throws -> Primary {
        var sensitive = TPM2B_SENSITIVE_CREATE()
        var area = TPM2B_PUBLIC.storagePrimary
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var handle = ESYS_TR_NONE
        try TPMFailure.check(
            Esys_CreatePrimary(
                context,
                ESYS_TR_RH_OWNER,
                session,
                ESYS_TR_NONE,
                ESYS_TR_NONE,
                &sensitive,
                &area,
                &outside,
                &registers,
                &handle,
                nil,
                nil,
                nil,
                nil
            )
        )
        do { return Primary(handle: handle, name: try name(of: handle)) } catch {
            flush(handle)
            throw error
        }
    }
}

// Properties.
extension TPMConversation {
    /// A property of the chip (TPM 2.0 part 2, 6.13).
    func property(_ property: TPM2_PT) throws -> UInt32 {
        let none = ESYS_TR_NONE
        var more: TPMI_YES_NO = 0
        var data: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
        try TPMFailure.check(
            Esys_GetCapability(
                context,
                none,
                none,
                none,
                TPM2_CAP(TPM2_CAP_TPM_PROPERTIES),
                property,
                1,
                &more,
                &data
            )
        )
        defer { Esys_Free(data) }
        guard let list = data?.pointee.data.tpmProperties, list.count > 0,
            list.tpmProperty.0.property == property
        else { throw refuse(.unsupported) }
        return list.tpmProperty.0.value
    }
}
#endif
