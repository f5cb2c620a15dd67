import KeyManagement
import ProtectionModel
import SodiumCrypto

/// A request that runs off the loop, with the secrets of its frame.
struct PasscodeRequest: Sendable {
    private let request: AgentRequest
    private let secrets: SecretPayload?

    init(_ request: AgentRequest, secrets: SecretPayload?) {
        self.request = request
        self.secrets = secrets
    }

    /// Runs it; `count` is how many revocations there had been when it came, so that a lock that
    /// comes while it waits is not undone.
    func run(on holder: KeyHolder, since count: UInt64) throws {
        switch request {
        case .unlock(let form): try holder.unlock(try credential(form), since: count)
        case .setPasscode: try holder.setPasscode(try passcode(from: 0))
        case .changePasscode(let old):
            let new = try passcode(from: old.byteCount)
            try holder.changePasscode(try credential(old), to: new)
        case .removePasscode(let form): try holder.removePasscode(try credential(form))
        case .recover(let key):
            let new = try passcode(from: key.byteCount)
            try holder.recover(with: try credential(key), settingPasscode: new, since: count)
        case .addKey(let new, let authorization): try add(new, authorization, on: holder)
        case .removeKey(let number, let authorization):
            guard let authorization else { return try holder.removeKey(number, authorizedBy: nil) }
            try holder.removeKey(number, authorizedBy: try credential(authorization))
        case .renameKey(let number, let name): try holder.renameKey(number, to: name)
        case .changeSettings(let change, let authorization):
            guard let authorization else {
                return try holder.changeSettings(change, authorizedBy: nil)
            }
            try holder.changeSettings(change, authorizedBy: try credential(authorization))
        case .erase: try holder.erase()
        case .setPasscodeRules(let rules): try holder.setPasscodeRules(rules)
        default: throw ProtectionError(.internalError, "the request needs no worker")
        }
    }

    private func add(
        _ new: NewKeyForm,
        _ authorization: CredentialForm?,
        on holder: KeyHolder
    ) throws {
        let start = authorization?.byteCount ?? 0
        let slot = try slot(new, credential(new.form, at: start))
        guard let authorization else { return try holder.addKey(slot, authorizedBy: nil) }
        try holder.addKey(slot, authorizedBy: try credential(authorization))
    }

    private func slot(
        _ new: NewKeyForm,
        _ credential: consuming KeyCredential
    ) throws -> NewKeySlot {
        guard let chip = new.chip else {
            return NewKeySlot(name: new.name, credential, data: new.data)
        }
        guard case .passcode(let pin) = consume credential else {
            throw ProtectionError(.invalidArgument, "a TPM counts wrong guesses at a PIN alone")
        }
        return NewKeySlot(name: new.name, pin: pin, countedBy: chip)
    }

    private func credential(_ form: CredentialForm, at start: Int = 0) throws -> KeyCredential {
        let bytes = try piece(start..<start + form.byteCount)
        guard form.kind != .passcode else { return .passcode(Passcode(bytes)) }
        return .key(StrongKey(form.kind, bytes))
    }

    private func passcode(from start: Int) throws -> Passcode {
        Passcode(try piece(start..<max(start, secrets?.count ?? 0)))
    }

    private func piece(_ range: Range<Int>) throws -> SecureBytes {
        do {
            guard let secrets else { throw CryptoError(.invalidInput) }
            return try secrets.piece(range, in: .transit)
        } catch { throw ProtectionError(error, "the passcode") }
    }
}
