package import KeyManagement
package import ProtectionModel
package import ProtectionModel
import SodiumCrypto

extension AgentKeyService: DeviceControl {
    package func unlock(_ passcode: borrowing Passcode) throws(KeyError) {
        try control(.unlock, try payload(passcode))
    }

    package func lock(skippingGrace: Bool) throws(KeyError) {
        _ = try lockNamingLaggards(skippingGrace: skippingGrace)
    }

    /// Locks, and names the clients that were disconnected because they did not acknowledge.
    ///
    /// - Throws: `KeyError` when the agent cannot be asked.
    package func lockNamingLaggards(
        skippingGrace: Bool
    ) throws(KeyError) -> [ClientProcess] {
        let reply: ControlReply = try ask(.lock(skippingGrace: skippingGrace))
        return reply.laggards
    }

    package func reboot() throws(KeyError) {
        try control(.reboot)
    }

    package func shutDown() throws(KeyError) {
        do throws(KeyError) {
            try control(.shutDown)
        } catch {
            // Off is what was wanted, whoever was faster.
            guard error.code == .deviceOff else { throw error }
        }
    }

    package func setPasscode(_ new: borrowing Passcode) throws(KeyError) {
        try control(.setPasscode, try payload(new))
    }

    package func changePasscode(
        _ old: borrowing Passcode,
        to new: borrowing Passcode
    ) throws(KeyError) {
        let count = old.bytes.count
        let payload: SecretPayload
        do throws(CryptoError) {
            payload = try SecretPayload(count: count + new.bytes.count, arena: arena)
            try payload.store(old.bytes, at: 0)
            try payload.store(new.bytes, at: count)
        } catch { throw KeyError(error, "the passcode") }
        try control(.changePasscode(oldByteCount: count), payload)
    }

    package func removePasscode(_ old: borrowing Passcode) throws(KeyError) {
        try control(.removePasscode, try payload(old))
    }

    package func setPasscodeRules(_ rules: PasscodeRules) throws(KeyError) {
        try control(.setPasscodeRules(rules))
    }

    package func erase() throws(KeyError) {
        try control(.erase)
    }

    private func control(
        _ request: AgentRequest,
        _ secrets: SecretPayload? = nil
    ) throws(KeyError) {
        let _: ControlReply = try ask(request, secrets: secrets)
    }

    private func payload(_ passcode: borrowing Passcode) throws(KeyError) -> SecretPayload {
        do throws(CryptoError) {
            let payload = try SecretPayload(count: passcode.bytes.count, arena: arena)
            try payload.store(passcode.bytes, at: 0)
            return payload
        } catch { throw KeyError(error, "the passcode") }
    }
}
