import DeviceSimulation
import Testing

@Suite("Applications and identifiers in scenarios")
struct IdentifierStepTests {
    private static let zero = FactValue.text("00000000-0000-0000-0000-000000000000")
    private static let install = "install: { app: com.example.a, tracking-usage: why }"

    private func values(_ results: [StepResult]) -> [FactValue?] { results.map { $0.got[.value] } }

    private func codes(_ results: [StepResult]) -> [FactValue?] { results.map { $0.got[.error] } }

    @Test("identifiers repeat with the seed, and differ without")
    func seeds() throws {
        let steps = [
            Self.install, "vendor-id: { app: com.example.a }",
            "user-id: { app: com.example.a, container: c }",
            "tracking: { app: com.example.a, answer: authorized }",
            "advertising-id: { app: com.example.a }",
        ]
        let results = try [1, 1, 2].map { seed in
            let run = try Story.run(steps, device: "{ seed: \(seed) }")
            return [run[1], run[2], run[4]].map { $0.got[.value] }
        }
        #expect(results[0] == results[1])
        for (left, right) in zip(results[0], results[2]) {
            #expect(left != nil && left != Self.zero && left != right)
        }
    }

    @Test("the identifier for vendor is kept and compared, and goes with the last application")
    func vendor() throws {
        let results = try Story.run([
            "install: { app: com.example.a }", "install: { app: com.example.b }",
            "install: { app: com.other.c, vendor: Other, team: T, distribution: testflight }",
            "vendor-id: { app: com.example.a, as: first }",
            "{ vendor-id: { app: com.example.b }, expect: { same-as: first } }",
            "{ vendor-id: { app: com.other.c }, expect: { differs-from: first } }",
            "uninstall: { app: com.example.a }",
            "{ vendor-id: { app: com.example.b }, expect: { same-as: first } }",
            "uninstall: { app: com.example.b }", "install: { app: com.example.b }",
            "{ vendor-id: { app: com.example.b }, expect: { differs-from: first } }",
        ])
        for result in results { #expect(result.passed, "\(result.name): \(result.sentences)") }
    }

    @Test("a comparison that does not hold falls short, and says how")
    func shortfalls() throws {
        let results = try Story.run([
            Self.install, "vendor-id: { app: com.example.a, as: known }",
            "{ user-id: { app: com.example.a, container: c }, expect: { same-as: known } }",
            "{ vendor-id: { app: com.example.a }, expect: { differs-from: known } }",
            "{ vendor-id: { app: com.example.a }, expect: { value: known } }",
            "{ lock: {}, expect: { same-as: known } }",
            "{ lock: {}, expect: { differs-from: known } }",
            "{ vendor-id: { app: com.none }, expect: { differs-from: known } }",
        ])
        #expect(results.map(\.passed) == [true, true] + Array(repeating: false, count: 6))
        #expect(results[2].sentences == ["same-as: expected 'known', got another value"])
        #expect(results[3].sentences == ["differs-from: expected 'known', got the same value"])
        #expect(results[5].sentences == ["same-as: expected 'known', got nothing"])
        #expect(results[6].sentences == ["differs-from: expected 'known', got nothing"])
        #expect(results[7].shortfalls == [.error, .differsFrom])
    }

    @Test("a name is compared with what it had before, and a step that failed leaves nothing there")
    func rename() throws {
        let results = try Story.run([
            Self.install, "vendor-id: { app: com.example.a, as: x }",
            "{ user-id: { app: com.example.a, container: c, as: x }, expect: { differs-from: x } }",
            "{ user-id: { app: com.example.a, container: c }, expect: { same-as: x } }",
            "vendor-id: { app: com.none, as: x }",
            "{ user-id: { app: com.example.a, container: c }, expect: { same-as: x } }",
            "{ user-id: { app: com.example.a, container: c }, expect: { differs-from: x } }",
        ])
        #expect(results.map(\.passed) == [true, true, true, true, false, false, false])
    }

    @Test("before the first unlock nothing is read, installed or asked, and all is there later")
    func beforeFirstUnlock() throws {
        let steps = [
            "vendor-id: { app: com.example.a, as: later }", "vendor-id: { app: com.none }",
            "advertising-id: { app: com.example.a }",
            "user-id: { app: com.example.a, container: c }", "install: { app: com.example.b }",
            "uninstall: { app: com.example.a }", "tracking: { app: com.example.a }",
            "tracking-requests: off",
        ]
        let before = [Self.install, "vendor-id: { app: com.example.a, as: known }", "reboot: {}"]
        let after = [
            Story.unlock, "{ vendor-id: { app: com.example.a }, expect: { same-as: known } }",
            "lock: {}", "advance: 10s",
            "{ vendor-id: { app: com.example.a }, expect: { same-as: known, state: locked } }",
        ]
        let results = try Story.run(before + steps + after)
        let refused = results[before.count..<(before.count + steps.count)]
        #expect(
            codes(Array(refused))
                == Array(repeating: .text("protected-data-unavailable"), count: steps.count)
        )
        #expect(results.suffix(after.count).allSatisfy { $0.passed })
    }

    @Test(
        "before the first unlock a device without applications does not say that there are none",
        arguments: [
            "vendor-id: { app: a }", "uninstall: { app: a }", "tracking: { app: a }",
            "user-id: { app: a, container: c }", "tracking-requests: off",
        ]
    )
    func emptyBeforeFirstUnlock(step: String) throws {
        let result = try #require(try Story.run([step], device: Story.beforeFirstUnlock).last)
        #expect(result.got[.error] == .text("protected-data-unavailable"))
    }

