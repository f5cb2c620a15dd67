package import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// Rules for the passcode, as configuration profiles bring them.
extension KeyHolder {
    /// The rules in force.
    package var passcodeRules: PasscodeRules { state.withLock { $0.rules } }

    package func setPasscodeRules(_ rules: PasscodeRules) throws(KeyError) {
        try transition { (state, now) throws(KeyError) in
            try Self.checkIsOn(state)
            guard let secrets = state.secrets else {
                throw KeyError(.deviceOff, "the device is off")
            }
            // Guesses that were made under a larger limit must not erase now: the next one decides.
            var rules = rules
            if let limit = rules.maximumFailedAttempts, state.attempts.failures > 0 {
                rules.maximumFailedAttempts = max(limit, Int(state.attempts.failures) + 1)
            }
            let bytes: [UInt8]
            do throws(CryptoError) {
                bytes = try PasscodeRulesFile.encode(rules, for: deviceID, secrets)
            } catch { throw KeyError(error, "the rules for the passcode") }
            guard rules != state.rules else { return [] }
            try directory.storePasscodeRules(rules == PasscodeRules() ? nil : bytes)
            state.rules = rules
            return state.machine.adopt(state.settings, at: now)
        }
    }

    /// What is stored; rules that do not authenticate are no rules less.
    static func loadRules(
        _ directory: DeviceDirectory,
        _ device: DeviceID,
        _ secrets: DeviceSecrets
    ) throws(KeyError) -> PasscodeRules {
        guard let bytes = try directory.passcodeRules() else { return PasscodeRules() }
        do throws(CryptoError) {
            if let rules = try PasscodeRulesFile.decode(bytes, for: device, secrets) {
                return rules
            }
        } catch { throw KeyError(error, "the rules for the passcode") }
        throw KeyError(
            .authenticationFailure,
            "the rules for the passcode, '\(directory.path)/\(PasscodeRulesFile.name)', are damaged;"
                + " remove that file, and install the profiles that demand them again"
        )
    }

    /// Judges a new passcode by its traits; nil stands for none.
    ///
    /// - Throws: `KeyError` with `passcode-policy`.
    func checkRules(_ traits: PasscodeTraits?) throws(KeyError) {
        let rules = passcodeRules
        let violations = rules.violations(of: traits)
        guard !violations.isEmpty else { return }
        throw KeyError(
            .passcodePolicy,
            Self.rulesRefusal + ": "
                + violations.map { Self.sentence($0, rules) }.joined(separator: ", ")
        )
    }

    /// How the refusal of a passcode by rules begins; what helps then is no advice on passcodes.
    package static let rulesRefusal = "a configuration profile demands another passcode"

    private static func sentence(
        _ violation: PasscodeRules.Violation,
        _ rules: PasscodeRules
    ) -> String {
        switch violation {
        case .missing: "there must be one"
        case .tooShort: "at least \(rules.minimumLength) characters"
        case .noLetter: "at least one letter"
        case .tooFewComplexCharacters:
            "at least \(rules.minimumComplexCount) characters that are neither letters nor digits"
        case .simple: "no repeats or runs such as 111 and 123"
        }
    }
}

extension DeviceDirectory {
    /// The stored rules; nil when there are none.
    ///
    /// - Throws: `KeyError` with `permission-denied` or `io-error`.
    func passcodeRules() throws(KeyError) -> [UInt8]? {
        do throws(SystemError) {
            let file = try OwnedFile(
                PasscodeRulesFile.name,
                in: directory.descriptor,
                [],
                on: fileSystem
            )
            guard try file.status().kind == .file else { return [] }
            return try file.read(PasscodeRulesFile.byteCount + 1, at: 0)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw KeyError(error, "the rules for the passcode")
        }
    }

    /// Replaces the rules, or removes them with nil, durably.
    ///
    /// - Throws: `KeyError` with `io-error` or `no-space`.
    func storePasscodeRules(_ bytes: [UInt8]?) throws(KeyError) {
        do throws(SystemError) {
            if let bytes { return try directory.replace(PasscodeRulesFile.name, with: bytes) }
            try fileSystem.unlink(PasscodeRulesFile.name, in: directory.descriptor, folder: false)
            try directory.synchronize()
        } catch {
            guard bytes != nil || ErrorCode(error) != .notFound else { return }
            throw KeyError(error, "the rules for the passcode")
        }
    }
}
