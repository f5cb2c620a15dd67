import ProtectionModel
import SodiumCrypto

/// Changes the passcode, the other slots and the settings: what is in the keybag on disk, and on
/// the device that is held.
struct KeybagChange: Sendable {
    private let device: HeldDevice
    private let records: DeviceRecords
    private let judge: PasscodeJudge
    private let random: any RandomSource
    private let clock: any DeviceClock
    private let pins: CountedPIN

    /// Changes the keybag of a device whose passcodes `judge` judges.
    init(
        _ device: HeldDevice,
        records: DeviceRecords,
        judge: PasscodeJudge,
        random: any RandomSource,
        clock: any DeviceClock
    ) {
        self.device = device
        self.records = records
        self.judge = judge
        self.random = random
        self.clock = clock
        pins = CountedPIN(records)
    }

    /// Sets the first passcode.
    func set(_ new: borrowing Passcode) throws {
        try judge.withoutPasscode { attempt, opened in
            try replace(opened.slot, by: new, opened.keybagKey, attempt)
        }
    }

    /// Replaces a passcode by another one; with `unlocking` the device is unlocked besides.
    ///
    /// With a key that is not typed, the one passcode that the device has, which was forgotten; a
    /// chip then counts wrong PINs from 0, where it needs no owner for that.
    func change(
        _ old: borrowing KeyCredential,
        to new: borrowing Passcode,
        unlocking: Bool = false,
        since count: UInt64? = nil
    ) throws {
        try judge.withRight(old) { attempt, opened in
            let passcodes = attempt.slots(.passcode) + attempt.slots(.device)
            let replaced = opened.slot.kind.isTyped ? opened.slot : passcodes.first
            guard opened.slot.kind.isTyped || passcodes.count < 2 else {
                throw ProtectionError(
                    .invalidArgument,
                    KeyHolder.passcodesAreSeveral
                )
            }
            try replace(
                replaced,
                by: new,
                opened.keybagKey,
                attempt,
                unlocking: unlocking,
                since: count
            )
            if !opened.slot.kind.isTyped { pins.rearm(attempt.keybag.slots) }
        }
    }

    /// Removes the passcode, so that the device key alone opens the device.
    func remove(_ old: borrowing KeyCredential) throws {
        try judge.withRight(old) { attempt, opened in
            try checkRules(nil)
            let slots = attempt.keybag.slots
            let rest = slots.filter { $0 != opened.slot }
            guard opened.slot.kind.unlocks else {
                throw ProtectionError(
                    .invalidArgument,
                    "a recovery key does not remove the passcode; set another one with it first"
                )
            }
            guard !rest.contains(where: \.kind.unlocks) else {
                throw ProtectionError(
                    .invalidArgument,
                    "the device has other keys that unlock it; remove those first"
                )
            }
            var open = KeySlot(
                .device,
                number: opened.slot.number,
                name: rest.freeName(KeySlot.Kind.device.word),
                created: clock.wallTime(),
                salt: random.bytes(Argon2id.saltByteCount)
            )
            try wrap(&open, under: attempt.secrets.wrapping, opened.keybagKey)
            try replace(slots: rest + [open], opened.keybagKey, attempt)
        }
    }

    /// Adds a slot; without a credential on a device that has no passcode.
    func add(
        _ new: borrowing NewKeySlot,
        authorizedBy credential: borrowing KeyCredential?
    ) throws {
        try judge.withAuthorization(credential) { attempt, opened in
            let slots = attempt.keybag.slots
            try checkName(new.name, slots)
            if new.chip != nil { try checkTakesPIN(slots) }
            let number = try slots.freeNumber()
            try givingBackIndices(attempt) {
                let slot = try makeSlot(new, number: number, opened.keybagKey, attempt)
                // With a key that unlocks, the device key alone does not open the device any more.
                let rest = slot.kind.unlocks ? slots.filter { $0.kind != .device } : slots
                try replace(slots: rest + [slot], opened.keybagKey, attempt)
            }
        }
    }

