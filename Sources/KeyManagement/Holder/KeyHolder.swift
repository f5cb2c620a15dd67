package import ProtectionModel
package import SodiumCrypto
import Synchronization
package import SystemIO

/// Holds the keybag and the class keys of one device, and follows its lock state.
///
/// One per device: it keeps the device's holder lock for life. It puts together what does the work:
/// ``HeldDevice`` serialises what happens to the lock, ``ClassKeys`` answers for the keys of files,
/// ``PasscodeJudge`` tries passcodes, and ``KeybagChange`` changes them, and the other keys.
package final class KeyHolder: Sendable {
    package let suite: ChunkCipherSuite
    package let random: any RandomSource
    /// Of the device directory.
    package let directoryIdentity: FileIdentity
    package let clock: any DeviceClock
    private let records: DeviceRecords
    private let device: HeldDevice
    private let judge: PasscodeJudge
    private let change: KeybagChange
    private let claim: DeviceClaim
    private let beforeEnd = Mutex<(@Sendable () -> Void)?>(nil)

    /// Takes hold of a device, which stays off until ``boot()``.
    ///
    /// Finishes an erase that a crash interrupted.
    /// - Throws: `ProtectionError` with `busy`, `device-key-missing`, `device-erased`,
    ///   `authentication-failure`, `unsupported-version` or `cipher-unavailable`.
    package init(
        _ directory: DeviceDirectory,
        keySource: any DeviceKeySource,
        chips: ChipOpener = .none,
        clock: any DeviceClock,
        random: any RandomSource,
        derivation: any PasscodeDerivation = Argon2idDerivation(),
        arena: SecureArena
    ) throws {
        let records = try DeviceRecords(
            directory,
            keySource: keySource,
            chips: chips,
            derivation: derivation,
            arena: arena
        )
        claim = try directory.claim()
        directoryIdentity = try directory.identity()
        if try records.finishErase() {
            throw ProtectionError(.deviceErased, "the device '\(directory.path)' was erased")
        }
        let keybag = try records.keybag(try records.secrets())
        guard keybag.settings.suite.isAvailable else {
            throw ProtectionError(
                .cipherUnavailable,
                "the device was made for AES-256-GCM in hardware"
            )
        }
        suite = keybag.settings.suite
        self.random = random
        self.clock = clock
        self.records = records
        device = HeldDevice(keybag, random: random, records: records, clock: clock)
        judge = PasscodeJudge(device, records: records, derivation: derivation, clock: clock)
        change = KeybagChange(device, records: records, judge: judge, random: random, clock: clock)
    }

    package var deviceID: DeviceID { records.deviceID }

    package var arena: SecureArena { records.arena }

    /// Whether an older copy of the device is noticed.
    package var noticesRollback: Bool { records.noticesRollback }

    /// Lets deadlines that have passed take effect, after any transition under way.
    ///
    /// For a thread of its own, never for an observer.
    func advanceWaiting() {
        // The body never throws.
        try? device.transition { state, now in state.advance(to: now) }
    }

    /// When something happens by itself next, on the clock; nil when nothing will.
    package var nextDeadline: Duration? { device.withState { $0.machine.nextDeadline } }

    /// The machine's deadlines, for simulations that jump to one of them.
    package var lockMachine: LockMachine { device.withState { $0.machine } }

    /// Grows with every lock, discard, restart and end, so that a key on its way to another process
    /// can be told from a discard that came later.
    package var epoch: UInt64 { device.withState { $0.epoch } }

    /// Grows with every lock that is asked for, restart and end, which revoke the unlocks that were
    /// asked for before.
    package var revocationCount: UInt64 { device.withState { $0.revocationCount } }

    /// What was decided when the device was made, as rules from profiles tighten it.
    package var settings: DeviceSettings { device.withState { $0.settings } }

    /// The rules in force.
    package var passcodeRules: PasscodeRules { device.withState { $0.rules } }
}

extension KeyHolder: KeyService {
    package func advance() { device.advance() }

    package func noteActivity() { device.noteActivity() }

    package func volumeKeys() throws -> VolumeKeys {
        // Nothing that is due changes these keys, and a store asks for them where no observer may
        // run: with a folder or a file locked.
        try device.withState { state in
            try state.checkIsOn()
            return try state.keys.volumeKeys()
        }
    }

    package func makeKeys(_ requests: [NewKeyRequest]) throws -> [NewKey] {
        advance()
        return try device.withUse { state in
            var keys: [NewKey] = []
            for request in requests {
                keys.append(try state.keys.makeKey(request, in: state.machine.state))
            }
            return keys
        }
    }