    @Test("identifiers outlive a power loss, and a reading that was given is not lost")
    func crash() throws {
        let results = try Story.run([
            Self.install, "vendor-id: { app: com.example.a, as: known }",
            "user-id: { app: com.example.a, container: c, as: user }", "crash: {}", Story.unlock,
            "{ vendor-id: { app: com.example.a }, expect: { same-as: known } }",
            "{ user-id: { app: com.example.a, container: c }, expect: { same-as: user } }",
        ])
        #expect(results.allSatisfy { $0.passed })
    }

    @Test(
        "an answer counts where the user is asked",
        arguments: [
            (["{ app: com.example.a }"], "not-determined"),
            (["{ app: com.example.a, answer: authorized }"], "authorized"),
            (["{ app: com.example.a, answer: denied }"], "denied"),
            (["{ app: com.example.a, answer: authorized, active: false }"], "not-determined"),
            (
                [
                    "{ app: com.example.a, answer: authorized, active: false }",
                    "{ app: com.example.a, answer: denied }",
                ], "denied"
            ),
            (["{ app: com.example.a }", "{ app: com.example.a, answer: denied }"], "denied"),
            (
                ["{ app: com.example.a, answer: denied }", "{ app: com.example.a }"], "denied"
            ),
            (
                [
                    "{ app: com.example.a, answer: authorized }",
                    "{ app: com.example.a, answer: denied }",
                ], "denied"
            ),
        ]
    )
    func tracking(requests: [String], status: String) throws {
        let results = try Story.run([Self.install] + requests.map { "tracking: \($0)" })
        #expect(results.last?.got[.value] == .text(status))
        #expect(codes(results).allSatisfy { $0 == nil })
    }

    @Test("while requests are off no user is asked, and no app can be authorized")
    func requestsOff() throws {
        let results = try Story.run([
            Self.install, "tracking-requests: off",
            "tracking: { app: com.example.a, answer: authorized }",
            "tracking: { app: com.example.a, answer: authorized }",
            "advertising-id: { app: com.example.a }", "tracking-requests: \"on\"",
            "tracking: { app: com.example.a }",
        ])
        #expect(results[2].got[.value] == .text("denied"))
        // Now it is the application's switch in Settings, and that cannot be moved.
        #expect(results[3].got[.error] == .text("permission-denied"))
        #expect(results[4].got[.value] == Self.zero)
        #expect(results[6].got[.value] == .text("denied"))
    }

    @Test(
        "the device's account and platform decide",
        arguments: [
            ("{ account: child }", "restricted", true),
            ("{ account: under-18 }", "restricted", true),
            ("{ account: managed }", "restricted", true), ("{ account: new }", "restricted", true),
            ("{ platform: simulator }", "authorized", true),
            ("{ platform: macos }", "authorized", true),
            ("{ platform: visionos }", "authorized", true),
            ("{ account: none }", "authorized", false), ("{ account: adult }", "authorized", false),
        ]
    )
    func device(device: String, status: String, isZero: Bool) throws {
        let results = try Story.run(
            [
                Self.install, "tracking: { app: com.example.a, answer: authorized }",
                "advertising-id: { app: com.example.a }",
            ],
            device: device
        )
        #expect(results[1].got[.value] == .text(status))
        #expect((results[2].got[.value] == Self.zero) == isZero)
    }

    @Test("the vendor rule of the device counts", arguments: [("ios6", true), ("ios7", false)])
    func rule(rule: String, isSame: Bool) throws {
        let results = try Story.run(
            [
                "install: { app: com.example.a.x }", "install: { app: com.example.b.x }",
                "vendor-id: { app: com.example.a.x, as: a }", "vendor-id: { app: com.example.b.x }",
            ],
            device: "{ vendor-rule: \(rule) }"
        )
        #expect((values(results)[2] == values(results)[3]) == isSame)
    }

    @Test(
        "what cannot be done fails with its code",
        arguments: [
            ("uninstall: { app: com.none }", "not-found"),
            ("vendor-id: { app: com.none }", "not-found"),
            ("advertising-id: { app: com.none }", "not-found"),
            ("user-id: { app: com.none, container: c }", "not-found"),
            ("user-id: { app: com.example.a, container: \"\" }", "invalid-argument"),
            ("tracking: { app: com.none }", "not-found"),
            ("tracking: { app: com.example.silent, answer: denied }", "invalid-argument"),
        ]
    )
    func refused(step: String, code: String) throws {
        let results = try Story.run([Self.install, "install: { app: com.example.silent }", step])
        #expect(results.last?.got[.error] == .text(code))
        #expect(results.last?.got[.value] == nil)
    }

    @Test("without a signed-in user there is no user identifier, and no answer about it")
    func signedOut() throws {
        let results = try Story.run(
            [Self.install, "user-id: { app: com.example.a, container: c }"],
            device: "{ account: none }"
        )
        #expect(results.last?.got[.error] == .text("not-found"))
    }

    @Test(
        "a device that is off does none of it",
        arguments: [
            "install: { app: a }", "uninstall: { app: a }", "vendor-id: { app: a }",
            "advertising-id: { app: a }", "user-id: { app: a, container: c }",
            "tracking: { app: a }", "tracking-requests: on",
        ]
    )
    func off(step: String) throws {
        let result = try #require(try Story.run([step], device: Story.off).last)
        #expect(result.got[.error] == .text("device-off"))
    }
}