    /// Removes a slot, which must not be the last that unlocks.
    func remove(
        slot number: UInt8,
        authorizedBy credential: borrowing KeyCredential?
    ) throws {
        try judge.withAuthorization(credential) { attempt, opened in
            let slots = attempt.keybag.slots
            let slot = try find(number, slots)
            let rest = slots.filter { $0 != slot }
            guard rest.contains(where: { $0.kind.unlocks || $0.kind == .device }) else {
                throw ProtectionError(
                    .invalidArgument,
                    "'\(slot.name)' is the last key that unlocks the device; removing the passcode "
                        + "leaves the device open"
                )
            }
            if slot.kind.isTyped, !rest.contains(where: \.kind.isTyped) { try checkRules(nil) }
            guard !rest.allSatisfy({ $0.kind == .pin }) else { throw Self.lonelyPIN }
            try replace(slots: rest, opened.keybagKey, attempt)
        }
    }

    /// Gives a slot of an unlocked device another name.
    func rename(slot number: UInt8, to name: String) throws {
        try judge.whileUnlocked { attempt, keybagKey in
            let slots = attempt.keybag.slots
            let slot = try find(number, slots)
            if slot.name != name { try checkName(name, slots) }
            let renamed = slots.map { $0 == slot ? $0.named(name) : $0 }
            try replace(slots: renamed, keybagKey, attempt)
        }
    }

    /// Changes settings of an unlocked device; with a credential also to more lenient ones.
    func change(
        _ change: SettingsChange,
        authorizedBy credential: borrowing KeyCredential?
    ) throws {
        switch credential {
        case .some(let credential):
            try judge.withRight(credential) { attempt, opened in
                guard attempt.isUnlocked else { throw PasscodeJudge.locked }
                try apply(change, opened.keybagKey, attempt)
            }
        case .none:
            try judge.whileUnlocked { attempt, keybagKey in
                let keybag = attempt.keybag
                guard !keybag.hasPasscode || !change.loosens(keybag.settings) else {
                    throw ProtectionError(
                        .passcodeRequired,
                        "to make the device's settings more lenient takes its passcode"
                    )
                }
                try apply(change, keybagKey, attempt)
            }
        }
    }

    private func apply(
        _ change: SettingsChange,
        _ keybagKey: SecretBox,
        _ attempt: PasscodeAttempt
    ) throws {
        let settings = change.applied(to: attempt.keybag.settings)
        try settings.checkAreKept()
        try checkSpares(settings)
        guard settings != attempt.keybag.settings else { return }
        try replace(settings: settings, keybagKey, attempt)
    }
}

// The slots.
extension KeybagChange {
    private func checkRules(_ traits: PasscodeTraits?) throws {
        try device.withState { $0.rules }.check(traits)
    }

    /// The wrong passcodes that there are must not erase the device at the next right one.
    private func checkSpares(_ settings: DeviceSettings) throws {
        let failures = device.withState { $0.attempts.record.failures }
        guard let limit = settings.maximumFailedAttempts, limit <= failures else { return }
        throw ProtectionError(
            .invalidArgument,
            "there are \(failures) wrong passcodes already: unlock with the right one first"
        )
    }

    private func checkName(_ name: String, _ slots: [KeySlot]) throws {
        guard KeySlot.isName(name) else {
            throw ProtectionError(
                .invalidArgument,
                "a key's name has 1 to \(KeySlot.nameByteLimit) bytes, and none that cannot be shown"
            )
        }
        guard !slots.contains(where: { $0.name == name }) else {
            throw ProtectionError(.alreadyExists, "the device has a key with the name '\(name)'")
        }
    }

    private func find(_ number: UInt8, _ slots: [KeySlot]) throws -> KeySlot {
        guard let slot = slots.first(where: { $0.number == number && $0.kind != .device }) else {
            throw ProtectionError(.notFound, "the device has no key with the number \(number)")
        }
        return slot
    }

    /// How the refusal of a PIN begins that nothing would stand beside.
    static let pinIsAlone = "a PIN alone would be lost with its chip"

    private static var lonelyPIN: ProtectionError {
        ProtectionError(.invalidArgument, "\(pinIsAlone): the device needs another key beside it")
    }

    private func checkTakesPIN(_ slots: [KeySlot]) throws {
        guard !slots.contains(where: { $0.kind == .pin }) else {
            throw ProtectionError(
                .alreadyExists,
                "the device has a PIN: whoever types one uses up a try at the other"
            )
        }
        guard slots.contains(where: { $0.kind != .device }) else { throw Self.lonelyPIN }
    }

