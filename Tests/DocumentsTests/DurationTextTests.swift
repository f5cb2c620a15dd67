import Documents
import SimulatedDisk
import Testing

@Suite("Durations as text")
struct DurationTextTests {
    @Test(
        "a whole number with a unit is a duration",
        arguments: [
            ("0s", .zero), ("0h", .zero), ("250ms", .milliseconds(250)), ("10s", .seconds(10)),
            ("5m", .seconds(300)), ("72h", .seconds(259_200)), ("010s", .seconds(10)),
            ("3153600000000ms", .seconds(3_153_600_000)), ("876000h", .seconds(3_153_600_000)),
        ] as [(String, Duration)]
    )
    func parse(text: String, duration: Duration) throws {
        #expect(try DurationText.parse(text) == duration)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "s", "10", "-1s", "+1s", "1.5s", "1 s", " 1s", "1s ", "1d", "1S", "1min", "1h30m",
            "1e3s", "never", "infs", "٣s", "1s\u{301}", "1\u{301}s", "1s\0", "0x1s", "1_0s", "ms",
            "１s",
        ]
    )
    func malformed(text: String) {
        #expect(throws: DurationTextError.malformed) { try DurationText.parse(text) }
    }

    @Test(
        "a duration over a hundred years is refused, never clamped",
        arguments: [
            "3153600000001ms", "876001h", "9223372036854775807ms",
            "9223372036854775808ms", "9223372036854776s", "2562047788016h", "153722867280913m",
            "99999999999999999999999999s",
        ]
    )
    func tooLong(text: String) {
        #expect(throws: DurationTextError.tooLong) { try DurationText.parse(text) }
    }

    @Test(
        "a duration is printed in the longest unit that says it exactly",
        arguments: [
            (.zero, "0s"), (.milliseconds(250), "250ms"), (.milliseconds(1000), "1s"),
            (.seconds(10), "10s"), (.seconds(90), "90s"), (.seconds(300), "5m"),
            (.seconds(259_200), "72h"), (.milliseconds(61_001), "61001ms"),
            (.seconds(-90), "-90s"), (.nanoseconds(999_999), "0s"),
            (.microseconds(1_000_999), "1s"), (.seconds(Int64.max), "9223372036854775807s"),
        ] as [(Duration, String)]
    )
    func format(duration: Duration, text: String) {
        #expect(DurationText.format(duration) == text)
    }

    @Test("what is printed reads back", arguments: 0..<50 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let duration = Duration.milliseconds(
            Int64.random(in: 0...3_153_600_000_000, using: &generator)
        )
        #expect(try DurationText.parse(DurationText.format(duration)) == duration)
    }
}
