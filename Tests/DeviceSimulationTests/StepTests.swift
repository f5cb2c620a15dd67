import DeviceSimulation
import ProtectionModel
import Testing

/// Each case is a story whose last step is the one in question.
@Suite("Steps")
struct StepTests {
    static let unavailable = "protected-data-unavailable"

    private func last(_ steps: [String], _ device: String) throws -> StepResult {
        let results = try Story.run(steps, device: device)
        for result in results.dropLast() {
            #expect(result.got[.error] == nil, "\(result.name): \(result.message ?? "")")
        }
        return try #require(results.last)
    }

    @Test(
        "a step on files fails with the code of the page",
        arguments: [
            (["mkdir: { path: / }"], "already-exists"),
            (["mkdir: { path: /a }", "mkdir: { path: /a }"], "already-exists"),
            (["write: { path: /a, text: x }", "mkdir: { path: /a }"], "already-exists"),
            (["mkdir: { path: /a/b }"], "not-found"),
            (["write: { path: /a, text: x }", "mkdir: { path: /a/b }"], "not-a-directory"),
            (["write: { path: /a/b, text: x }"], "not-found"),
            (["write: { path: /a/b, text: x, atomic: false }"], "not-found"),
            (["write: { path: /, text: x }"], "is-a-directory"),
            (["write: { path: /, text: x, atomic: false }"], "is-a-directory"),
            (["mkdir: { path: /a }", "write: { path: /a, text: x }"], "is-a-directory"),
            (
                ["mkdir: { path: /a }", "write: { path: /a, text: x, atomic: false }"],
                "is-a-directory"
            ),
            (
                ["write: { path: /a, text: x }", "write: { path: /a/b, text: x }"],
                "not-a-directory"
            ),
            (["read: { path: /a }"], "not-found"),
            (["read: { path: / }"], "is-a-directory"),
            (["write: { path: /a, text: x }", "read: { path: /a/b }"], "not-a-directory"),
            (["open: { path: /a, mode: read, as: h }"], "not-found"),
            (["open: { path: /a, mode: write, as: h, create: false }"], "not-found"),
            (["open: { path: /a/b, mode: write, as: h, create: true }"], "not-found"),
            (["mkdir: { path: /a }", "open: { path: /a, mode: read, as: h }"], "is-a-directory"),
            (["open: { path: /, mode: read, as: h }"], "is-a-directory"),
            (["truncate: { path: /a, size: 0 }"], "not-found"),
            (["truncate: { path: /, size: 0 }"], "is-a-directory"),
            (["rename: { from: /a, to: /b }"], "not-found"),
            (["write: { path: /a, text: x }", "rename: { from: /a, to: /b/c }"], "not-found"),
            (["rename: { from: /, to: /b }"], "invalid-argument"),
            (["mkdir: { path: /a }", "rename: { from: /a, to: / }"], "invalid-argument"),
            (["mkdir: { path: /a }", "rename: { from: /a, to: /a/b }"], "invalid-argument"),
            (
                ["mkdir: { path: /a }", "mkdir: { path: /b }", "rename: { from: /a, to: /b }"],
                "already-exists"
            ),
            (
                [
                    "mkdir: { path: /a }", "write: { path: /b, text: x }",
                    "rename: { from: /a, to: /b }",
                ], "not-a-directory"
            ),
            (
                [
                    "mkdir: { path: /a }", "write: { path: /b, text: x }",
                    "rename: { from: /b, to: /a }",
                ], "is-a-directory"
            ),
            (["copy: { from: /a, to: /b }"], "not-found"),
            (["mkdir: { path: /a }", "copy: { from: /a, to: /b }"], "is-a-directory"),
            (["copy: { from: /, to: /b }"], "is-a-directory"),
            (["write: { path: /a, text: x }", "copy: { from: /a, to: /b/c }"], "not-found"),
            (
                [
                    "mkdir: { path: /a }", "write: { path: /b, text: x }",
                    "copy: { from: /b, to: /a }",
                ], "is-a-directory"
            ),
            (["remove: { path: /a }"], "not-found"),
            (["remove: { path: / }"], "invalid-argument"),
            (
                [
                    "mkdir: { path: /a }", "write: { path: /a/b, text: x }",
                    "remove: { path: /a }",
                ], "directory-not-empty"
            ),
            (
                ["mkdir: { path: /a }", "mkdir: { path: /a/b }", "remove: { path: /a }"],
                "directory-not-empty"
            ),
            (["list: { path: /a }"], "not-found"),
            (["write: { path: /a, text: x }", "list: { path: /a }"], "not-a-directory"),
            (["stat: { path: /a }"], "not-found"),
            (["write: { path: /a, text: x }", "stat: { path: /a/b }"], "not-a-directory"),
            (["protect: { path: /a, class: A }"], "not-found"),
        ] as [([String], String)]
    )
    func filesFail(steps: [String], code: String) throws {
        let result = try last(steps, Story.unlocked)
        #expect(result.got[.error] == .text(code))
        #expect(result.message != nil)
        #expect(!result.passed)
    }

