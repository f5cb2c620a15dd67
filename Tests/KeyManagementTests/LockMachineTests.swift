import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("The lock as a value")
struct LockMachineTests {
    enum Event: Sendable {
        case boot, unlock, lock, lockAtOnce, reboot, shutDown, erase
        case passcode(Bool), activity, advance
    }

    /// A machine with grace 10 s, and what else is said.
    private static func machine(
        hasPasscode: Bool = true,
        _ change: (inout DeviceSettings) -> Void = { _ in }
    ) -> LockMachine {
        var settings = DeviceSettings()
        change(&settings)
        return LockMachine(settings: settings, hasPasscode: hasPasscode)
    }

    private static func apply(
        _ event: Event,
        to machine: inout LockMachine,
        at time: Duration
    ) -> [LockMachine.Action] {
        switch event {
        case .boot: return machine.boot(at: time)
        case .unlock: return machine.unlock(at: time)
        case .lock: return machine.lock(at: time, skippingGrace: false)
        case .lockAtOnce: return machine.lock(at: time, skippingGrace: true)
        case .reboot: return machine.reboot(at: time)
        case .shutDown: return machine.shutDown(at: time)
        case .erase: return machine.erase(at: time)
        case .passcode(let isSet): return machine.passcodeChanged(hasPasscode: isSet, at: time)
        case .advance: return machine.advance(to: time)
        case .activity:
            let actions = machine.advance(to: time)
            machine.noteActivity(at: time)
            return actions
        }
    }

