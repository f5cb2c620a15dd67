import ProtectionModel
import SodiumCrypto

/// Where a device stands, and what it has in memory there: what changes together, under the one
/// mutex of its ``HeldDevice``.
struct HeldState: ~Copyable {
    private(set) var machine: LockMachine
    private(set) var keybag: Keybag
    private(set) var keys: ClassKeys
    /// Nil while the device is off.
    private(set) var secrets: DeviceSecrets?
    /// What authenticates a changed keybag, from an unlock on; wiped together with class A.
    private(set) var keybagKey: SecretBox?
    /// What configuration profiles demand.
    private(set) var rules = PasscodeRules()
    /// Grows with every lock, discard, restart and end.
    private(set) var epoch: UInt64 = 0
    /// Grows with every lock that is asked for, restart and end, which revoke an unlock that is
    /// still stretching its passcode.
    ///
    /// The end of a grace does not count: an unlock begun before is still wanted.
    private(set) var revocationCount: UInt64 = 0
    /// Tells this holder of the keys from any other.
    let holder = UInt64.random(in: .min ... .max)
    private var isErased = false
    /// Wrong passcodes; only their judge and a restart change them.
    private(set) var attempts: AttemptsInForce

    /// A device that is off.
    init(_ keybag: Keybag, keys: consuming ClassKeys) {
        machine = LockMachine(settings: keybag.settings, hasPasscode: keybag.hasPasscode)
        attempts = AttemptsInForce(AttemptRecord(of: keybag), since: .zero)
        self.keybag = keybag
        self.keys = keys
    }

    /// The device's settings with what the rules demand.
    var settings: DeviceSettings { keybag.settings.tightened(by: rules) }

    /// - Throws: `ProtectionError` with `device-erased`.
    func checkIsNotErased() throws {
        guard !isErased else { throw ProtectionError(.deviceErased, "the device was erased") }
    }

    /// - Throws: `ProtectionError` with `device-erased`, `device-off`.
    func checkIsOn() throws {
        try checkIsNotErased()
        guard machine.state != .off else {
            throw ProtectionError(.deviceOff, "the device is off")
        }
    }

    /// What hangs on the device key.
    ///
    /// - Throws: `ProtectionError` with `device-erased`, `device-off`.
    func presentSecrets() throws -> DeviceSecrets {
        try checkIsOn()
        guard let secrets else { throw ProtectionError(.deviceOff, "the device is off") }
        return secrets
    }

    /// Whether there are the wrong passcodes that earn an erase.
    var hasSpentLimit: Bool {
        settings.isLimitSpent(by: attempts.record, hasPasscode: keybag.hasPasscode)
    }
}

// What happens to the lock.
extension HeldState {
    /// Lets every deadline up to and including `now` take effect.
    mutating func advance(to now: Duration) -> [LockMachine.Action] { machine.advance(to: now) }

    /// A file is used, so the device is not idle.
    mutating func noteUse(at now: Duration) { machine.noteActivity(at: now) }

    /// Content moved; a lock that is due comes nevertheless.
    mutating func noteActivity(at now: Duration) {
        guard let deadline = machine.autoLockDeadline, deadline > now else { return }
        machine.noteActivity(at: now)
    }

    mutating func boot(at now: Duration) -> [LockMachine.Action] { machine.boot(at: now) }

    /// Locks, and revokes any unlock that is still stretching its passcode: it came before.
    mutating func lock(at now: Duration, skippingGrace: Bool) -> [LockMachine.Action] {
        epoch += 1
        revocationCount += 1
        return machine.lock(at: now, skippingGrace: skippingGrace)
    }

    mutating func reboot(at now: Duration) throws -> [LockMachine.Action] {
        try checkIsOn()
        return machine.reboot(at: now)
    }

    mutating func shutDown(at now: Duration) -> [LockMachine.Action] { machine.shutDown(at: now) }

    /// The device key is gone; nothing happens when that is known.
    mutating func erase(at now: Duration) -> [LockMachine.Action] {
        guard !isErased else { return [] }
        isErased = true
        return machine.erase(at: now)
    }

    /// The passcode was right, and these are the keys that it opens.
    mutating func unlock(with opened: OpenedKeys, at now: Duration) -> [LockMachine.Action] {
        adopt(opened)
        return machine.unlock(at: now)
    }

    private mutating func adopt(_ opened: OpenedKeys) {
        keys.adopt(opened.classes)
        keybagKey = opened.keybagKey ?? keybagKey
    }

    /// Another keybag with the same keys is in place; without a passcode, all of them are open.
    mutating func adopt(
        _ keybag: Keybag,
        _ opened: OpenedKeys,
        at now: Duration
    ) -> [LockMachine.Action] {
        let hasSamePasscodes =
            keybag.passcodes == self.keybag.passcodes
            && keybag.hasPasscode == self.keybag.hasPasscode
        self.keybag = keybag
        adopt(opened)
        let actions =
            hasSamePasscodes
            ? [] : machine.passcodeChanged(hasPasscode: keybag.hasPasscode, at: now)
        return actions + machine.adopt(settings, at: now)
    }

