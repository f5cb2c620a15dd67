package import KeyManagement
package import ProtectionModel
import SodiumCrypto

extension AgentKeyService: DeviceControl {
    package func unlock(_ passcode: borrowing Passcode) throws {
        try connection.control(.unlock, try payload(passcode))
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
        try connection.control(.setPasscode, try payload(new))
    }

    package func changePasscode(
        _ old: borrowing Passcode,
        to new: borrowing Passcode
    ) throws {
        let count = old.bytes.count
        let payload: SecretPayload
        do {
            payload = try SecretPayload(count: count + new.bytes.count, arena: arena)
            try payload.store(old.bytes, at: 0)
            try payload.store(new.bytes, at: count)
        } catch { throw ProtectionError(error, "the passcode") }
        try connection.control(.changePasscode(oldByteCount: count), payload)
    }

    package func removePasscode(_ old: borrowing Passcode) throws {
        try connection.control(.removePasscode, try payload(old))
    }

    package func setPasscodeRules(_ rules: PasscodeRules) throws {
        try connection.control(.setPasscodeRules(rules))
    }

    package func erase() throws {
        try connection.control(.erase)
    }

    private func payload(_ passcode: borrowing Passcode) throws -> SecretPayload {
        do {
            let payload = try SecretPayload(count: passcode.bytes.count, arena: arena)
            try payload.store(passcode.bytes, at: 0)
            return payload
        } catch { throw ProtectionError(error, "the passcode") }
    }
}
