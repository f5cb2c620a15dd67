import DeviceSimulation
import ProtectionModel
import Testing

/// What the clock, the buttons and the passcode do to the device.
@Suite("The lock in scenarios")
struct LockStoryTests {
    private func check(_ steps: [String], device: String) throws {
        let failures = try Story.run(steps, device: device).filter { !$0.passed }
        #expect(failures.isEmpty, "\(failures.map { ("step \($0.index)", $0.sentences) })")
    }

    private func device(_ more: String, state: String = "unlocked") -> String {
        #"{ passcode: "2580", state: \#(state), \#(more) }"#
    }

    @Test(
        "a device starts in the state that is asked for",
        arguments: [
            (#"{ passcode: "2580" }"#, LockState.beforeFirstUnlock),
            (Story.beforeFirstUnlock, .beforeFirstUnlock), (Story.unlocked, .unlocked),
            (#"{ passcode: "2580", state: locking }"#, .locking), (Story.locked, .locked),
            (Story.off, .off), ("{}", .unlocked), ("{ state: unlocked }", .unlocked),
            (#"{ state: "off" }"#, .off), (#"{ state: off }"#, .off),
        ]
    )
    func states(device: String, state: LockState) throws {
        let result = try #require(try Story.run(["expect-events: []"], device: device).first)
        #expect(result.state == state)
        #expect(result.passed)
        #expect(result.at == .zero)
    }

    @Test("the keys go when the clock reaches the end of the grace, not before")
    func grace() throws {
        try check(
            [
                "lock: {}", "{ advance: 249ms, expect: { state: locking } }",
                "{ advance: 1ms, expect: { state: locked } }",
            ],
            device: device("grace: 250ms")
        )
        try check(
            [
                "{ lock: {}, expect: { state: locked } }",
                "expect-events: [EVENTS]".replacing(
                    "EVENTS",
                    with: "will-become-unavailable, became-unavailable"
                ),
            ],
            device: device("grace: 0s")
        )
        try check(
            [
                "{ advance: 9999ms, expect: { state: locking } }", "lock: {}",
                "{ advance: 1ms, expect: { state: locked } }",
            ],
            device: device("grace: 10s", state: "locking")
        )
    }

    @Test("deadlines that one long advance passes all happen, in their order")
    func longAdvance() throws {
        try check(
            [
                "{ advance: 200h, expect: { state: before-first-unlock } }",
                "expect-events: [will-become-unavailable, became-unavailable, rebooted]",
                "expect-events: []",
            ],
            device: device("auto-lock: 5m, inactivity-reboot: 72h")
        )
    }

    @Test("advance-to goes to the moment itself, past whatever comes before")
    func advanceTo() throws {
        let results = try Story.run(
            [
                "advance-to: auto-lock", "advance-to: user-inactive",
                "advance-to: inactivity-reboot", "advance-to: auto-lock",
            ],
            device: device("auto-lock: 5m, user-inactive-after: 1h, inactivity-reboot: 72h")
        )
        #expect(
            results.map(\.at) == [
                .seconds(300), .seconds(3_900), .seconds(259_500), .seconds(259_500),
            ]
        )
        #expect(
            results.map(\.state) == [.locking, .locked, .beforeFirstUnlock, .beforeFirstUnlock]
        )
        #expect(results[3].got[.error] == .text("invalid-argument"))
        let direct = try Story.run(
            ["advance-to: inactivity-reboot"],
            device: device("auto-lock: 5m, inactivity-reboot: 72h")
        )
        #expect(direct[0].at == .seconds(259_500))
        #expect(direct[0].state == .beforeFirstUnlock)
    }

    @Test("using files puts the auto-lock off")
    func activity() throws {
        try check(
            [
                "advance: 59s", "write: { path: /a, text: x }",
                "{ advance: 59s, expect: { state: unlocked } }",
                "{ advance: 1s, expect: { state: locking } }",
            ],
            device: device("auto-lock: 1m")
        )
    }

    @Test("events come in the order of the page, and once")
    func events() throws {
        try check(
            [
                Story.unlock, "expect-events: [first-unlock, did-become-available]",
                Story.unlock, "expect-events: []",
                "lock: {}", "expect-events: [will-become-unavailable]",
                "lock: {}", "expect-events: []",
                "advance: 10s", "expect-events: [became-unavailable]",
                Story.unlock, "expect-events: [did-become-available]",
                #"passcode: { old: "2580", new: x }"#, "expect-events: [passcode-changed]",
                "lock: {}", "advance: 10s", "reboot: {}",
                "expect-events: [will-become-unavailable, became-unavailable, rebooted]",
                "unlock: { passcode: x }", "shutdown: {}",
                "expect-events: [first-unlock, did-become-available, shutdown]",
                "boot: {}", "expect-events: [booted]", "crash: {}", "expect-events: [booted]",
                "passcode: { old: x }",
                "expect-events: [passcode-changed, first-unlock, did-become-available]",
                "lock: {}", "advance: 10h", "expect-events: []",
            ],
            device: Story.beforeFirstUnlock
        )
    }

    @Test(
        "expect-events falls short of other events, another order, too few and too many",
        arguments: [
            "[]", "[first-unlock]", "[did-become-available, first-unlock]", "[booted]",
            "[first-unlock, did-become-available, booted]",
        ]
    )
    func wrongEvents(events: String) throws {
        let results = try Story.run(
            [Story.unlock, "expect-events: \(events)", "expect-events: []"],
            device: Story.beforeFirstUnlock
        )
        #expect(results[1].shortfalls == [.events])
        #expect(results[2].passed)
    }

    @Test("a first passcode protects what is there already")
    func firstPasscode() throws {
        try check(
            [
                "write: { path: /a, class: A, text: old }", "open: { path: /a, mode: read, as: h }",
                "passcode: { new: x }", "lock: {}", "advance: 10s",
                "{ read: { handle: h }, expect: { error: protected-data-unavailable } }",
                "{ unlock: { passcode: y }, expect: { error: passcode-incorrect } }",
                "{ passcode: { old: x, new: z }, expect: { state: locked } }",
                "{ read: { path: /a }, expect: { error: protected-data-unavailable } }",
                "{ unlock: { passcode: x }, expect: { error: passcode-incorrect } }",
                "{ reboot: {}, expect: { state: before-first-unlock } }",
                "{ passcode: { old: z, new: w }, expect: { state: before-first-unlock } }",
                "unlock: { passcode: w }", "{ read: { path: /a }, expect: { text: old } }",
            ],
            device: "{}"
        )
    }

    @Test("removing the passcode unlocks, and handles work again")
    func removed() throws {
        try check(
            [
                "write: { path: /a, class: A, text: old }", "open: { path: /a, mode: read, as: h }",
                "lock: {}", "advance: 10s",
                #"{ passcode: { old: "2580" }, expect: { state: unlocked } }"#,
                "{ read: { handle: h }, expect: { text: old } }",
                "{ crash: {}, expect: { state: unlocked } }",
                "{ read: { path: /a }, expect: { text: old, class: A } }",
            ],
            device: Story.unlocked
        )
    }
}