    @Test(
        "a step on a handle fails with the code of the page",
        arguments: [
            (["close: { handle: h }", "close: { handle: h }"], "handle-closed"),
            (["close: { handle: h }", "read: { handle: h }"], "handle-closed"),
            (["close: { handle: h }", "sync: { handle: h }"], "handle-closed"),
            (["shutdown: {}", "read: { handle: h }"], "handle-closed"),
            (["shutdown: {}", #"write: { handle: h, offset: 0, text: "" }"#], "handle-closed"),
            (["shutdown: {}", "append: { handle: h, text: x }"], "handle-closed"),
            (["shutdown: {}", "truncate: { handle: h, size: 0 }"], "handle-closed"),
            (["shutdown: {}", "sync: { handle: h }"], "handle-closed"),
            (["shutdown: {}", "close: { handle: h }"], "handle-closed"),
            (["reboot: {}", "close: { handle: h }"], "handle-closed"),
            (["reboot: {}", "read: { handle: h }"], "handle-closed"),
            (["crash: {}", "sync: { handle: h }"], "handle-closed"),
            (["crash: {}", "read: { handle: h }"], "handle-closed"),
            (
                ["open: { path: /f, mode: read, as: r }", "append: { handle: r, text: x }"],
                "invalid-argument"
            ),
            (
                [
                    "open: { path: /f, mode: read, as: r }",
                    "write: { handle: r, offset: 0, hex: 00 }",
                ],
                "invalid-argument"
            ),
            (
                ["open: { path: /f, mode: read, as: r }", "truncate: { handle: r, size: 0 }"],
                "invalid-argument"
            ),
            (
                ["open: { path: /f, mode: write, as: w }", "read: { handle: w }"],
                "invalid-argument"
            ),
            (
                ["open: { path: /f, mode: write, as: w }", "reboot: {}", "read: { handle: w }"],
                "handle-closed"
            ),
            (Story.lock + ["read: { handle: h }"], unavailable),
            (Story.lock + ["read: { handle: h, offset: 100 }"], unavailable),
            (Story.lock + ["read: { handle: h, length: 0 }"], unavailable),
            (Story.lock + ["write: { handle: h, offset: 0, text: x }"], unavailable),
            (Story.lock + [#"write: { handle: h, offset: 0, text: "" }"#], unavailable),
            (Story.lock + [#"append: { handle: h, text: "" }"#], unavailable),
            (Story.lock + ["truncate: { handle: h, size: 5 }"], unavailable),
        ] as [([String], String)]
    )
    func handlesFail(steps: [String], code: String) throws {
        let opening = [
            "write: { path: /f, class: A, text: hello }",
            "open: { path: /f, mode: read-write, as: h }",
        ]
        #expect(try last(opening + steps, Story.unlocked).got[.error] == .text(code))
    }

    @Test(
        "on a device that is off a step is device-off",
        arguments: [
            Story.unlock, "unlock: {}", "advance: 1s", "advance-to: auto-lock", "reboot: {}",
            "shutdown: {}", "crash: {}", "mkdir: { path: /x }", "write: { path: /x, text: x }",
            "read: { path: /f }", "open: { path: /f, mode: read, as: h }",
            "truncate: { path: /f, size: 0 }", "rename: { from: /f, to: /g }",
            "copy: { from: /f, to: /g }", "remove: { path: /f }", "list: { path: / }",
            "stat: { path: / }", "protect: { path: /, class: A }", "passcode: { new: x }",
            #"passcode: { old: "2580" }"#, #"passcode: { old: "2580", new: x }"#,
        ]
    )
    func off(step: String) throws {
        let result = try last([step], Story.off)
        #expect(result.got[.error] == .text("device-off"))
        #expect(result.state == .off)
        #expect(result.at == .zero)
    }

    @Test(
        "nothing happens, which is not an error",
        arguments: [
            ("lock: {}", Story.off), ("lock: {}", Story.locked),
            ("lock: {}", Story.beforeFirstUnlock), ("lock: {}", Story.withoutPasscode),
            ("lock: {}", #"{ passcode: "2580", state: locking }"#),
            ("boot: {}", Story.locked), ("boot: {}", Story.beforeFirstUnlock),
            ("boot: {}", Story.unlocked), ("boot: {}", Story.withoutPasscode),
            (Story.unlock, Story.unlocked), (Story.unlock, Story.withoutPasscode),
            ("unlock: {}", Story.withoutPasscode), ("advance: 0s", Story.unlocked),
        ]
    )
    func nothing(step: String, device: String) throws {
        let results = try Story.run(
            ["expect-events: []", step, "expect-events: []"],
            device: device
        )
        #expect(results.filter { !$0.passed }.isEmpty)
        #expect(results[0].state == results[2].state)
    }

    @Test(
        "a passcode is refused with the code of the page",
        arguments: [
            (["unlock: { passcode: x }"], Story.locked, "passcode-incorrect"),
            (["unlock: { passcode: x }"], Story.unlocked, "passcode-incorrect"),
            (["unlock: { passcode: x }"], Story.beforeFirstUnlock, "passcode-incorrect"),
            (["unlock: {}"], Story.locked, "passcode-required"),
            (["passcode: { old: x, new: y }"], Story.unlocked, "passcode-incorrect"),
            (["passcode: { old: x }"], Story.unlocked, "passcode-incorrect"),
            (["passcode: { new: y }"], Story.unlocked, "already-exists"),
            ([#"passcode: { old: "2580", new: "" }"#], Story.unlocked, "passcode-policy"),
            ([#"passcode: { new: "" }"#], Story.withoutPasscode, "passcode-policy"),
            (["passcode: { old: x }"], Story.withoutPasscode, "passcode-not-set"),
            (["passcode: { old: x, new: y }"], Story.withoutPasscode, "passcode-not-set"),
            (["advance-to: auto-lock"], Story.unlocked, "invalid-argument"),
            (["advance-to: user-inactive"], Story.locked, "invalid-argument"),
            (["advance-to: inactivity-reboot"], Story.locked, "invalid-argument"),
        ]
    )
    func refused(steps: [String], device: String, code: String) throws {
        let result = try last(steps, device)
        #expect(result.got[.error] == .text(code))
        #expect(result.at == .zero)
    }
}
