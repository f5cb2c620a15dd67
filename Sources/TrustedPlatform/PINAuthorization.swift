#if TPM
import CTSS
import KeyManagement
import ProtectionModel
import SodiumCrypto

/// What a PIN authorizes, each by a key of its own.
///
/// The index counts. The object asks as well, because an index can be removed by the chip's owner
/// and made again with the same name and another authorization: then it counts for somebody else.
struct PINAuthorization {
    let index: SecretBox
    let object: SecretBox

    /// HKDF-Expand-SHA-256 of 32 bytes that were derived from the PIN.
    init(_ pinAuth: borrowing SecureBytes) throws {
        guard pinAuth.count == 32 else {
            throw ProtectionError(.invalidArgument, "a PIN's authorization has 32 bytes")
        }
        index = try Self.derive(pinAuth, "index")
        object = try Self.derive(pinAuth, "object")
    }

    private static func derive(
        _ pinAuth: borrowing SecureBytes,
        _ purpose: String
    ) throws -> SecretBox {
        do {
            let key = try SecureBytes(count: 32, group: .transit, arena: pinAuth.arena)
            let info = Array("protection-toolkit tpm pin 1 \(purpose)".utf8)
            try HKDFSHA256.expand(pinAuth, info: info, into: key)
            return SecretBox(key)
        } catch { throw ProtectionError(error, "the PIN") }
    }
}

extension SecretBox {
    /// Keeps a copy, for closures.
    convenience init(copying secret: borrowing SecureBytes) throws {
        do { self.init(try secret.copy(to: .transit)) } catch {
            throw ProtectionError(error, "a secret for the TPM")
        }
    }
}

extension TPMConversation {
    /// Shows an index's authorization to a policy session, and asks for the object's own.
    ///
    /// - Throws: `ProtectionError` with `passcode-incorrect` or `passcode-delayed`.
    func prove(_ index: ESYS_TR, to policy: ESYS_TR, under primary: Primary) throws {
        let none = ESYS_TR_NONE
        do {
            try withSession(salt: primary.handle) { session in
                try TPMFailure.check(
                    Esys_PolicySecret(
                        context,
                        index,
                        policy,
                        session,
                        none,
                        none,
                        nil,
                        nil,
                        nil,
                        0,
                        nil,
                        nil
                    )
                )
            }
        } catch let failure as TPMFailure {
            let isShut = failure.response == shim_rc_auth_unavailable
            guard isShut || failure.isWrongAuthorization else { throw failure }
            throw try attempts(index, under: primary).refusal(ofWrongPIN: !isShut)
        }
        try TPMFailure.check(Esys_PolicyAuthValue(context, policy, none, none, none))
    }
}

// Counters.
extension TPMConversation {
    /// Whether an index is of a sort of ours, as far as can be told.
    func check(_ index: UInt32, _ handle: ESYS_TR, is template: IndexTemplate) throws {
        let attributes = template.attributes | UInt32(TPMA_NV_WRITTEN)
        guard SealedObject.indices.contains(index),
            try self.attributes(of: handle) | UInt32(TPMA_NV_WRITTEN) == attributes
        else { throw refuse(.indexReplaced) }
    }

    /// Lends a counter, and a session in which its authorization is proven.
    func withCounter<Result>(
        _ index: UInt32,
        auth: SecretBox,
        under primary: Primary,
        _ body: (ESYS_TR, ESYS_TR) throws -> Result
    ) throws -> Result {
        try withIndex(index, auth: auth) { handle in
            try check(index, handle, is: .counter)
            do {
                return try withSession(salt: primary.handle) { try body(handle, $0) }
            } catch let failure as TPMFailure {
                throw failure.isWrongAuthorization ? refuse(.indexReplaced) : failure
            }
        }
    }

    /// Adds one.
    func count(_ index: UInt32, auth: SecretBox, under primary: Primary) throws {
        try withCounter(index, auth: auth, under: primary) { handle, session in
            let none = ESYS_TR_NONE
            try TPMFailure.check(
                Esys_NV_Increment(context, handle, handle, session, none, none)
            )
        }
    }
}
#endif
