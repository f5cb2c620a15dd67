import ProtectionModel
package import SodiumCrypto

/// What a device keeps on disk for its holder: the keybag, the device key, and what the device
/// key authenticates: the record of attempts, the rules for the passcode, the mark of an erase.
package struct DeviceRecords: Sendable {
    let deviceID: DeviceID
    let directory: DeviceDirectory
    let keySource: any DeviceKeySource
    let chips: ChipOpener
    let arena: SecureArena
    /// The least that a derivation may cost.
    private let floor: Argon2id.Cost

    /// The records of the device in a directory.
    ///
    /// - Throws: `ProtectionError` with `device-not-found`, `unsupported-version` or
    ///   `authentication-failure`.
    package init(
        _ directory: DeviceDirectory,
        keySource: any DeviceKeySource,
        chips: ChipOpener = .none,
        derivation: any PasscodeDerivation = Argon2idDerivation(),
        arena: SecureArena
    ) throws {
        deviceID = try directory.deviceID()
        self.directory = directory
        self.keySource = keySource
        self.chips = chips
        self.arena = arena
        floor = derivation.floor
    }

    /// What hangs on the device key alone.
    ///
    /// - Throws: `ProtectionError` with `device-key-missing`, `authentication-failure`.
    func secrets() throws -> DeviceSecrets {
        try DeviceSecrets(
            deviceKey: try keySource.load(for: deviceID, arena: arena),
            device: deviceID
        )
    }

    /// The keybag in place.
    ///
    /// - Throws: `ProtectionError` with `unsupported-version`, `authentication-failure`.
    func keybag(_ secrets: DeviceSecrets) throws -> Keybag {
        try Keybag.decode(try directory.keybag.read(), secrets, floor: floor)
    }

    /// The keybag in place, of which nothing is authenticated yet.
    ///
    /// - Throws: as ``keybag(_:)``.
    func keybagWithoutDeviceKey() throws -> Keybag {
        try Keybag.decode(withoutDeviceKey: try directory.keybag.read(), floor: floor)
    }

    /// Why the device key does not open the keybag; nil when it does.
    ///
    /// - Throws: `ProtectionError` with `permission-denied`, `io-error`, `unsupported-version`, and
    ///   whatever a chip refuses that may open the key at another time.
    func deviceKeyFault() throws -> ProtectionError? {
        do {
            _ = try keybag(try secrets())
            return nil
        } catch let error as ProtectionError {
            let isPassing = (error.cause as? TPMRefusal).map { $0 != .otherChip } ?? false
            switch error.code {
            case .deviceKeyMissing,
                .authenticationFailure where !isPassing:
                return error
            default: throw error
            }
        }
    }

    /// Whether there is no device key at all.
    ///
    /// - Throws: as ``deviceKeyFault()``.
    func isDeviceKeyMissing() throws -> Bool {
        do {
            _ = try secrets()
            return false
        } catch let error as ProtectionError {
            guard error.code != .authenticationFailure else { return false }
            guard error.code == .deviceKeyMissing else { throw error }
            return true
        }
    }

    /// All that a keybag key opens: the class keys and, for changes while unlocked, itself.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure`.
    func open(_ keybag: Keybag, under keybagKey: SecretBox) throws -> OpenedKeys {
        do {
            let held = try keybagKey.secret.copy(to: .classKeys(.complete))
            return OpenedKeys(
                classes: try keybag.openClasses(under: keybagKey, arena: arena),
                keybagKey: SecretBox(held)
            )
        } catch { throw ProtectionError(error, "the keybag") }
    }

    /// Puts a keybag in the place of the old one.
    ///
    /// - Returns: what failed although the new keybag is the one in force.
    /// - Throws: `ProtectionError` with `io-error` or `no-space`; the old one is in force then.
    func put(_ keybag: Keybag) throws -> ProtectionError? {
        do {
            try directory.keybag.replace(with: keybag.bytes)
            return nil
        } catch let error as ProtectionError {
            // Going back to the old one may fail as well.
            guard let present = try? directory.keybag.read(), present == keybag.bytes else {
                throw error
            }
            return ProtectionError(
                error.code,
                "the change is made, but may not outlive a power loss: \(error.message)",
                cause: error
            )
        }
    }
}

/// What a slot of the keybag opened.
struct OpenedKeys: Sendable {
    var classes: [ProtectionClass: SecretBox] = [:]
    /// In class A's group.
    var keybagKey: SecretBox?
}

// The record of attempts, and the rules.
extension DeviceRecords {
    /// What a device says that is to get another key where a file lies that is not its key.
    package static let isLeftAlone = "is not the key of this device, so it is left alone"
    /// How the refusal of a keybag ends that is not the record's.
    package static let otherKeybag =
        "belongs to another keybag than the device has: the passcode was changed between the two"

