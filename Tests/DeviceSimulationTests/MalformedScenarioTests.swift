import DeviceSimulation
import ProtectionModel
import Documents
import Testing

@Suite("Malformed scenarios")
struct MalformedScenarioTests {
    private func error(_ text: String) -> ScenarioError? {
        #expect(throws: ScenarioError.self) { try ScenarioFile.load(text: text, file: "a.yml") }
    }

    private func check(_ text: String, _ line: Int, _ column: Int, _ part: String) {
        let error = error(text)
        #expect(error?.code.description == "malformed-scenario")
        #expect(error?.location == DocumentPlace(line: line, column: column))
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect(error?.description.hasPrefix("a.yml:\(line):\(column): ") == true)
    }

    @Test(
        "a text that is not a scenario is refused at its place",
        arguments: [
            ("", 1, 1, "empty"), ("[]", 1, 1, "a mapping"), ("scenario: [", 1, 12, ""),
            ("scenario: x", 1, 1, "missing key 'steps'"),
            ("steps: []", 1, 1, "missing key 'scenario'"),
            ("scenario: x\nsteps: {}", 2, 8, "a list"), ("scenario: x\nsteps:", 2, 7, "a list"),
            ("scenario: [x]\nsteps: []", 1, 11, "text"),
            ("scenario: x\nsteps: []\ndevises: {}", 3, 1, "did you mean 'devices'?"),
            ("scenario: x\nsteps: []\ndevices: {}", 3, 10, "2 to 8 devices"),
            ("scenario: x\nscenario: y\nsteps: []", 1, 1, "more than once"),
            ("scenario: x\nsteps: []\ndevice:", 3, 8, "a mapping"),
            ("scenario: x\nsteps: []\n---\nscenario: y\nsteps: []", 3, 1, ""),
            (#"{"scenario": "x", "steps": [{"lock": 5}]}"#, 1, 38, "a mapping"),
        ]
    )
    func texts(text: String, line: Int, column: Int, part: String) {
        check(text, line, column, part)
    }

    /// Columns are counted in the line `device: DEVICE`.
    @Test(
        "a device that cannot be is refused at its place",
        arguments: [
            ("{ passcode: [] }", 21, "text"), (#"{ passcode: "" }"#, 21, "1 to 1024 bytes"),
            ("{ passcodes: x }", 11, "did you mean 'passcode'?"),
            ("{ grace: 10 }", 18, "a duration"),
            ("{ grace: never }", 18, "a duration"), ("{ grace: -1s }", 18, "a duration"),
            ("{ auto-lock: soon }", 22, "or never"), ("{ auto-lock: 876001h }", 22, "hundred"),
            ("{ inactivity-reboot: 3 days }", 30, "or never"),
            ("{ user-inactive-after: 1.5h }", 32, "or never"),
            ("{ max-failed-attempts: 0 }", 32, "1 to"),
            ("{ max-failed-attempts: -1 }", 32, "1 to"),
            ("{ max-failed-attempts: 4294967296 }", 32, "1 to"),
            ("{ max-failed-attempts: many }", 32, "whole number"),
            ("{ delays: long }", 19, "classic, modern or none"),
            ("{ root-class: E }", 23, "a protection class"), ("{ seed: -1 }", 17, "not negative"),
            ("{ seed: x }", 17, "whole number"), ("{ state: asleep }", 18, "a lock state"),
            ("{ state: locked }", 18, "without a passcode"),
            ("{ state: locking }", 18, "without a passcode"),
            ("{ state: before-first-unlock }", 18, "without a passcode"),
            ("{ passcode: x, grace: 0s, state: locking }", 42, "without grace"),
            ("{ kdf: moderate }", 11, "unknown key 'kdf'"),
            ("{ account: nobody }", 20, "one of adult"),
            ("{ platform: android }", 21, "one of ios"),
            ("{ vendor-rule: ios8 }", 24, "ios6 or ios7"),
        ]
    )
    func devices(device: String, column: Int, part: String) {
        check("scenario: x\ndevice: \(device)\nsteps: []", 2, column, part)
    }

    /// Columns are counted in the line `  - STEP`, so the step starts at column 5.
    @Test(
        "a step that cannot be is refused at its place",
        arguments: [
            ("lock", 5, "a mapping"), ("{}", 5, "nothing to do"),
            ("expect: {}", 5, "nothing to do"),
            ("lok: {}", 5, "did you mean 'lock'?"), ("Lock: {}", 5, "unknown key 'Lock'"),
            ("{ lock: {}, boot: {} }", 17, "one thing"), ("{ lock: {}, note: x }", 17, "'note'"),
            ("lock:", 10, "a mapping"), ("lock: now", 11, "a mapping"),
            ("lock: { now: true }", 13, "no keys are known here"),
            ("boot: { a: 1 }", 13, "unknown key"), ("reboot: { a: 1 }", 15, "unknown key"),
            ("shutdown: { a: 1 }", 17, "unknown key"), ("crash: { a: 1 }", 14, "unknown key"),
            ("unlock: { pass: x }", 15, "unknown key 'pass'"),
            ("unlock: { passcode: }", 25, "text"), ("advance: {}", 14, "a duration"),
            ("advance: 10", 14, "a duration"), ("advance: never", 14, "a duration"),
            ("advance: 876001h", 14, "hundred years"), ("advance-to: lock", 17, "auto-lock"),
            ("passcode: {}", 15, "'old' or 'new'"), ("passcode: { now: x }", 15, "'old' or 'new'"),
            ("passcode: { old: x, now: x }", 25, "unknown key 'now'"),
            ("mkdir: {}", 12, "missing key 'path'"), ("mkdir: { path: a }", 20, "does not start"),
            ("mkdir: { path: /a, class: Z }", 31, "a protection class"),
            ("mkdir: { path: /a, text: x }", 24, "unknown key"),
            ("write: { text: x }", 12, "'path' or 'handle'"),
            ("write: { path: /a }", 12, "'text', 'hex' or 'size'"),
            ("write: { path: /a, text: x, hex: 00 }", 12, "only one of"),
            ("write: { path: /a, text: x, size: 1 }", 12, "only one of"),
            ("write: { path: /a, hex: 00, size: 1 }", 12, "only one of"),
            ("write: { path: /a, text: }", 30, "text"),
            ("write: { path: /a, hex: 0 }", 29, "pairs"),
            ("write: { path: /a, hex: 0g }", 29, "pairs"),
            ("write: { path: /a, hex: é }", 29, "pairs"),
            ("write: { path: /a, hex: '00 ff' }", 29, "pairs"),
            ("write: { path: /a, size: -1 }", 30, "a size"),
            ("write: { path: /a, size: 1GiB }", 30, "256MiB"),
            ("write: { path: /a, size: 268435457 }", 30, "256MiB"),
            ("write: { path: /a, text: x, atomic: yes }", 41, "true or false"),
            ("write: { path: /a, text: x, offset: 0 }", 33, "unknown key 'offset'"),
            ("write: { path: /a, text: x, mode: 0600 }", 33, "unknown key 'mode'"),
            ("write: { path: /../a, text: x }", 20, "leads out"),
            ("write: { path: //a, text: x }", 20, "empty component"),
            ("write: { path: /a/, text: x }", 20, "empty component"),
            (#"write: { path: "/a\0", text: x }"#, 20, "NUL"),
            ("write: { path: /\(String(repeating: "n", count: 256)), text: x }", 20, "255 bytes"),
            ("read: {}", 11, "'path' or 'handle'"),
            ("read: { path: /a, handle: h }", 11, "only one of"),
            ("read: { path: /a, offset: 0 }", 23, "unknown key 'offset'"),
            ("read: { handle: h }", 21, "no earlier step opens a file as 'h'"),
            ("write: { handle: h, offset: 0, text: x }", 22, "no earlier step"),
            ("append: { handle: h, text: x }", 23, "no earlier step"),
            ("truncate: { handle: h, size: 0 }", 25, "no earlier step"),
            ("sync: { handle: h }", 21, "no earlier step"),
            ("close: { handle: h }", 22, "no earlier step"),
            ("close: {}", 12, "missing key 'handle'"), ("sync: { path: /a }", 11, "'handle'"),
            ("open: { mode: read, as: h }", 11, "missing key 'path'"),
            ("open: { path: /a, as: h }", 11, "missing key 'mode'"),
            ("open: { path: /a, mode: readwrite, as: h }", 29, "read-write"),
            ("open: { path: /a, mode: read, as: }", 39, "text"),
            ("open: { path: /a, mode: read, create: 1 }", 43, "true or false"),
            ("open: { path: /a, mode: read, atomic: true }", 35, "unknown key"),
            ("truncate: { path: /a }", 15, "missing key 'size'"),
            ("truncate: { path: /a, size: 1.5 }", 33, "a size"),
            ("truncate: { path: /a, size: 257MiB }", 33, "256MiB"),
            ("rename: { from: /a }", 13, "missing key 'to'"),
            ("rename: { to: /a }", 13, "missing key 'from'"),
            ("copy: { from: /a, to: b }", 27, "does not start"),
            ("remove: { path: /a, recursive: true }", 25, "unknown key"),
            ("list: {}", 11, "missing key 'path'"), ("stat: { path: [] }", 19, "text"),
            ("protect: { path: /a }", 14, "missing key 'class'"),
            ("protect: { class: A }", 14, "missing key 'path'"),
            ("protect: { path: /a, class: F }", 33, "a protection class"),
            ("expect-events: {}", 20, "a list"), ("expect-events: [boot]", 21, "an event"),
            ("expect-events: [booted, [x]]", 29, "text"),
            ("{ lock: {}, expect: x }", 25, "a mapping"),
            ("{ lock: {}, expect: }", 25, "a mapping"),
            ("{ lock: {}, expect: { errors: x } }", 27, "did you mean 'error'?"),
            ("{ lock: {}, expect: { error: nope } }", 34, "an error code"),
            ("{ lock: {}, expect: { error: true } }", 34, "an error code"),
            ("{ lock: {}, expect: { hex: xyz } }", 32, "pairs"),
            ("{ lock: {}, expect: { size: small } }", 33, "a size"),
            ("{ lock: {}, expect: { class: E } }", 34, "a protection class"),
            ("{ lock: {}, expect: { entries: a } }", 36, "a list"),
            ("{ lock: {}, expect: { state: open } }", 34, "a lock state"),
            ("{ lock: {}, expect: { protectedDataAvailable: no } }", 51, "true or false"),
            ("{ lock: {}, expect: { events: [] } }", 27, "unknown key 'events'"),
            ("{ lock: {}, expect: { text: } }", 33, "text"),
        ]
    )
    func steps(step: String, column: Int, part: String) {
        check("scenario: x\nsteps:\n  - \(step)", 3, column, part)
    }

    /// Columns are counted in the line `  - STEP`, after a step that keeps an identifier as `k`.
    @Test(
        "a step about identifiers that cannot be is refused at its place",
        arguments: [
            ("install: {}", 14, "missing key 'app'"), ("install: { app: }", 21, "text"),
            ("install: { app: a..b }", 21, "not a bundle identifier"),
            ("install: { app: a/b }", 21, "not a bundle identifier"),
            ("install: { app: a, vendor: \"\" }", 14, "a vendor needs a name"),
            ("install: { app: a, team: \"\\0\" }", 14, "a team needs a name"),
            ("install: { app: a, distribution: sideload }", 38, "testflight"),
            ("install: { app: a, usage: x }", 24, "unknown key 'usage'"),
            ("uninstall: {}", 16, "missing key 'app'"),
            ("uninstall: { app: a, as: x }", 26, "unknown key 'as'"),
            ("vendor-id: {}", 16, "missing key 'app'"), ("vendor-id: a", 16, "a mapping"),
            ("vendor-id: { app: a, as: }", 30, "text"),
            ("vendor-id: { app: a, container: c }", 26, "unknown key 'container'"),
            ("advertising-id: { as: x }", 21, "missing key 'app'"),
            ("user-id: { app: a }", 14, "missing key 'container'"),
            ("user-id: { container: c }", 14, "missing key 'app'"),
            ("tracking: {}", 15, "missing key 'app'"),
            ("tracking: { app: a, answer: yes }", 33, "authorized or denied"),
            ("tracking: { app: a, active: no }", 33, "true or false"),
            ("tracking-requests: {}", 24, "text"), ("tracking-requests:", 23, "text"),
            ("tracking-requests: true", 24, "on or off"),
            ("tracking-requests: On", 24, "on or off"),
            ("{ vendor-id: { app: a }, expect: { same-as: x } }", 49, "keeps an identifier as 'x'"),
            ("{ vendor-id: { app: a }, expect: { differs-from: x } }", 54, "no earlier step"),
            ("{ vendor-id: { app: a, as: x }, expect: { same-as: x } }", 56, "no earlier step"),
            ("{ lock: {}, expect: { same-as: h } }", 36, "no earlier step"),
            ("{ lock: {}, expect: { differs-from: }}", 41, "text"),
        ]
    )
    func identifierSteps(step: String, column: Int, part: String) {
        let keep = "vendor-id: { app: a, as: k }"
        check("scenario: x\nsteps:\n  - \(keep)\n  - \(step)", 4, column, part)
    }

    @Test("a step that must fail keeps no identifier")
    func failedKeep() {
        let fail = "{ vendor-id: { app: a, as: k }, expect: { error: not-found } }"
        let use = "{ vendor-id: { app: a }, expect: { same-as: k } }"
        check("scenario: x\nsteps:\n  - \(fail)\n  - \(use)", 4, 49, "no earlier step")
    }

    @Test("a handle is known only after the step that opens it, whatever comes of that step")
    func handleOrder() throws {
        let use = "\n  - read: { handle: h }"
        let open = "\n  - open: { path: /a, mode: read, as: h }"
        check("scenario: x\nsteps:" + use + open, 3, 21, "no earlier step")
        #expect(throws: Never.self) {
            try ScenarioFile.load(text: "scenario: x\nsteps:" + open + use, file: "a.yml")
        }
    }

    @Test("bytes that are not valid UTF-8 are refused at their place")
    func bytes() {
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile.load(bytes: Array("scenario: ".utf8) + [0xFF], file: "a.yml")
        }
        #expect(error?.description == "a.yml:1:11: these bytes are not valid UTF-8")
    }

    @Test(
        "JSON is read, and all the page allows",
        arguments: [
            #"{"scenario": "x", "device": {"passcode": "1"}, "steps": [{"lock": {}}]}"#,
            "scenario: 5\nsteps: []", "scenario: x\ndevice: {}\nsteps: []",
            "scenario: x\ndevice: { passcode: 2580, grace: 0s, state: unlocked, root-class: b, "
                + "auto-lock: never, inactivity-reboot: never, user-inactive-after: 1ms, "
                + "max-failed-attempts: none, delays: none, seed: 7 }\nsteps: []",
            "scenario: x\nsteps:\n  - vendor-id: { app: a, as: a }\n  - expect: { same-as: a, "
                + "differs-from: a, value: c, decision: allow, reason: exempt }\n    lock: {}",
        ]
    )
    func wellFormed(text: String) throws {
        let scenarios = try ScenarioFile.load(text: text, file: "a.yml")
        #expect(scenarios.count == 1)
        #expect(scenarios.first?.file == "a.yml")
    }
}
