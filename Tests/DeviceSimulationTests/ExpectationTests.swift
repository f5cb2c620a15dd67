import DeviceSimulation
import ProtectionModel
import Testing

@Suite("Expectations")
struct ExpectationTests {
    private static let started = [
        "mkdir: { path: /d }", "write: { path: /d/b, text: x }", "write: { path: /d/a, text: x }",
        "write: { path: /f, class: A, text: hello }", "open: { path: /f, mode: read-write, as: h }",
    ]

    private func last(_ step: String, _ expectation: String) throws -> StepResult {
        let step = "{ \(step), expect: { \(expectation) } }"
        return try #require(try Story.run(Self.started + [step]).last)
    }

    @Test(
        "the outcome is compared with what was expected",
        arguments: [
            ("read: { path: /f }", "text: hello"), ("read: { handle: h }", "text: hello"),
            ("read: { path: /f }", "hex: 68656c6c6f"), ("read: { path: /f }", "hex: 68656C6C6F"),
            ("read: { path: /f }", "size: 5, class: A, state: unlocked"),
            ("stat: { path: /f }", "size: 5, class: NSFileProtectionComplete"),
            ("stat: { path: /d }", "class: until-first-auth"), ("stat: { path: / }", "class: c"),
            ("list: { path: /d }", "entries: [a, b]"), ("list: { path: /d }", "class: C"),
            ("list: { path: / }", "entries: [d, f]"),
            ("lock: {}", "state: locking, protectedDataAvailable: false"),
            ("lock: {}", "{}".dropFirst().dropLast().description),
            ("advance: 1s", "state: unlocked, protectedDataAvailable: true"),
            ("read: { path: /g }", "error: not-found, state: unlocked"),
            ("mkdir: { path: /e, class: b }", "class: complete-unless-open"),
            ("write: { path: /g, size: 10KiB }", "size: 10KiB, class: C"),
            ("open: { path: /f, mode: read, as: r }", "size: 5, class: A"),
            ("append: { handle: h, text: '!' }", "size: 6"),
            ("write: { handle: h, offset: 0, text: x }", "size: 5"),
            ("truncate: { handle: h, size: 0 }", "size: 0"), ("sync: { handle: h }", "size: 5"),
            ("truncate: { path: /f, size: 9 }", "size: 9, class: A"),
            ("rename: { from: /f, to: /d/f }", "size: 5, class: A"),
            ("copy: { from: /f, to: /d/f }", "size: 5, class: A"),
            ("protect: { path: /f, class: B }", "class: B, size: 5"),
            ("protect: { path: /d, class: A }", "class: A"),
        ]
    )
    func comes(step: String, expectation: String) throws {
        let result = try last(step, expectation)
        #expect(result.passed, "\(result.sentences)")
        #expect(result.message == nil || result.got[.error] != nil)
    }

    @Test(
        "what falls short is named, and nothing else",
        arguments: [
            ("read: { path: /f }", "text: hell", [.text]),
            ("read: { path: /f }", "text: Hello, size: 5", [.text]),
            ("read: { path: /f }", "hex: '68'", [.hex]),
            ("read: { path: /f }", "size: 4, class: B, text: hello", [.size, .protection]),
            ("read: { path: /f }", "error: protected-data-unavailable", [.error]),
            ("read: { path: /g }", "text: hello", [.error, .text]),
            ("read: { path: /g }", "state: unlocked", [.error]),
            ("read: { path: /g }", "", [.error]),
            ("read: { path: /g }", "error: is-a-directory", [.error]),
            ("read: { path: /g }", "error: not-found, text: ''", [.text]),
            ("list: { path: /d }", "entries: [b, a]", [.entries]),
            ("list: { path: /d }", "entries: [a]", [.entries]),
            ("list: { path: /d }", "entries: [a, b, c]", [.entries]),
            ("list: { path: /d }", "entries: []", [.entries]),
            ("list: { path: /d }", "entries: [/d/a, /d/b]", [.entries]),
            ("stat: { path: /d }", "size: 0", [.size]), ("stat: { path: /f }", "text: x", [.text]),
            ("lock: {}", "state: locked", [.state]),
            ("lock: {}", "protectedDataAvailable: true", [.protectedDataAvailable]),
            ("lock: {}", "size: 0", [.size]), ("lock: {}", "entries: []", [.entries]),
            ("lock: {}", "decision: allow", [.decision]), ("lock: {}", "reason: exempt", [.reason]),
            ("lock: {}", "value: x", [.value]),
        ] as [(String, String, [FactKey])]
    )
    func fallsShort(step: String, expectation: String, keys: [FactKey]) throws {
        let result = try last(step, expectation)
        #expect(result.shortfalls == keys)
        #expect(!result.passed)
        #expect(result.sentences.count == keys.count)
    }

    @Test("precomposed and decomposed letters differ")
    func bytes() throws {
        let results = try Story.run([
            #"write: { path: /f, text: "é" }"#,
            #"{ read: { path: /f }, expect: { text: "e\u0301" } }"#,
            #"{ read: { path: /f }, expect: { text: "\u00e9" } }"#,
        ])
        #expect(results.map(\.passed) == [true, false, true])
    }

    @Test("a scenario goes on after a step that fell short")
    func goesOn() throws {
        let results = try Story.run([
            "read: { path: /f }", "{ lock: {}, expect: { state: off } }",
            "write: { path: /f, text: x }",
            "{ read: { path: /f }, expect: { text: x } }",
        ])
        #expect(results.map(\.passed) == [false, false, true, true])
        #expect(results.map(\.index) == [0, 1, 2, 3])
        #expect(results.map(\.line) == [4, 5, 6, 7])
    }

    @Test("a scenario without steps passes")
    func empty() throws {
        #expect(try ScenarioRunner().run(Story.load([])).passed)
    }

    @Test("another seed makes other keys and the same results")
    func seeds() throws {
        let reports = try [0, 1].map { seed in
            let device = #"{ passcode: "2580", state: unlocked, seed: \#(seed) }"#
            let scenario = try Story.load(Self.started + ["reboot: {}"], device: device)
            return try ScenarioReport([ScenarioRunner().run(scenario)]).json()
        }
        #expect(reports[0] == reports[1])
    }
}
