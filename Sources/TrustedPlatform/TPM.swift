#if TPM
import CTSS
package import KeyManagement
import ProtectionModel
package import SodiumCrypto

/// A TPM 2.0, by way of tpm2-tss.
///
/// What is sealed hangs under the storage root key of the owner's hierarchy, and names it. Every
/// command with a secret in it goes in a session that is salted with that key and encrypted with
/// AES-128 in CFB; authorizations are proven by HMAC and never sent.
package struct TPM: TrustedPlatformModule {
    private let place: TPMAddress
    private let owner: SecretBox?
    private let patience: Duration

    /// How long a whole conversation may take: of the slowest chips, a key takes some seconds.
    package static let standardPatience: Duration = .seconds(30)

    /// A chip that is asked for nothing yet; `owner` is the owner's authorization, where it is set,
    /// and `patience` how long one call may take.
    package init(
        _ address: TPMAddress,
        owner: SecretBox? = nil,
        patience: Duration = standardPatience
    ) {
        place = address
        self.owner = owner
        self.patience = patience
    }

    package var address: String { place.text }

    private func converse<Result: Sendable>(
        _ body: @escaping @Sendable (TPMConversation) throws -> Result
    ) throws -> Result {
        try PatientCall.run(at: address, waiting: patience) { [place, owner] call in
            try TPMConversation.hold(at: place, owner: owner, for: call, body)
        }
    }

    /// A secret that a thread of its own fetched.
    private func opened(_ secret: SecretBox) throws -> SecureBytes {
        do { return try secret.secret.copy(to: .transit) } catch {
            throw ProtectionError(error, "a secret of the TPM")
        }
    }

    /// The chip's shared counter of wrong authorizations.
    package func lockoutCounter() throws -> UInt32 {
        try converse { try $0.property(shim_pt_lockout_counter) }
    }

    package func isOwnerAuthorizationSet() throws -> Bool {
        // TPMA_PERMANENT: its lowest bit (TPM 2.0 part 2, 8.6).
        try converse { try $0.property(shim_pt_permanent) & 1 != 0 }
    }

    package func seal(
        _ secret: borrowing SecureBytes,
        boundTo registers: PCRSelection
    ) throws -> [UInt8] {
        let secret = try SecretBox(copying: secret)
        return try converse { chip in
            let policy = registers == .none ? [] : try chip.policy(of: registers)
            return try chip.withPrimary { primary in
                var object = try chip.create(secret.secret, policy: policy, under: primary)
                object.registers = registers
                return object.bytes
            }
        }
    }

    package func unseal(_ blob: [UInt8], arena: SecureArena) throws -> SecureBytes {
        let object = try object(in: blob, withPIN: false)
        let secret = try converse { chip in
            try chip.withPrimary(named: object.parentName) { primary in
                try chip.withObject(object, under: primary) { handle in
                    let isBound = object.registers != .none
                    return try chip.withSession(
                        isBound ? TPM2_SE_POLICY : TPM2_SE_HMAC,
                        salt: primary.handle,
                        TPMA_SESSION_ENCRYPT
                    ) { session in
                        if isBound { try chip.require(object.registers, in: session) }
                        return SecretBox(try chip.unseal(handle, in: session, arena: arena))
                    }
                }
            }
        }
        return try opened(secret)
    }

    private func object(in blob: [UInt8], withPIN: Bool) throws -> SealedObject {
        guard let object = SealedObject(blob), (object.index != 0) == withPIN else {
            throw TPMRefusal.damaged.error(of: address)
        }
        return object
    }
}

// PINs.
extension TPM {
    package func sealWithPIN(
        _ secret: borrowing SecureBytes,
        pinAuth: borrowing SecureBytes,
        limit: UInt32,
        noting: @escaping @Sendable (_ index: UInt32) throws -> Void
    ) throws -> [UInt8] {
        guard limit > 0 else {
            throw ProtectionError(.invalidArgument, "a PIN needs at least one try")
        }
        let auth = try PINAuthorization(pinAuth)
        let secret = try SecretBox(copying: secret)
        return try converse { chip in
            try chip.withPrimary { primary in
                let index = try chip.define(.pin, auth: auth.index, under: primary) { index in
                    try chip.call.whileWaitedFor { try noting(index) }
                }
                return try chip.withIndex(index) { handle in
                    do {
                        try chip.arm(handle, limit: limit, under: primary)
                        // The first write is part of the name.
                        let policy = TPMPolicy.pin(indexName: try chip.name(of: handle))
                        var object = try chip.create(
                            secret.secret,
                            auth: auth.object,
                            policy: policy,
                            under: primary
                        )
                        (object.index, object.limit) = (index, limit)
                        return object.bytes
                    } catch {
                        try? chip.undefine(handle, under: primary)
                        throw error
                    }
                }
            }
        }
    }

