import DeviceSimulation
import ProtectionModel
import Testing

/// Stories about several devices of one user.
@Suite("Steps of several devices")
struct CircleStepTests {
    private static let devices = """
        devices:
          phone: { passcode: "2580", state: unlocked }
          desk: { passcode: "1397", state: unlocked }
          tablet: { passcode: "8642", state: unlocked }
        """
    private static let type = "com.example.notes.edit"

    private func load(_ steps: [String], _ devices: String = devices) throws -> Scenario {
        let lines = ["scenario: test", devices, "steps:"] + steps.map { "  - \($0)" }
        let text = lines.joined(separator: "\n")
        return try #require(try ScenarioFile.load(text: text, file: "test.yml").first)
    }

    /// Runs steps of which all but those that expect an error must succeed; the last is the one in question.
    @discardableResult
    private func run(_ steps: [String]) throws -> StepResult {
        let results = try ScenarioRunner().run(load(steps)).steps
        for result in results { #expect(result.passed, "\(result.line): \(result.sentences)") }
        return try #require(results.last)
    }

    private static func install(
        on device: String,
        team: String = "TEAM1",
        types: String = type
    ) -> String {
        "{ install: { app: com.example.notes, team: \(team), activity-types: [\(types)] }, on: \(device) }"
    }

    private static let paired = [
        install(on: "phone"), install(on: "desk"), "pair: { with: desk }",
    ]

    private static func activity(_ more: String = "title: Shopping") -> String {
        "activity: { app: com.example.notes, type: \(type), \(more) }"
    }

    private static func offers(_ offers: String) -> String {
        "{ offers: {}, on: desk, expect: { offers: [\(offers)] } }"
    }

    private static let theOffer = offers("phone / com.example.notes")

    @Test(
        "what cannot be is refused at its place",
        arguments: [
            ("device: {}\n\(devices)", "lock: {}", "not both"),
            ("devices: { a: {} }", "lock: {}", "2 to 8 devices"),
            ("devices: { a: {}, b: { grace: 1 } }", "lock: {}", "a duration"),
            ("device: {}\nseed: 1", "lock: {}", "has its own"),
            ("device: {}", "{ lock: {}, on: phone }", "one of several"),
            ("device: {}", "pair: { with: desk }", "scenarios with 'devices'"),
            ("device: {}", "network: off", "scenarios with 'devices'"),
            (devices, "{ lock: {}, on: watch }", "called 'watch'"),
            (devices, "pair: { with: watch }", "there are phone, desk, tablet"),
            (devices, "network: { loss: 2 }", "0 to 1"),
            (devices, "network: { losses: 1 }", "did you mean 'loss'?"),
            (devices, "network: gone", "on or off"),
            (devices, "replay: { message: 0 }", "1 on"),
            (devices, "activity: { type: a }", "missing key 'app'"),
            (devices, "activity: { app: com.example.a, type: a, user-info: x }", "a mapping"),
            (devices, "{ continue: { offer: desk }, expect: { opened-by: me } }", "app, browser"),
            (devices, "stream: { read: 3 }", "true or false"),
        ]
    )
    func malformed(devices: String, step: String, part: String) {
        let error = #expect(throws: ScenarioError.self) { try load([step], devices) }
        #expect(error?.code.description == "malformed-scenario")
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test(
        "a step that cannot be done ends with its code",
        arguments: [
            (["resign: {}"], "not-found"), (["update-activity: { title: x }"], "not-found"),
            (["offers: {}"], "not-found"), ([activity()], "not-found"),
            (["unpair: { device: desk }"], "not-found"), (["meet: { with: desk }"], "not-found"),
            (["replay: { message: 1 }"], "not-found"), (["stream: { read: true }"], "not-found"),
            (paired + ["pair: { with: desk }"], "already-exists"),
            (paired + ["{ pair: { with: phone }, on: desk }"], "already-exists"),
            (paired + [activity("page: \"ftp://example.com\"")], "invalid-argument"),
            (paired + ["{ continue: { offer: phone }, on: desk }"], "expired"),
            (["lock: {}", "pair: { with: desk }"], "protected-data-unavailable"),
            (["network: off", "pair: { with: desk }"], "timed-out"),
            (
                paired + [
                    activity(), "{ continue: { offer: phone, app: com.example.x }, on: desk }",
                ],
                "not-found"
            ),
            (
                paired + [
                    activity(), "{ continue: { offer: phone }, on: desk }",
                    "{ stream: { read: true }, on: desk }",
                ], "invalid-argument"
            ),
            (
                paired + [
                    activity(), "unpair: { device: desk }",
                    "{ continue: { offer: phone }, on: desk }",
                ],
                "not-trusted"
            ),
            (paired + [activity(), "shutdown: {}", "resign: {}"], "device-off"),
        ]
    )
    func refused(steps: [String], code: String) throws {
        let all = steps.dropLast() + [steps[steps.count - 1].expecting("error: \(code)")]
        try run(Array(all))
    }

    @Test(
        "an activity is offered as long as the user is at it",
        arguments: [
            ["resign: {}"], ["update-activity: { eligible: false }"], ["lock: {}"],
            ["advance: 11m"],
            ["update-activity: { expires: 10s }", "advance: 10s"],
        ]
    )
    func lifetime(end: [String]) throws {
        try run(Self.paired + [Self.activity(), Self.theOffer] + end + [Self.offers("")])
    }

    @Test("an offer of a phone that crashed cannot be continued")
    func crash() throws {
        try run(
            Self.paired + [
                Self.activity(), "crash: {}", "unlock: { passcode: \"2580\" }", Self.theOffer,
                "{ continue: { offer: phone }, on: desk, expect: { error: expired } }",
                Self.activity("title: Again"),
                "{ continue: { offer: phone }, on: desk, expect: { title: Again } }",
            ]
        )
    }

    @Test("another team's app gets nothing, and a page goes to the browser")
    func openers() throws {
        let paired = [
            Self.install(on: "phone"), Self.install(on: "desk", team: "TEAM2"),
            "pair: { with: desk }",
        ]
        try run(
            paired + [
                Self.activity(), Self.offers("phone / nothing"),
                "{ continue: { offer: phone }, on: desk, expect: { error: no-application, opened-by: nothing } }",
                "update-activity: { page: \"https://example.com\" }",
                Self.offers("phone / browser"),
                "{ continue: { offer: phone }, on: desk, expect: { opened-by: browser } }",
            ]
        )
    }

    @Test("what is typed in YAML arrives with its types")
    func userInfo() throws {
        let info = "{ a: 1, b: 1.5, c: true, d: x, e: [1, \"1\"], f: { g: \"true\" } }"
        let result = try run(
            Self.paired + [
                Self.activity("user-info: \(info)"),
                "{ continue: { offer: phone }, on: desk, expect: { user-info: \(info) } }",
            ]
        )
        #expect(
            result.got[.userInfo]
                == .list(["a: 1", "b: 1.5", "c: true", "d: 'x'", "e: [1, '1']", "f: {g: 'true'}"])
        )
    }

    @Test("both apps say something over streams")
    func streams() throws {
        try run(
            Self.paired + [
                Self.activity("stream: from the phone"),
                "{ continue: { offer: phone, app: com.example.notes }, on: desk }",
                "{ stream: { write: from the desk, read: true }, on: desk, expect: { text: from the phone } }",
                "{ stream: { read: true }, on: phone, expect: { text: from the desk } }",
            ]
        )
    }

    @Test("three devices are one circle, until one is removed")
    func three() throws {
        let opener = "phone / com.example.notes"
        try run(
            Self.paired + [
                Self.install(on: "tablet"), "{ pair: { with: tablet }, on: desk }", Self.activity(),
                Self.offers(opener),
                "{ offers: {}, on: tablet, expect: { offers: [\(opener)] } }",
                "{ unpair: { device: tablet }, on: desk }", "resign: {}",
                Self.activity("title: Secret"), Self.offers(opener),
                "{ continue: { offer: phone }, on: tablet, expect: { error: not-trusted } }",
            ]
        )
    }

    @Test("devices have one clock, and each its own keys, locks and identifiers")
    func separate() throws {
        try run([
            Self.install(on: "phone"), Self.install(on: "desk"),
            "vendor-id: { app: com.example.notes, as: phone }",
            "{ vendor-id: { app: com.example.notes }, on: desk, expect: { differs-from: phone } }",
            "lock: {}", "{ advance: 10s, on: desk, expect: { state: unlocked } }",
            "{ stat: { path: / }, expect: { state: locked } }",
        ])
    }

    @Test("the same seed makes the same story, and a report says which device it was")
    func repeatable() throws {
        let steps =
            Self.paired + ["network: { loss: 0.3, delay: 50ms, duplicate: 0.2, reorder: 0.2 }"]
            + (0..<8).flatMap { number in
                [
                    Self.activity("title: T\(number)"), "advance: 1s",
                    "{ continue: { offer: phone }, on: desk }",
                    "{ meet: { with: phone }, on: desk }",
                ]
            }
        func report(_ seed: Int) throws -> String {
            let scenario = try load(steps, "seed: \(seed)\n" + Self.devices)
            return try ScenarioReport([ScenarioRunner().run(scenario)]).json()
        }
        #expect(try report(1) == report(1))
        #expect(try report(1) != report(2))
        #expect(try report(1).contains(#""on":"desk""#))
    }
}

extension String {
    /// A step, written with or without braces, with what is expected of it.
    fileprivate func expecting(_ expectation: String) -> String {
        let step = hasPrefix("{") ? String(dropFirst().dropLast()) : self
        return "{ \(step), expect: { \(expectation) } }"
    }
}