    package func unwrap(
        _ requests: [UnwrapRequest]
    ) throws -> [Result<SecretBox, ProtectionError>] {
        advance()
        return try device.withUse { state in
            requests.map { request in
                Result(of: "a file key") {
                    try state.keys.unwrap(request, in: state.machine.state)
                }
            }
        }
    }

    package func rewrap(
        _ request: UnwrapRequest,
        to protection: ProtectionClass
    ) throws -> WrappedKey {
        advance()
        return try device.withState { state in
            try state.checkIsOn()
            return try state.keys.rewrap(request, to: protection, in: state.machine.state)
        }
    }

    package func status() throws -> DeviceStatus {
        advance()
        let now = clock.now()
        return device.withState { state in
            let isLocked = state.machine.state == .locking || state.machine.state == .locked
            return DeviceStatus(
                state: state.machine.state,
                hasPasscode: state.machine.hasPasscode,
                isUserInactive: state.machine.isUserInactive,
                failedAttempts: state.attempts.record.failures,
                retryAfter: state.attempts.remainingDelay(at: now),
                graceEndsIn: state.machine.graceDeadline.map { max(.zero, $0 - now) },
                isMemoryLocked: arena.isMemoryLocked,
                run: DeviceRun(holder: state.holder, number: state.machine.startCount),
                lockedFor: isLocked ? now - state.machine.lockedAt : nil
            )
        }
    }

    package func observe(
        _ observer: @escaping @Sendable (LockNotice) -> Void
    ) -> LockObservation {
        device.observe(observer)
    }
}

extension KeyHolder: DeviceControl {
    /// Switches the device on; nothing happens when it is on.
    ///
    /// Reads the keybag, the record of attempts, and what the device key alone opens.
    ///
    /// - Throws: `ProtectionError` with `device-erased`, `device-key-missing`,
    ///   `authentication-failure`; `rolled-back` where a chip tells that this is an older copy.
    package func boot() throws {
        let wasOff = device.withState { $0.machine.state == .off }
        try device.boot()
        guard wasOff, let secrets = device.withState({ $0.secrets }) else { return }
        // What a crash left of a PIN.
        judge.alone { CountedPIN(records).giveBack(secrets) }
    }

    package func unlock(_ credential: borrowing KeyCredential) throws {
        try unlock(credential, since: nil)
    }

    /// Tries a passcode or key that was given when there had been so many revocations.
    ///
    /// - Throws: as ``unlock(_:)``.
    package func unlock(_ credential: borrowing KeyCredential, since count: UInt64?) throws {
        try judge.withRight(credential) { attempt, opened in
            try device.transition { state, now in
                try state.checkNotRevoked(attempt, since: count)
                let keys = try records.open(attempt.keybag, under: opened.keybagKey)
                return state.unlock(with: keys, at: now)
            }
        }
    }

    package func lock(skippingGrace: Bool) throws {
        try device.transition { state, now in state.lock(at: now, skippingGrace: skippingGrace) }
    }

    package func reboot() throws {
        try device.transition { state, now in try state.reboot(at: now) }
    }

    package func shutDown() throws {
        let isOn = device.withState { $0.machine.state != .off }
        if isOn, let body = beforeEnd.withLock({ $0.take() }) {
            // It may wait for a chip: what a lock takes goes before that.
            try lock(skippingGrace: true)
            body()
        }
        try device.transition { state, now in state.shutDown(at: now) }
    }

    /// What a first passcode is refused with on a device that has one.
    package static let passcodeIsSet = "the device has a passcode"
    /// What a device says that has key files instead of a passcode.
    package static let otherKeysOpen = "the device has no passcode, and opens with its other keys"
    /// What a recovery says of a device on which it cannot know which passcode was forgotten.
    package static let passcodesAreSeveral = "the device has several passcodes"

    /// How the refusal of a PIN begins that nothing would stand beside.
    package static let pinIsAlone = KeybagChange.pinIsAlone

    package func setPasscode(_ new: borrowing Passcode) throws { try change.set(new) }

    package func changePasscode(
        _ old: borrowing KeyCredential,
        to new: borrowing Passcode
    ) throws {
        try change.change(old, to: new)
    }

    package func removePasscode(_ old: borrowing KeyCredential) throws { try change.remove(old) }

    package func recover(
        with key: borrowing KeyCredential,
        settingPasscode new: borrowing Passcode
    ) throws {
        try recover(with: key, settingPasscode: new, since: nil)
    }

    /// Recovers with a key that was given when there had been so many revocations.
    ///
    /// - Throws: as ``recover(with:settingPasscode:)``.
    package func recover(
        with key: borrowing KeyCredential,
        settingPasscode new: borrowing Passcode,
        since count: UInt64?
    ) throws {
        try change.change(key, to: new, unlocking: true, since: count)
    }