    package func unsealWithPIN(
        _ blob: [UInt8],
        pinAuth: borrowing SecureBytes,
        arena: SecureArena
    ) throws -> SecureBytes {
        let auth = try PINAuthorization(pinAuth)
        let secret = try withPIN(blob) { chip, object, primary, index in
            try chip.withObject(object, under: primary) { handle in
                try chip.authorize(handle, with: auth.object)
                try chip.authorize(index, with: auth.index)
                return try chip.withSession(
                    TPM2_SE_POLICY,
                    salt: primary.handle,
                    TPMA_SESSION_ENCRYPT
                ) { session in
                    try chip.prove(index, to: session, under: primary)
                    do {
                        return SecretBox(try chip.unseal(handle, in: session, arena: arena))
                    } catch {
                        // The index took a PIN that the object does not.
                        let failure = error as? TPMFailure
                        throw failure?.isWrongAuthorization == true
                            ? chip.refuse(.indexReplaced) : error
                    }
                }
            }
        }
        return try opened(secret)
    }

    package func pinAttempts(_ blob: [UInt8]) throws -> PINAttempts {
        try withPIN(blob) { chip, _, primary, index in
            try chip.attempts(index, under: primary)
        }
    }

    package func rearmPIN(_ blob: [UInt8]) throws {
        try withPIN(blob) { chip, object, primary, index in
            try chip.arm(index, limit: object.limit, under: primary)
        }
    }

    package func removePIN(_ index: UInt32) throws { try remove(index, .pin) }

    /// Gives back an index of a sort, and no other.
    private func remove(_ index: UInt32, _ template: TPMConversation.IndexTemplate) throws {
        do {
            try converse { chip in
                try chip.withPrimary { primary in
                    try chip.withIndex(index) { handle in
                        try chip.check(index, handle, is: template)
                        try chip.undefine(handle, under: primary)
                    }
                }
            }
        } catch let error as ProtectionError {
            guard error.cause as? TPMRefusal == .indexMissing else { throw error }
        }
    }

    /// Lends what a blob hangs on, after a look that the index is its own: no blob makes us write
    /// to another program's.
    private func withPIN<Result: Sendable>(
        _ blob: [UInt8],
        _ body:
            @escaping @Sendable (
                TPMConversation, SealedObject, TPMConversation.Primary, ESYS_TR
            ) throws -> Result
    ) throws -> Result {
        let object = try object(in: blob, withPIN: true)
        return try converse { chip in
            try chip.withPrimary(named: object.parentName) { primary in
                try chip.withIndex(object.index) { index in
                    try chip.checkIndex(index, of: object)
                    return try body(chip, object, primary, index)
                }
            }
        }
    }
}

// Counters.
extension TPM {
    package func defineCounter(auth: borrowing SecureBytes) throws -> UInt32 {
        let auth = try SecretBox(copying: auth)
        return try converse { chip in
            try chip.withPrimary { primary in
                let index = try chip.define(.counter, auth: auth, under: primary)
                // Before its first count it cannot be read.
                try chip.count(index, auth: auth, under: primary)
                return index
            }
        }
    }

    package func counter(_ index: UInt32, auth: borrowing SecureBytes) throws -> UInt64 {
        let auth = try SecretBox(copying: auth)
        return try converse { chip in
            try chip.withPrimary { primary in
                try chip.withCounter(index, auth: auth, under: primary) { handle, session in
                    try chip.read(handle, in: session)
                }
            }
        }
    }

    package func increment(_ index: UInt32, auth: borrowing SecureBytes) throws {
        let auth = try SecretBox(copying: auth)
        try converse { chip in
            try chip.withPrimary { try chip.count(index, auth: auth, under: $0) }
        }
    }

    package func removeCounter(_ index: UInt32) throws { try remove(index, .counter) }
}
#endif
