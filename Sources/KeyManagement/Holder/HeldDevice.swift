import ProtectionModel
import SodiumCrypto
import Synchronization

/// A device whose keys are held: its state behind a mutex, its transitions one after the other, and
/// those who watch them.
///
/// Transitions (lock, unlock, boot, end) are serialised and call observers outside the state's
/// mutex; requests for keys take that mutex alone, for microseconds.
final class HeldDevice: Sendable {
    private let state: Mutex<HeldState>
    private let transition = Mutex(())
    private let observers = ObserverList()
    private let records: DeviceRecords
    private let clock: any DeviceClock

    /// A device that is off.
    init(_ keybag: Keybag, random: any RandomSource, records: DeviceRecords, clock: any DeviceClock)
    {
        self.records = records
        self.clock = clock
        let keys = ClassKeys(of: records.deviceID, random: random, arena: records.arena)
        state = Mutex(HeldState(keybag, keys: keys))
    }

    /// Looks at the state.
    func withState<Result: Sendable, Failure: Error>(
        _ body: (borrowing HeldState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { (state) throws(Failure) in try body(state) }
    }

    /// Looks at the state of a device that is on, for a file that is used: the device is not idle, unless
    /// that happens in the background.
    ///
    /// - Throws: `ProtectionError` with `device-erased`, `device-off`; what `body` throws.
    func withUse<Result: Sendable>(
        _ body: (borrowing HeldState) throws -> Result
    ) throws -> Result {
        try state.withLock { state in
            try state.checkIsOn()
            if !DeviceUse.isInBackground { state.noteUse(at: clock.now()) }
            return try body(state)
        }
    }

    /// Content moved; a lock that is due comes nevertheless.
    func noteActivity() {
        guard !DeviceUse.isInBackground else { return }
        let now = clock.now()
        state.withLock { $0.noteActivity(at: now) }
    }

    /// Takes note of where attempts at the passcode stand; the delay they earned begins now.
    func note(_ record: AttemptRecord) {
        let now = clock.now()
        state.withLock { $0.note(record, at: now) }
    }

    /// Takes back an attempt that could not be counted.
    func takeBack(_ attempt: PasscodeAttempt) {
        state.withLock { $0.takeBack(attempt) }
    }

    /// Calls `observer` at every step of a transition.
    func observe(_ observer: @escaping @Sendable (LockNotice) -> Void) -> LockObservation {
        observers.add(observer)
    }

    /// Runs a change of the lock state alone, and then what it asks for.
    ///
    /// - Precondition: not called from an observer.
    func transition(
        _ body: (inout HeldState, _ now: Duration) throws -> [LockMachine.Action]
    ) throws {
        try transition.withLock { _ in
            // What was due before comes first, or its discard would take the keys of an unlock.
            let now = clock.now()
            perform(state.withLock { $0.advance(to: now) })
            let actions = try state.withLock { state in try body(&state, now) }
            perform(actions)
        }
    }

    /// Lets deadlines that have passed take effect.
    ///
    /// When a transition is under way, its thread does that; waiting for it here would stop an
    /// observer that reads a file.
    func advance() {
        let now = clock.now()
        guard isDue(now) else { return }
        transition.withLockIfAvailable { _ in
            perform(state.withLock { $0.advance(to: now) })
        }
    }

    private func isDue(_ now: Duration) -> Bool {
        state.withLock { state in
            guard let deadline = state.machine.nextDeadline else { return false }
            return deadline <= now
        }
    }

    private func perform(_ actions: [LockMachine.Action]) {
        for action in actions {
            switch action {
            case .post(let kind, let state, let at):
                observers.notify(.event(DeviceEvent(kind, state: state, at: wallTime(of: at))))
            case .discard(let classes, _):
                observers.notify(.willDiscard(classes))
                discard(classes)
                observers.notify(.didDiscard(classes))
            case .restart:
                observers.notify(.willEnd)
                state.withLock { $0.end(records, at: clock.now()) }
                observers.notify(.didEnd)
            }
        }
    }

    /// Wipes first the class keys, so that no new file key can be had, then the file keys.
    private func discard(_ classes: [ProtectionClass]) {
        state.withLock { $0.discard(classes) }
        // A class-B file that is open stays open: its key goes with its handle.
        for protection in classes where protection != .completeUnlessOpen {
            records.arena.wipe(.fileKeys(protection))
        }
    }

    private func wallTime(of moment: Duration) -> Timestamp {
        let ago = (clock.now() - moment).wholeMilliseconds
        let wall = clock.wallTime()
        let milliseconds = wall.seconds * 1_000 + wall.nanoseconds / 1_000_000 - ago
        guard ago > 0 else { return wall }
        return Timestamp(
            seconds: milliseconds / 1_000,
            nanoseconds: milliseconds % 1_000 * 1_000_000
        )
    }
}

// Its beginning and its end.
extension HeldDevice {
    /// Switches on; nothing happens when the device is on.
    ///
    /// Reads the keybag, the record of attempts, and what the device key alone opens.
    ///
    /// With `isOlder`, it may be from an older copy, which nobody has accepted yet.
    ///
    /// - Throws: `ProtectionError` with `device-erased`, `device-key-missing`,
    ///   `authentication-failure`, `rolled-back`.
    func boot(isOlder: Bool = false) throws {
        var mustErase = false
        try transition { state, now in
            try state.checkIsNotErased()
            if state.machine.state == .off {
                mustErase = try records.finishErase() || !state.load(records, isOlder: isOlder)
                guard !mustErase else { return [] }
                state.restartDelay(at: clock.now())
            }
            return state.boot(at: now)
        }
        guard mustErase else { return }
        // A crash or a broken disk came between the last attempt and the end of the erase it
        // earned.
        try erase()
        throw ProtectionError(.deviceErased, "the device was erased")
    }

    /// Destroys the device key; repeating it finishes the work.
    ///
    /// - Throws: `ProtectionError` with `io-error`; of a device that is off, also as for its key.
    func erase() throws {
        let (held, slots) = withState { ($0.secrets, $0.keybag.slots) }
        try records.markErased(held)
        let secrets = held ?? (try? records.secrets())
        let pins = CountedPIN(records)
        let indices = pins.indices(of: slots, secrets)
        let counters = records.keySource.counters(of: records.deviceID, secrets)
        let failure = try records.destroyKeys()
        try transition { state, now in state.erase(at: now) }
        // Last: no chip keeps a device from being erased.
        pins.remove(indices)
        for counter in counters { counter.giveBack() }
        if let failure { throw failure }
    }
}