    /// Runs a change that makes or ends a PIN; afterwards no chip keeps an index for nothing, as
    /// far as it can be reached.
    private func givingBackIndices(
        _ attempt: PasscodeAttempt,
        _ change: () throws -> Void
    ) rethrows {
        defer { pins.giveBack(attempt.secrets) }
        try change()
    }

    /// Puts a new passcode, or a new PIN of the same chip, in the place of a slot.
    private func replace(
        _ slot: KeySlot?,
        by new: borrowing Passcode,
        _ keybagKey: SecretBox,
        _ attempt: PasscodeAttempt,
        unlocking: Bool = false,
        since count: UInt64? = nil
    ) throws {
        // After the old one: those who do not know it do not learn how the rules judge.
        try checkRules(try new.traits())
        let rest = attempt.keybag.slots.filter { $0 != slot }
        let name = slot?.kind.isTyped == true ? slot?.name : nil
        let number = try slot?.number ?? rest.freeNumber()
        let chip = (slot?.pin).map { PINChip(address: $0.address, limit: $0.object.limit) }
        try givingBackIndices(attempt) {
            let made = try typedSlot(
                new,
                number: number,
                name: name ?? rest.freeName(KeySlot.Kind.passcode.word),
                countedBy: chip,
                keybagKey,
                attempt
            )
            try replace(
                slots: rest + [made],
                keybagKey,
                attempt,
                unlocking: unlocking,
                since: count
            )
        }
    }

    private func makeSlot(
        _ new: borrowing NewKeySlot,
        number: UInt8,
        _ keybagKey: SecretBox,
        _ attempt: PasscodeAttempt
    ) throws -> KeySlot {
        switch new.credential {
        case .passcode(let passcode):
            try checkRules(try passcode.traits())
            return try typedSlot(
                passcode,
                number: number,
                name: new.name,
                countedBy: new.chip,
                keybagKey,
                attempt
            )
        case .key(let key):
            var slot = KeySlot(
                key.kind,
                number: number,
                name: new.name,
                created: clock.wallTime(),
                salt: random.bytes(Argon2id.saltByteCount),
                data: new.data
            )
            let wrapping: SecretBox
            do { wrapping = try slot.key(of: key.secret, device: records.deviceID) } catch {
                throw try refusal(error)
            }
            try wrap(&slot, under: wrapping.secret, keybagKey)
            return slot
        }
    }

    /// A slot for what somebody types: a passcode or, with a chip that counts, a PIN.
    private func typedSlot(
        _ secret: borrowing Passcode,
        number: UInt8,
        name: String,
        countedBy chip: PINChip?,
        _ keybagKey: SecretBox,
        _ attempt: PasscodeAttempt
    ) throws -> KeySlot {
        try judge.checkMemory(for: attempt.keybag.settings)
        let cost = attempt.keybag.settings.derivationCost
        let salt = random.bytes(Argon2id.saltByteCount)
        let stretched = try judge.stretch(secret, salt: salt, cost: cost)
        let (key, data) = try wrappingKey(stretched, countedBy: chip, attempt)
        var slot = KeySlot(
            chip == nil ? .passcode : .pin,
            number: number,
            name: name,
            created: clock.wallTime(),
            cost: cost,
            salt: salt,
            data: data
        )
        try wrap(&slot, under: key.secret, keybagKey)
        return slot
    }

    /// The key of a slot for what somebody types, and what belongs to the slot.
    private func wrappingKey(
        _ stretched: SecretBox,
        countedBy chip: PINChip?,
        _ attempt: PasscodeAttempt
    ) throws -> (key: SecretBox, data: [UInt8]) {
        do {
            guard let chip else {
                let key = try attempt.secrets.passcodeKey(ofStretched: stretched.secret)
                return (SecretBox(key), [])
            }
            let keys = try attempt.secrets.pinKeys(ofStretched: stretched.secret)
            let secret = try Keybag.makeKey(.transit, random: random, arena: records.arena)
            let pin = try pins.seal(secret, keys, chip, attempt.secrets)
            return (try keys.key(with: secret), pin.bytes)
        } catch let error as CryptoError { throw try refusal(error) }
    }

    private func wrap(
        _ slot: inout KeySlot,
        under key: borrowing SecureBytes,
        _ keybagKey: SecretBox
    ) throws {
        do {
            try slot.wrap(keybagKey, under: key, device: records.deviceID, random: random)
        } catch { throw try refusal(error) }
    }