    /// Rules under which attempts that were made under a larger limit do not erase now: the next
    /// one decides.
    func sparingPastAttempts(_ rules: PasscodeRules) -> PasscodeRules {
        guard let limit = rules.maximumFailedAttempts, attempts.record.failures > 0 else {
            return rules
        }
        var rules = rules
        rules.maximumFailedAttempts = max(limit, Int(attempts.record.failures) + 1)
        return rules
    }

    /// Other rules hold from now on.
    mutating func adopt(_ rules: PasscodeRules, at now: Duration) -> [LockMachine.Action] {
        self.rules = rules
        return machine.adopt(settings, at: now)
    }
}

// What happens to attempts at the passcode.
extension HeldState {
    /// Takes note of where they stand; the delay they earned begins now.
    mutating func note(_ record: AttemptRecord, at now: Duration) {
        attempts = AttemptsInForce(record, since: now)
    }

    /// Takes back one that could not be counted.
    mutating func takeBack(_ attempt: PasscodeAttempt) { attempts = attempt.before }

    /// A restart begins the whole delay anew.
    mutating func restartDelay(at now: Duration) { attempts.restartDelay(at: now) }
}

// What happens to the keys.
extension HeldState {
    /// Loads what a device has when it is switched on: all of it or, when something fails, nothing.
    ///
    /// With `isOlder`, it may be an older copy, which nobody has accepted yet.
    ///
    /// - Returns: false when wrong passcodes have earned an erase; then nothing was loaded.
    mutating func load(_ records: DeviceRecords, isOlder: Bool = false) throws -> Bool {
        try records.directory.keybag.discardTemporary()
        let secrets = try records.secrets()
        let keybag = try records.keybag(secrets)
        if !isOlder { try settlePin(on: keybag, records, secrets) }
        let rules = try records.rules(secrets)
        let settings = keybag.settings.tightened(by: rules)
        attempts.record =
            isOlder
            ? try records.attemptRecord(besideOlder: keybag, secrets)
            : try records.attemptRecord(beside: keybag, secrets)
        if isOlder, let limit = settings.maximumFailedAttempts {
            // Its limit is not the one under which they were made: the next attempt decides.
            attempts.record.failures = min(attempts.record.failures, max(limit, 1) - 1)
        }
        guard !settings.isLimitSpent(by: attempts.record, hasPasscode: keybag.hasPasscode) else {
            return false
        }
        try keys.load(keybag, secrets)
        self.secrets = secrets
        self.keybag = keybag
        self.rules = rules
        machine = LockMachine(settings: settings, hasPasscode: keybag.hasPasscode)
        if !isOlder { settle(records, secrets) }
        return true
    }

    /// Refuses an older keybag; of a change that was under way, the one in place is made durable
    /// before the other is denied.
    private func settlePin(
        on keybag: Keybag,
        _ records: DeviceRecords,
        _ secrets: DeviceSecrets
    ) throws {
        guard records.noticesRollback else { return }
        try records.directory.keybag.synchronize()
        try records.settlePin(on: keybag, secrets)
    }

    /// Forgets that a change was under way, once the keybag in place is there for good.
    private mutating func settle(_ records: DeviceRecords, _ secrets: DeviceSecrets) {
        guard attempts.record.nextKeybag != nil else { return }
        let settled = attempts.record.settled(on: keybag)
        // What cannot be noted now is noted at the next start.
        do {
            try records.directory.keybag.synchronize()
            try records.store(settled, secrets)
            attempts.record = settled
        } catch {}
    }

    /// Wipes the class keys, so that no new file key can be had.
    mutating func discard(_ classes: [ProtectionClass]) {
        epoch += 1
        keys.discard(classes)
    }

    /// Wipes what a restart, or going off, takes away.
    mutating func end(_ records: DeviceRecords, at now: Duration) {
        epoch += 1
        revocationCount += 1
        let isOff = machine.state == .off
        if isOff { keys.switchOff() } else { keys.restart(hasPasscode: machine.hasPasscode) }
        forgetExpiredDelay(records, at: now)
        attempts.restartDelay(at: now)
        guard isOff else { return }
        records.arena.wipe(.device)
        secrets = nil
    }

    /// A delay that has run out does not start again with a restart.
    ///
    /// When the note of that is lost, the delay starts again: a wait too long, never one too short.
    private mutating func forgetExpiredDelay(_ records: DeviceRecords, at now: Duration) {
        guard attempts.record.delay != nil, let secrets,
            attempts.remainingDelay(at: now) == nil
        else { return }
        attempts.record.delay = nil
        try? records.store(attempts.record, secrets)
    }
}
