package import ProtectionModel
package import SodiumCrypto
package import SystemIO
import Synchronization

/// Holds the keybag and the class keys of one device, and follows its lock state.
///
/// One per device: it keeps the device's holder lock for life. Transitions (lock, unlock, boot,
/// end) are serialised and call observers outside the state's mutex; requests for keys take the
/// mutex alone, for microseconds.
package final class KeyHolder: Sendable {
    struct State: ~Copyable {
        var machine: LockMachine
        var keybag: Keybag
        /// Nil while the device is off.
        var secrets: DeviceSecrets?
        var volume: VolumeKeys?
        var classKeys: [ProtectionClass: SecretBox] = [:]
        var attempts: AttemptRecord
        /// What configuration profiles demand.
        var rules = PasscodeRules()
        /// When the running delay started, on the clock.
        var delayStart: Duration = .zero
        /// Grows with every lock, discard, restart and end.
        var epoch: UInt64 = 0
        /// Grows with every lock somebody asks for, restart and end; tells a slow unlock it is late.
        ///
        /// The end of a grace does not count: an unlock begun before is still wanted.
        var voidCount: UInt64 = 0
        var isErased = false
    }

    package let deviceID: DeviceID
    package let arena: SecureArena
    package let suite: ChunkCipherSuite
    package let random: any RandomSource
    let clock: any DeviceClock
    let directory: DeviceDirectory
    let keySource: any DeviceKeySource
    let derivation: any PasscodeDerivation
    let observers = ObserverList()
    let state: Mutex<State>
    private let transition = Mutex(())
    /// Held from the check of a passcode to the end of what it is for: guesses made at once cannot
    /// outrun their delay, and of two changes the second meets the first one's passcode.
    let guessing = Mutex(())
    let claim: DeviceClaim
    /// Of the device directory.
    package let directoryIdentity: FileIdentity

    /// Takes hold of a device, which stays off until ``boot()``.
    ///
    /// Finishes an erase that a crash interrupted.
    /// - Throws: `ProtectionError` with `busy`, `device-key-missing`, `device-erased`,
    ///   `authentication-failure`, `unsupported-version` or `cipher-unavailable`.
    package init(
        _ directory: DeviceDirectory,
        keySource: any DeviceKeySource,
        clock: any DeviceClock,
        random: any RandomSource,
        derivation: any PasscodeDerivation = Argon2idDerivation(),
        arena: SecureArena
    ) throws {
        let bytes = try directory.keybag.read()
        let deviceID = try Keybag.deviceID(of: bytes)
        claim = try directory.claim()
        directoryIdentity = try directory.identity()
        if try directory.finishErase(of: deviceID, keySource, arena: arena) {
            throw ProtectionError(.deviceErased, "the device '\(directory.path)' was erased")
        }
        let key = try keySource.load(for: deviceID, arena: arena)
        let secrets = try Self.secrets(key, deviceID)
        let keybag = try Keybag.decode(bytes, secrets, floor: derivation.floor)
        guard keybag.settings.suite.isAvailable else {
            throw ProtectionError(
                .cipherUnavailable,
                "the device was made for AES-256-GCM in hardware"
            )
        }
        self.deviceID = deviceID
        self.arena = arena
        self.random = random
        self.clock = clock
        self.directory = directory
        self.keySource = keySource
        self.derivation = derivation
        suite = keybag.settings.suite
        let machine = LockMachine(settings: keybag.settings, hasPasscode: keybag.hasPasscode)
        state = Mutex(State(machine: machine, keybag: keybag, attempts: AttemptRecord(of: keybag)))
    }

    static func secrets(
        _ key: borrowing SecureBytes,
        _ device: DeviceID
    ) throws -> DeviceSecrets {
        do {
            return try DeviceSecrets(deviceKey: key, device: device)
        } catch { throw ProtectionError(error, "the device key") }
    }

    /// Runs a change of the lock state alone, and then what it asks for.
    ///
    /// - Precondition: not called from an observer.
    func transition(
        _ body: (inout State, _ now: Duration) throws -> [LockMachine.Action]
    ) throws {
        try transition.withLock { _ in
            // What was due before comes first, or its discard would take the keys of an unlock.
            let now = clock.now()
            perform(state.withLock { $0.machine.advance(to: now) })
            let actions = try state.withLock { state in try body(&state, now) }
            perform(actions)
        }
    }

    /// Lets deadlines that have passed take effect.
    ///
    /// When a transition is under way, whoever runs it does that; waiting for it here would stop an
    /// observer that reads a file.
    package func advance() {
        let now = clock.now()
        guard isDue(now) else { return }
        transition.withLockIfAvailable { _ in
            perform(state.withLock { $0.machine.advance(to: now) })
        }
    }

    private func isDue(_ now: Duration) -> Bool {
        state.withLock { state in
            guard let deadline = state.machine.nextDeadline else { return false }
            return deadline <= now
        }
    }

    /// When something happens by itself next, on the clock; nil when nothing will.
    package var nextDeadline: Duration? { state.withLock { $0.machine.nextDeadline } }

    /// The machine's deadlines, for simulations that jump to one of them.
    package var lockMachine: LockMachine { state.withLock { $0.machine } }

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
                end()
                observers.notify(.didEnd)
            }
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

    /// Wipes first the class keys, so that no new file key can be had, then the file keys.
    private func discard(_ classes: [ProtectionClass]) {
        state.withLock { state in
            state.epoch += 1
            for protection in classes {
                arena.wipe(.classKeys(protection))
                state.classKeys[protection] = nil
            }
        }
        // A class-B file that is open stays open: its key goes with its handle.
        for protection in classes where !(protection == .completeUnlessOpen) {
            arena.wipe(.fileKeys(protection))
        }
    }

    private func end() {
        state.withLock { state in
            state.epoch += 1
            state.voidCount += 1
            let isOff = state.machine.state == .off
            for protection in ProtectionClass.allCases {
                arena.wipe(.fileKeys(protection))
                // What the device key alone opens is there again at once after a restart.
                let stays = !isOff && (protection == .none || !state.machine.hasPasscode)
                if !stays {
                    arena.wipe(.classKeys(protection))
                    state.classKeys[protection] = nil
                }
            }
            forgetExpiredDelay(&state)
            restartDelay(&state)
            if isOff {
                arena.wipe(.device)
                state.secrets = nil
                state.volume = nil
            }
        }
    }

    /// A delay that has run out does not start again with a restart.
    ///
    /// When the note of that is lost, the delay starts again: a wait too long, never one too short.
    private func forgetExpiredDelay(_ state: inout State) {
        guard state.attempts.delay != nil, let secrets = state.secrets,
            Self.remainingDelay(state, at: clock.now()) == nil
        else { return }
        state.attempts.delay = nil
        try? storeAttempts(state.attempts, secrets)
    }

    /// A restart makes one wait anew for the whole delay.
    func restartDelay(_ state: inout State) {
        state.delayStart = clock.now()
    }
}
