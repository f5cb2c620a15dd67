import DeviceSimulation
import ProtectionModel
import Testing

@Suite("Delays after wrong passcodes")
struct RetryDelayTests {
    private func guess(_ number: Int, expecting code: String) -> [String] {
        [#"{ unlock: { passcode: "wrong \#(number)" }, expect: { error: \#(code) } }"#]
    }

    private func wrong(_ numbers: ClosedRange<Int>) -> [String] {
        numbers.flatMap { guess($0, expecting: "passcode-incorrect") }
    }

    private func check(_ steps: [String], delays: String = "classic") throws {
        let device = #"{ passcode: "2580", state: locked, delays: \#(delays) }"#
        let failures = try Story.run(steps, device: device).filter { !$0.passed }
        #expect(failures.isEmpty, "\(failures.map { ($0.index, $0.sentences) })")
    }

    @Test(
        "each further wrong passcode costs what its table says, to the millisecond",
        arguments: [
            ("classic", 5, [60, 300, 900, 900, 3_600, 3_600]),
            ("modern", 4, [60, 300, 900, 3_600, 10_800, 28_800, 28_800]),
        ]
    )
    func tables(delays: String, first: Int, seconds: [Int]) throws {
        var steps = wrong(1...first)
        for (index, wait) in seconds.enumerated() {
            steps += ["advance: \(wait * 1_000 - 1)ms"]
            steps += guess(first + index + 1, expecting: "passcode-delayed")
            steps += ["advance: 1ms"] + guess(first + index + 1, expecting: "passcode-incorrect")
        }
        try check(steps, delays: delays)
    }

    @Test("without a table there is no wait")
    func none() throws {
        try check(wrong(1...20) + [Story.unlock], delays: "none")
    }

    @Test("a right passcode clears the count")
    func cleared() throws {
        try check(wrong(1...4) + [Story.unlock] + wrong(1...4) + [Story.unlock])
    }

    @Test("a restart during a delay starts it in full", arguments: ["reboot", "crash", "shutdown"])
    func restarted(how: String) throws {
        let restart = how == "shutdown" ? ["shutdown: {}", "boot: {}"] : ["\(how): {}"]
        try check(
            wrong(1...5) + ["advance: 59s"] + restart + ["advance: 59999ms"]
                + guess(6, expecting: "passcode-delayed") + ["advance: 1ms", Story.unlock]
        )
    }

    @Test(
        "a delay that has run out does not start again with a restart",
        arguments: [["reboot: {}"], ["shutdown: {}", "boot: {}"], ["reboot: {}", "crash: {}"]]
    )
    func expired(restart: [String]) throws {
        try check(wrong(1...5) + ["advance: 60s"] + restart + [Story.unlock])
    }

    @Test("a known wrong passcode costs no further delay, and a new one costs the next")
    func known() throws {
        let known = guess(3, expecting: "passcode-incorrect")
        try check(
            wrong(1...5) + ["advance: 60s"] + known + known
                + guess(6, expecting: "passcode-incorrect")
                + ["advance: 299s"] + known.map { $0.replacing("incorrect", with: "delayed") }
                + ["advance: 1s", Story.unlock]
        )
    }

    @Test("erasing comes before waiting, at the very attempt")
    func erased() throws {
        let device = #"{ passcode: "2580", state: locked, max-failed-attempts: 3 }"#
        let results = try Story.run(
            wrong(1...3) + [
                "lock: {}", "advance: 1s", "boot: {}", "shutdown: {}", "stat: { path: / }",
                "expect-events: [erased]",
            ],
            device: device
        )
        #expect(results[1].state == .locked)
        #expect(results[2].state == .off)
        #expect(results[3..<8].filter { $0.got[.error] != .text("device-erased") }.isEmpty)
        #expect(results[8].passed)
    }

    @Test("a thousand unlocks fit in one scenario")
    func thousand() throws {
        try check(
            Array(repeating: [Story.unlock, "lock: {}", "advance: 10s"], count: 1_000)
                .flatMap { $0 }
        )
    }
}
