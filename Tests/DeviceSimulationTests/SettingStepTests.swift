import DeviceSimulation
import Testing

@Suite("Settings and restrictions in scenarios")
struct SettingStepTests {
    private static let movies = "com.apple.content-rating.MovieRating"

    private func set(_ value: String, _ domain: String = "application") -> String {
        "set-default: { key: \(Self.movies), value: \(value), domain: \(domain) }"
    }

    /// Runs steps that succeed, and tells what the last of them came to.
    private func last(_ steps: [String], device: String = Story.unlocked) throws -> StepFacts {
        try #require(try Story.run(steps, device: device).last).got
    }

    private func outcome(_ facts: StepFacts) -> [String] {
        [facts[.decision], facts[.reason]].compactMap { $0 }.map { fact in
            if case .text(let text) = fact { text } else { "\(fact)" }
        }
    }

    @Test(
        "an item is decided about with the value as YAML types it",
        arguments: [
            ("300", ["allow"]), ("200", ["deny"]), ("299.5", ["deny"]), ("1000", ["allow"]),
            ("0", ["deny"]), ("\"300\"", ["own-policy", "limit-wrong-type"]),
            ("true", ["own-policy", "limit-wrong-type"]),
            ("[300]", ["own-policy", "limit-wrong-type"]),
            ("{ a: 1 }", ["own-policy", "limit-wrong-type"]),
            (".nan", ["own-policy", "limit-not-finite"]),
            ("-.inf", ["own-policy", "limit-not-finite"]),
            ("1001", ["own-policy", "limit-out-of-range"]),
            ("null", ["own-policy", "limit-absent"]),
            ("infinity", ["own-policy", "limit-wrong-type"]),
        ]
    )
    func values(value: String, expected: [String]) throws {
        let check = "check: { kind: movie, rating: PG-13, region: us }"
        #expect(outcome(try last([set(value), check])) == expected)
    }

    @Test("the domains are searched in order, whatever the order they are set in")
    func order() throws {
        var steps: [String] = []
        let domains = ["registration", "global", "suite", "application", "argument", "managed"]
        for (index, domain) in domains.enumerated() {
            steps.append(set(index.isMultiple(of: 2) ? "100" : "400", domain))
            steps.append("check: { kind: movie, rating: R, region: us }")
        }
        let results = try Story.run(steps).filter { $0.name == "check" }.map { outcome($0.got) }
        #expect(results == [["deny"], ["allow"], ["deny"], ["allow"], ["deny"], ["allow"]])
    }

    @Test("explicit items are decided about by the word of the item")
    func explicit() throws {
        let flag =
            "set-default: { key: com.apple.content-rating.ExplicitBooksAllowed, value: false }"
        #expect(outcome(try last([flag, "check: { kind: book, explicit: true }"])) == ["deny"])
        #expect(outcome(try last([flag, "check: { kind: book, explicit: false }"])) == ["allow"])
        #expect(
            outcome(try last([flag, "check: { kind: book }"])) == [
                "own-policy", "explicit-unknown",
            ]
        )
    }

    @Test(
        "before the first unlock limits are unreadable, and a write leaves them",
        arguments: ["application", "global", "managed"]
    )
    func beforeFirstUnlock(domain: String) throws {
        let check = "check: { kind: movie, rating: R, region: us }"
        let steps = [
            set("1000", domain), "reboot: {}", check, set("0", domain), Story.unlock, check,
            "lock: {}",
            "advance: 10s", check,
        ]
        let results = try Story.run(steps)
        #expect(outcome(results[2].got) == ["own-policy", "defaults-unreadable"])
        #expect(results[3].got[.error] == .text("defaults-unreadable"))
        #expect(outcome(results[5].got) == ["allow"])
        #expect(outcome(results[8].got) == ["allow"])
    }

    @Test(
        "arguments and registered values are gone at the next start",
        arguments: ["argument", "registration"]
    )
    func volatile(domain: String) throws {
        let check = "check: { kind: movie, rating: R, region: us }"
        let results = try Story.run([set("0", domain), check, "reboot: {}", Story.unlock, check])
        #expect(outcome(results[1].got) == ["deny"])
        #expect(outcome(results[4].got) == ["own-policy", "limit-absent"])
    }

    @Test("what was set is there after a power loss")
    func crash() throws {
        let check = "check: { kind: movie, rating: R, region: us }"
        #expect(outcome(try last([set("0"), "crash: {}", Story.unlock, check])) == ["deny"])
    }

    @Test(
        "a device that is off decides nothing",
        arguments: ["check: { kind: tv }", "set-default: { key: a, value: 1 }"]
    )
    func off(step: String) throws {
        #expect(try last([step], device: Story.off)[.error] == .text("device-off"))
    }
}