    /// A power-off in the meantime wiped what hangs on the device key.
    private func refusal(_ error: CryptoError) throws -> ProtectionError {
        try device.withState { state in try state.checkIsOn() }
        return ProtectionError(error, "the keybag")
    }
}

// The change, on disk and in memory.
extension KeybagChange {
    /// Writes a keybag with the same keys and other slots or settings.
    private func replace(
        slots: [KeySlot]? = nil,
        settings: DeviceSettings? = nil,
        _ keybagKey: SecretBox,
        _ attempt: PasscodeAttempt,
        unlocking: Bool = false,
        since count: UInt64? = nil
    ) throws {
        let keybag: Keybag
        do {
            let (old, secrets) = (attempt.keybag, attempt.secrets)
            keybag = try old.changed(settings: settings, slots: slots, under: keybagKey, secrets)
        } catch { throw try refusal(error) }
        let endsPIN = try pins.noteEnd(from: attempt.keybag, to: keybag, attempt.secrets)
        // Before the pin, which has room for two: this decides first what an earlier change left open.
        let record = try announce(keybag, attempt)
        try announceRollbackPin(of: keybag, attempt)
        let hadPasscode = attempt.keybag.hasPasscode
        var failure: ProtectionError?
        try device.transition { state, now in
            // A change neither locks nor unlocks; with the first passcode locking begins to mean
            // something, and without one it ends.
            try state.checkHasKeybag(of: attempt)
            if hadPasscode != keybag.hasPasscode { try state.checkNotLocked(since: attempt) }
            if unlocking { try state.checkNotRevoked(attempt, since: count) }
            // Before the writing, after which nothing may fail any more.
            let opens = unlocking || hadPasscode != keybag.hasPasscode
            let keys = opens ? try records.open(keybag, under: keybagKey) : OpenedKeys()
            failure = try records.put(keybag)
            return state.adopt(keybag, keys, at: now)
                + (unlocking ? state.unlock(with: keys, at: now) : [])
        }
        if let failure { throw failure }
        // The next start notes it, too.
        try? note(record.settled(on: keybag), attempt)
        if endsPIN { pins.giveBack(attempt.secrets) }
        try settleRollbackPin(on: keybag, attempt)
    }

    /// Says which keybag is to follow; a change that cannot be pinned is not made.
    private func announceRollbackPin(of keybag: Keybag, _ attempt: PasscodeAttempt) throws {
        do {
            try records.announce(keybag, after: attempt.keybag, attempt.secrets)
        } catch {
            try device.withState { state in try state.checkIsOn() }
            throw error
        }
    }

    /// Denies the keybag of before.
    private func settleRollbackPin(on keybag: Keybag, _ attempt: PasscodeAttempt) throws {
        do { try records.settlePin(on: keybag, attempt.secrets) } catch {
            // A power-off in the meantime wiped what hangs on the device key; the next start does it.
            try device.withState { state in try state.checkIsOn() }
            guard let error = error as? ProtectionError else { throw error }
            throw ProtectionError(
                error.code,
                "the change is made, but until the next start the keybag of before is not told from "
                    + "this one: \(error.message)",
                cause: error.cause
            )
        }
    }

    /// Names the keybag that is to be put in place in the record, beside the one in force: a power
    /// loss between the two must leave no keybag that the record denies.
    ///
    /// When the change fails, either may be what the disk has in the end, so both stay known.
    private func announce(_ keybag: Keybag, _ attempt: PasscodeAttempt) throws -> AttemptRecord {
        let before = device.withState { $0.attempts.record }
        // The record has room for two. What an earlier change left open is decided first.
        if before.nextKeybag != nil { try records.directory.keybag.synchronize() }
        let record = before.settled(on: attempt.keybag).announcing(keybag)
        try note(record, attempt)
        return record
    }

    /// Tells the record which keybags may be in place from now on.
    private func note(_ record: AttemptRecord, _ attempt: PasscodeAttempt) throws {
        do { try records.store(record, attempt.secrets) } catch {
            // A power-off in the meantime wiped what hangs on the device key.
            try device.withState { state in try state.checkIsOn() }
            throw error
        }
        device.note(record)
    }
}
