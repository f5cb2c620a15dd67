package import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// Rules for the passcode, as configuration profiles bring them.
extension KeyHolder {
    /// The rules in force.
    package var passcodeRules: PasscodeRules { state.withLock { $0.rules } }

    package func setPasscodeRules(_ rules: PasscodeRules) throws {
        try transition { state, now in
            try Self.checkIsOn(state)
            guard let secrets = state.secrets else {
                throw ProtectionError(.deviceOff, "the device is off")
            }
            // Guesses that were made under a larger limit must not erase now: the next one decides.
            var rules = rules
            if let limit = rules.maximumFailedAttempts, state.attempts.failures > 0 {
                rules.maximumFailedAttempts = max(limit, Int(state.attempts.failures) + 1)
            }
            let bytes: [UInt8]
            do {
                bytes = try PasscodeRulesFile.encode(rules, for: deviceID, secrets)
            } catch { throw ProtectionError(error, "the rules for the passcode") }
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
    ) throws -> PasscodeRules {
        guard let bytes = try directory.passcodeRules() else { return PasscodeRules() }
        do {
            if let rules = try PasscodeRulesFile.decode(bytes, for: device, secrets) {
                return rules
            }
        } catch { throw ProtectionError(error, "the rules for the passcode") }
        throw ProtectionError(
            .authenticationFailure,
            "the rules for the passcode, '\(directory.path)/\(PasscodeRulesFile.name)', are damaged;"
                + " remove that file, and install the profiles that demand them again"
        )
    }

    /// Judges a new passcode by its traits; nil stands for none.
    ///
    /// - Throws: `ProtectionError` with `passcode-policy`.
    func checkRules(_ traits: PasscodeTraits?) throws {
        let rules = passcodeRules
        let violations = rules.violations(of: traits)
        guard !violations.isEmpty else { return }
        throw ProtectionError(
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
    /// - Throws: `ProtectionError` with `permission-denied` or `io-error`.
    func passcodeRules() throws -> [UInt8]? {
        do {
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
            throw ProtectionError(error, "the rules for the passcode")
        }
    }

    /// Replaces the rules, or removes them with nil, durably.
    ///
    /// - Throws: `ProtectionError` with `io-error` or `no-space`.
    func storePasscodeRules(_ bytes: [UInt8]?) throws {
        do {
            if let bytes { return try directory.replace(PasscodeRulesFile.name, with: bytes) }
            try fileSystem.unlink(PasscodeRulesFile.name, in: directory.descriptor, folder: false)
            try directory.synchronize()
        } catch {
            guard bytes != nil || ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, "the rules for the passcode")
        }
    }
}
