package import KeyManagement
package import ProtectionModel
import SodiumCrypto

extension AgentKeyService: DeviceControl {
    package func unlock(_ credential: borrowing KeyCredential) throws {
        let form = CredentialForm(credential)
        try connection.control(.unlock(form), try payload(credential))
    }

    package func lock(skippingGrace: Bool) throws {
        _ = try connection.lock(skippingGrace: skippingGrace)
    }

    package func reboot() throws {
        try connection.control(.reboot)
    }

    package func shutDown() throws {
        try connection.shutDownDevice()
    }

    package func setPasscode(_ new: borrowing Passcode) throws {
        let payload = try payload(new.bytes.count)
        try store(new.bytes, at: 0, in: payload)
        try connection.control(.setPasscode, payload)
    }

    package func changePasscode(
        _ old: borrowing KeyCredential,
        to new: borrowing Passcode
    ) throws {
        try connection.control(
            .changePasscode(CredentialForm(old)),
            try payload(old, followedBy: new.bytes)
        )
    }

    package func removePasscode(_ old: borrowing KeyCredential) throws {
        try connection.control(.removePasscode(CredentialForm(old)), try payload(old))
    }

    package func recover(
        with key: borrowing KeyCredential,
        settingPasscode new: borrowing Passcode
    ) throws {
        try connection.control(
            .recover(CredentialForm(key)),
            try payload(key, followedBy: new.bytes)
        )
    }

    package func addKey(
        _ new: borrowing NewKeySlot,
        authorizedBy credential: borrowing KeyCredential?
    ) throws {
        let form = NewKeyForm(new)
        switch credential {
        case .some(let credential):
            let authorization = CredentialForm(credential)
            let count = authorization.byteCount
            let payload = try payload(count + form.form.byteCount)
            try store(credential, at: 0, in: payload)
            try store(new.credential, at: count, in: payload)
            try connection.control(.addKey(form, authorization), payload)
        case .none:
            try connection.control(.addKey(form, nil), try payload(new.credential))
        }
    }

    package func removeKey(
        _ number: UInt8,
        authorizedBy credential: borrowing KeyCredential?
    ) throws {
        switch credential {
        case .some(let credential):
            try connection.control(
                .removeKey(number, CredentialForm(credential)),
                try payload(credential)
            )
        case .none: try connection.control(.removeKey(number, nil))
        }
    }

    package func renameKey(_ number: UInt8, to name: String) throws {
        try connection.control(.renameKey(number, name))
    }

    package func changeSettings(
        _ change: SettingsChange,
        authorizedBy credential: borrowing KeyCredential?
    ) throws {
        switch credential {
        case .some(let credential):
            try connection.control(
                .changeSettings(change, CredentialForm(credential)),
                try payload(credential)
            )
        case .none: try connection.control(.changeSettings(change, nil))
        }
    }

    package func setPasscodeRules(_ rules: PasscodeRules) throws {
        try connection.control(.setPasscodeRules(rules))
    }

    package func erase() throws {
        try connection.control(.erase)
    }
}

// The secret part of a request.
extension AgentKeyService {
    private func payload(_ credential: borrowing KeyCredential) throws -> SecretPayload {
        let payload = try payload(CredentialForm(credential).byteCount)
        try store(credential, at: 0, in: payload)
        return payload
    }

    private func payload(
        _ credential: borrowing KeyCredential,
        followedBy passcode: borrowing SecureBytes
    ) throws -> SecretPayload {
        let count = CredentialForm(credential).byteCount
        let payload = try payload(count + passcode.count)
        try store(credential, at: 0, in: payload)
        try store(passcode, at: count, in: payload)
        return payload
    }

    private func payload(_ byteCount: Int) throws -> SecretPayload {
        do { return try SecretPayload(count: byteCount, arena: arena) } catch {
            throw ProtectionError(error, "the passcode")
        }
    }

    /// Inlined, it makes the optimizer of Swift 6.3.1 crash.
    @inline(never)
    private func store(
        _ credential: borrowing KeyCredential,
        at offset: Int,
        in payload: SecretPayload
    ) throws {
        switch credential {
        case .passcode(let passcode): try store(passcode.bytes, at: offset, in: payload)
        case .key(let key): try store(key.secret, at: offset, in: payload)
        }
    }

    private func store(
        _ secret: borrowing SecureBytes,
        at offset: Int,
        in payload: SecretPayload
    ) throws {
        do { try payload.store(secret, at: offset) } catch {
            throw ProtectionError(error, "the passcode")
        }
    }
}