    package func addKey(
        _ new: borrowing NewKeySlot,
        authorizedBy credential: borrowing KeyCredential?
    ) throws {
        try change.add(new, authorizedBy: credential)
    }

    package func removeKey(
        _ number: UInt8,
        authorizedBy credential: borrowing KeyCredential?
    ) throws {
        try change.remove(slot: number, authorizedBy: credential)
    }

    package func renameKey(_ number: UInt8, to name: String) throws {
        try change.rename(slot: number, to: name)
    }

    package func changeSettings(
        _ change: SettingsChange,
        authorizedBy credential: borrowing KeyCredential?
    ) throws {
        try self.change.change(change, authorizedBy: credential)
    }

    package func setPasscodeRules(_ rules: PasscodeRules) throws {
        try device.transition { state, now in
            let secrets = try state.presentSecrets()
            let rules = state.sparingPastAttempts(rules)
            guard rules != state.rules else { return [] }
            try records.store(rules, secrets)
            return state.adopt(rules, at: now)
        }
    }

    package func erase() throws { try judge.alone { try device.erase() } }
}

// An older copy of the device.
extension KeyHolder {
    /// Calls `body` before the next shutdown, when the device has been locked and is still on.
    package func beforeShutDown(_ body: @escaping @Sendable () -> Void) {
        beforeEnd.withLock { $0 = body }
    }

    /// Lends the pin of the folders' generations, and its key; nil where nothing is pinned.
    ///
    /// - Throws: `ProtectionError` with `device-off`; what `body` throws.
    package func withFolderPin<Result>(
        _ body: (RollbackPin, borrowing SecureBytes) throws -> Result
    ) throws -> Result? {
        guard let pin = records.folderPin else { return nil }
        let secrets = try device.withState { state in try state.presentSecrets() }
        return try body(pin, secrets.rollback)
    }

    /// Switches on whatever copy of the keybag is in place, to accept it.
    ///
    /// - Returns: why ``boot()`` refuses it; nil for the newest.
    /// - Throws: as ``boot()``, but for `rolled-back`.
    package func bootOlder() throws -> ProtectionError? {
        try device.boot(isOlder: true)
        let (keybag, secrets) = try device.withState { state in
            (state.keybag, try state.presentSecrets())
        }
        do { try records.checkIsNewest(keybag, secrets) } catch let error as ProtectionError {
            guard error.code == .rolledBack else { throw error }
            return error
        }
        return nil
    }

    /// Takes the keybag in place for the newest, once a passcode or key of it was right; without a
    /// credential on a device that has no passcode.
    ///
    /// - Throws: as ``unlock(_:)``; `passcode-required`; `no-space` when the chip has no room.
    package func acceptOlder(authorizedBy credential: borrowing KeyCredential?) throws {
        try judge.withAuthorization(credential) { attempt, _ in
            let record = device.withState { $0.attempts.record }
            // What was counted beside another keybag goes on beside this one.
            try records.store(record.settled(on: attempt.keybag), attempt.secrets)
            try records.pin(attempt.keybag, attempt.secrets)
        }
    }
}

// Its place on disk, where others find it.
extension KeyHolder {
    /// Notes in the holder file where this holder answers, for those who do not find it at the
    /// usual place.
    ///
    /// - Throws: `ProtectionError` with `io-error` or `no-space`.
    package func publish(socketPath: String) throws {
        do { try claim.publish(socket: socketPath) } catch {
            throw ProtectionError(error, "the device '\(records.directory.path)'")
        }
    }

    /// Takes the note back, before the socket is closed.
    package func withdrawSocketPath() {
        // An address that stays behind is an error for those who come before the lock is free.
        try? claim.publish(socket: nil)
    }

    /// Notes anew what was noted, where the holder file was removed or replaced.
    ///
    /// Nothing happens in a directory without a keybag: it is being removed.
    ///
    /// - Returns: false when that was refused, as on a full disk.
    package func restorePublication() -> Bool {
        let directory = records.directory
        let keybag = try? directory.fileSystem.status(
            of: Keybag.fileName,
            in: directory.directory.descriptor
        )
        return keybag == nil || claim.restorePublication()
    }

    /// Calls `onChange`, on a thread of its own, after a name in the device directory was removed
    /// or replaced; nil where the machine has no such watch left.
    package func watchDirectory(
        _ onChange: @escaping @Sendable () -> Void
    ) -> DirectoryWatch? {
        let directory = records.directory
        return try? directory.fileSystem.watch(directory.directory.descriptor, onChange)
    }

    /// Whether the device directory was removed, so that this holder can no longer be reached.
    package var isDirectoryRemoved: Bool {
        (try? records.directory.directory.status())?.links == 0
    }
}