    private static func words(_ actions: [LockMachine.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .post(let kind, let state, let at):
                "\(at.components.seconds) \(kind.rawValue) (\(state.rawValue))"
            case .discard(let classes, let at):
                "\(at.components.seconds) discard \(classes.map(\.rawValue))"
            case .restart(let at): "\(at.components.seconds) restart"
            }
        }
    }

    struct Table: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var hasPasscode = true
        var settings = DeviceSettings()
        let steps: [(seconds: Int, event: Event, actions: [String])]
    }

    private static var idle: DeviceSettings {
        var settings = DeviceSettings()
        settings.autoLock = .seconds(60)
        settings.userInactiveAfter = .seconds(100)
        settings.inactivityReboot = .seconds(1_000)
        return settings
    }

    private static var noGrace: DeviceSettings {
        var settings = DeviceSettings()
        settings.grace = .zero
        return settings
    }

    private static let tables: [Table] = [
        Table(
            testDescription: "a day",
            steps: [
                (0, .boot, ["0 booted (before-first-unlock)"]),
                (1, .lock, []), (1, .lockAtOnce, []), (2, .boot, []),
                (3, .unlock, ["3 first-unlock (unlocked)", "3 did-become-available (unlocked)"]),
                (4, .unlock, []),
                (5, .lock, ["5 will-become-unavailable (locking)"]), (6, .lock, []),
                (9, .unlock, ["9 did-become-available (unlocked)"]),
                (20, .lock, ["20 will-become-unavailable (locking)"]), (29, .advance, []),
                (30, .advance, ["30 discard [1, 2]", "30 became-unavailable (locked)"]),
                (31, .lockAtOnce, []),
                (40, .unlock, ["40 did-become-available (unlocked)"]),
                (
                    50, .lockAtOnce,
                    [
                        "50 will-become-unavailable (locking)", "50 discard [1, 2]",
                        "50 became-unavailable (locked)",
                    ]
                ),
                (60, .reboot, ["60 restart", "60 rebooted (before-first-unlock)"]),
                (70, .shutDown, ["70 restart", "70 shutdown (off)"]),
                (80, .shutDown, []), (80, .reboot, []), (80, .lock, []), (80, .unlock, []),
                (90, .boot, ["90 booted (before-first-unlock)"]),
                (91, .erase, ["91 restart", "91 erased (off)"]),
            ]
        ),
        Table(
            testDescription: "locking at once during the grace ends it",
            steps: [
                (0, .boot, ["0 booted (before-first-unlock)"]),
                (1, .unlock, ["1 first-unlock (unlocked)", "1 did-become-available (unlocked)"]),
                (2, .lock, ["2 will-become-unavailable (locking)"]),
                (3, .lockAtOnce, ["3 discard [1, 2]", "3 became-unavailable (locked)"]),
                (12, .advance, []),
            ]
        ),
        Table(
            testDescription: "without a passcode",
            hasPasscode: false,
            settings: idle,
            steps: [
                (0, .boot, ["0 booted (unlocked)"]),
                (1, .lock, []), (2, .lockAtOnce, []), (9_999, .advance, []),
                (10_000, .passcode(true), ["10000 passcode-changed (unlocked)"]),
                (10_001, .lock, ["10001 will-become-unavailable (locking)"]),
                (
                    10_002, .passcode(false),
                    ["10002 passcode-changed (locking)", "10002 did-become-available (unlocked)"]
                ),
                (10_003, .reboot, ["10003 restart", "10003 rebooted (unlocked)"]),
            ]
        ),
        Table(
            testDescription: "removing the passcode before the first unlock unlocks",
            steps: [
                (0, .boot, ["0 booted (before-first-unlock)"]),
                (
                    1, .passcode(false),
                    [
                        "1 passcode-changed (before-first-unlock)", "1 first-unlock (unlocked)",
                        "1 did-become-available (unlocked)",
                    ]
                ),
            ]
        ),
        Table(
            testDescription: "no grace",
            settings: noGrace,
            steps: [
                (0, .boot, ["0 booted (before-first-unlock)"]),
                (1, .unlock, ["1 first-unlock (unlocked)", "1 did-become-available (unlocked)"]),
                (
                    2, .lock,
                    [
                        "2 will-become-unavailable (locking)", "2 discard [1, 2]",
                        "2 became-unavailable (locked)",
                    ]
                ),
            ]
        ),
        Table(
            testDescription: "everything by itself, seen at once",
            settings: idle,
            steps: [
                (0, .boot, ["0 booted (before-first-unlock)"]),
                (
                    10, .unlock,
                    ["10 first-unlock (unlocked)", "10 did-become-available (unlocked)"]
                ),
                (50, .activity, []), (105, .advance, []),
                (
                    5_000, .advance,
                    [
                        "110 will-become-unavailable (locking)", "120 discard [1, 2]",
                        "120 became-unavailable (locked)", "210 discard [7]", "1110 restart",
                        "1110 rebooted (before-first-unlock)",
                    ]
                ),
            ]
        ),
        Table(
            testDescription: "an unlock that comes late first hears what was due",
            settings: idle,
            steps: [
                (0, .boot, ["0 booted (before-first-unlock)"]),
                (1, .unlock, ["1 first-unlock (unlocked)", "1 did-become-available (unlocked)"]),
                (2, .lock, ["2 will-become-unavailable (locking)"]),
                (
                    150, .unlock,
                    [
                        "12 discard [1, 2]", "12 became-unavailable (locked)",
                        "102 discard [7]", "150 did-become-available (unlocked)",
                    ]
                ),
            ]
        ),
    ]

    @Test("events in, actions out", arguments: tables)
    func table(table: Table) {
        var machine = LockMachine(settings: table.settings, hasPasscode: table.hasPasscode)
        for step in table.steps {
            let actions = Self.apply(step.event, to: &machine, at: .seconds(step.seconds))
            #expect(Self.words(actions) == step.actions, "at \(step.seconds) s")
        }
    }

    private static func randomSettings(
        _ random: inout some RandomNumberGenerator
    ) -> DeviceSettings {
        var settings = DeviceSettings()
        settings.grace = .seconds(Int.random(in: 0...12, using: &random))
        func maybe(_ range: ClosedRange<Int>) -> Duration? {
            Bool.random(using: &random) ? .seconds(Int.random(in: range, using: &random)) : nil
        }
        settings.autoLock = maybe(1...40)
        settings.userInactiveAfter = maybe(0...40)
        settings.inactivityReboot = maybe(1...60)
        return settings
    }

    private static func randomEvent(_ random: inout some RandomNumberGenerator) -> Event {
        switch Int.random(in: 0..<14, using: &random) {
        case 0: .shutDown
        case 1: .reboot
        case 2: .passcode(Bool.random(using: &random))
        case 3, 4: .lock
        case 5: .lockAtOnce
        case 6, 7, 8: .unlock
        case 9: .activity
        default: .boot
        }
    }

    @Test(
        "a late look sees the same history as one at every deadline",
        arguments: 0..<200
    )
    func punctuality(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let settings = Self.randomSettings(&random)
        let hasPasscode = Bool.random(using: &random)
        var late = LockMachine(settings: settings, hasPasscode: hasPasscode)
        var punctual = late
        var now: Duration = .zero
        for _ in 0..<60 {
            now += .seconds(Int.random(in: 0...30, using: &random))
            var history: [LockMachine.Action] = []
            while let deadline = punctual.nextDeadline, deadline <= now {
                history += punctual.advance(to: deadline)
            }
            let event = Self.randomEvent(&random)
            history += Self.apply(event, to: &punctual, at: now)
            #expect(Self.apply(event, to: &late, at: now) == history, "seed \(seed)")
            #expect(late.state == punctual.state, "seed \(seed)")
            #expect(late.isUserInactive == punctual.isUserInactive, "seed \(seed)")
            #expect(late.nextDeadline == punctual.nextDeadline, "seed \(seed)")
        }
    }

    @Test(
        "what can be opened follows the state, and every key that goes is discarded",
        arguments: 0..<100
    )
    func consistency(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let settings = Self.randomSettings(&random)
        var machine = LockMachine(settings: settings, hasPasscode: true)
        var available: Set<ProtectionClass> = []
        var now: Duration = .zero
        for _ in 0..<60 {
            now += .seconds(Int.random(in: 0...30, using: &random))
            for action in Self.apply(Self.randomEvent(&random), to: &machine, at: now) {
                switch action {
                case .discard(let classes, _): available.subtract(classes)
                case .restart: available = []
                case .post(let kind, let state, let at):
                    #expect(at <= now)
                    // Only an unlock, or a boot without a passcode, brings keys.
                    if kind == .didBecomeAvailable || state == .unlocked {
                        available = Set(ProtectionClass.allCases)
                    }
                }
            }
            let open = Set(machine.openableClasses).subtracting([.none])
            #expect(open == available.subtracting([.none]), "seed \(seed)")
            #expect(machine.isProtectedDataAvailable == (machine.state == .unlocked))
        }
    }
}
