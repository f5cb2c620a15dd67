import KeyManagement
import ProtectionModel
import SodiumCrypto

/// A request that runs off the loop, with the passcodes of its frame's secret part.
struct PasscodeRequest: Sendable {
    private let request: AgentRequest
    private let secrets: SecretPayload?

    init(_ request: AgentRequest, secrets: SecretPayload?) {
        self.request = request
        self.secrets = secrets
    }

    func run(on holder: KeyHolder) throws {
        let count = secrets?.count ?? 0
        switch request {
        case .unlock: try holder.unlock(try passcode(0..<count))
        case .setPasscode: try holder.setPasscode(try passcode(0..<count))
        case .changePasscode(let old):
            try holder.changePasscode(try passcode(0..<old), to: try passcode(old..<count))
        case .removePasscode: try holder.removePasscode(try passcode(0..<count))
        case .erase: try holder.erase()
        case .setPasscodeRules(let rules): try holder.setPasscodeRules(rules)
        default: throw ProtectionError(.internalError, "the request needs no worker")
        }
    }

    private func passcode(_ range: Range<Int>) throws -> Passcode {
        do {
            guard let secrets else { throw CryptoError(.invalidInput) }
            return Passcode(try secrets.piece(range, in: .transit))
        } catch { throw ProtectionError(error, "the passcode") }
    }
}