    /// The record beside the device key; one that is missing or damaged counts as the longest
    /// delay.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` when it is another keybag's.
    func attemptRecord(beside keybag: Keybag, _ secrets: DeviceSecrets) throws -> AttemptRecord {
        guard let record = try storedAttemptRecord(secrets) else {
            return keybag.hasPasscode
                ? AttemptRecord(lostBeside: keybag) : AttemptRecord(of: keybag)
        }
        guard record.belongs(to: keybag) else {
            throw ProtectionError(
                .authenticationFailure,
                "the record of wrong passcodes, '\(keySource.attemptsPlace)', " + Self.otherKeybag
            )
        }
        return record
    }

    /// The record that goes on beside an older keybag: what was counted on another one counts.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func attemptRecord(
        besideOlder keybag: Keybag,
        _ secrets: DeviceSecrets
    ) throws -> AttemptRecord {
        guard let record = try storedAttemptRecord(secrets) else {
            return try attemptRecord(beside: keybag, secrets)
        }
        // Until it is accepted, the newest belongs to the record as before.
        return record.announcing(keybag)
    }

    /// Nil when it is missing or damaged.
    private func storedAttemptRecord(_ secrets: DeviceSecrets) throws -> AttemptRecord? {
        guard let bytes = try keySource.loadAttempts(for: deviceID) else { return nil }
        do {
            return try AttemptRecord.decode(bytes, for: deviceID, key: secrets.attemptCode)
        } catch { throw ProtectionError(error, "the record of passcode attempts") }
    }

    /// Puts the record of attempts on disk.
    ///
    /// - Throws: `ProtectionError` with `io-error`, `no-space`.
    func store(_ record: AttemptRecord, _ secrets: DeviceSecrets) throws {
        let bytes: [UInt8]
        do {
            bytes = try record.encode(for: deviceID, key: secrets.attemptCode)
        } catch { throw ProtectionError(error, "the record of passcode attempts") }
        try keySource.storeAttempts(bytes, for: deviceID)
    }

    /// The rules that are stored; ones that do not authenticate are not taken for none.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure`, `permission-denied`, `io-error`.
    func rules(_ secrets: DeviceSecrets) throws -> PasscodeRules {
        guard let bytes = try directory.passcodeRules() else { return PasscodeRules() }
        do {
            if let rules = try PasscodeRulesFile.decode(bytes, for: deviceID, secrets) {
                return rules
            }
        } catch { throw ProtectionError(error, "the rules for the passcode") }
        throw ProtectionError(
            .authenticationFailure,
            "the rules for the passcode, '\(directory.path)/\(PasscodeRulesFile.name)', are damaged;"
                + " remove that file, and install the profiles that demand them again"
        )
    }

    /// Puts the rules on disk.
    ///
    /// - Throws: `ProtectionError` with `io-error`, `no-space`.
    func store(_ rules: PasscodeRules, _ secrets: DeviceSecrets) throws {
        let bytes: [UInt8]
        do {
            bytes = try PasscodeRulesFile.encode(rules, for: deviceID, secrets)
        } catch { throw ProtectionError(error, "the rules for the passcode") }
        try directory.storePasscodeRules(rules == PasscodeRules() ? nil : bytes)
    }
}

// What the records tell of a device, held or not; no lock is taken, and no key stays in memory.
extension DeviceRecords {
    /// How a device that nobody holds stands: off, with what its records say, and its settings.
    ///
    /// - Throws: `ProtectionError` with `device-key-missing`, `authentication-failure`,
    ///   `rolled-back`, `unsupported-version`.
    package func statusWhileOff() throws -> (status: DeviceStatus, settings: DeviceSettings) {
        let secrets = try secrets()
        let keybag = try keybag(secrets)
        try checkIsNewest(keybag, secrets)
        let record = try attemptRecord(beside: keybag, secrets)
        let status = DeviceStatus(
            state: .off,
            hasPasscode: keybag.hasPasscode,
            failedAttempts: record.failures,
            // A start begins the whole of it anew.
            retryAfter: record.delay,
            isMemoryLocked: arena.isMemoryLocked
        )
        return (status, keybag.settings.tightened(by: try rules(secrets)))
    }

    /// The keys that open the device, whatever its state.
    ///
    /// - Throws: `ProtectionError` with `device-key-missing`, `authentication-failure`,
    ///   `unsupported-version`.
    package func keySlots() throws -> [KeySlot] {
        try keybag(try secrets()).slots.filter { $0.kind != .device }
    }

    /// How the passcode guards the device, whatever its state.
    ///
    /// - Throws: `ProtectionError` with `device-key-missing`, `authentication-failure`,
    ///   `unsupported-version`.
    package func passcodeGuard() throws -> PasscodeGuard {
        let secrets = try secrets()
        let keybag = try keybag(secrets)
        let rules = try rules(secrets)
        return PasscodeGuard(
            hasPasscode: keybag.hasPasscode,
            maximumFailedAttempts: keybag.settings.tightened(by: rules).maximumFailedAttempts,
            minimumLength: rules.minimumLength
        )
    }
}

/// How the passcode guards a device.
package struct PasscodeGuard: Sendable, Equatable {
    /// Whether there is one.
    package let hasPasscode: Bool
    /// Distinct wrong passcodes in a row that erase the device; nil for never.
    package let maximumFailedAttempts: UInt32?
    /// The fewest characters that the installed profiles demand of a new one.
    package let minimumLength: Int
}
