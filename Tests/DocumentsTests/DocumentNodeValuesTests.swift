import Documents
import Testing

@Suite("Typed values")
struct TextNodeValuesTests {
    @Test(
        "any single value but null is text",
        arguments: [
            ("2580", "2580"), ("\"2580\"", "2580"), ("0010", "0010"), ("true", "true"),
            ("1.50", "1.50"), ("''", ""), ("\"~\"", "~"), ("|\n x\n", "x\n"),
        ]
    )
    func string(text: String, value: String) throws {
        #expect(try TextDocument.parse(text).text() == value)
    }

    @Test(
        "what is not text is refused",
        arguments: [
            ("[a]", "expected text, found a list"), ("{}", "expected text, found a mapping"),
            ("~", "expected text, found nothing"), ("null", "expected text, found nothing"),
        ]
    )
    func noString(text: String, message: String) {
        expectError(message) { () throws(DocumentFault) in try TextDocument.parse(text).text() }
    }

    @Test("true and false are read", arguments: [("true", true), ("false", false)])
    func bool(text: String, value: Bool) throws {
        #expect(try TextDocument.parse(text).bool() == value)
    }

    @Test(
        "nothing else is true or false",
        arguments: [
            ("yes", "'yes'"), ("on", "'on'"), ("True", "'True'"), ("1", "'1'"),
            ("\"true\"", "the text 'true'"), ("~", "nothing"), ("[true]", "a list"),
        ]
    )
    func noBool(text: String, found: String) {
        expectError("expected true or false, found \(found)") { () throws(DocumentFault) in
            try TextDocument.parse(text).bool()
        }
    }

    @Test(
        "whole numbers are read",
        arguments: [
            ("0", 0), ("10", 10), ("-1", -1), ("9223372036854775807", .max),
            ("-9223372036854775808", .min),
        ]
    )
    func integer(text: String, value: Int) throws {
        #expect(try TextDocument.parse(text).integer() == value)
    }

    @Test(
        "what is not a whole number is refused, never clamped or rounded",
        arguments: [
            ("9223372036854775808", "'9223372036854775808', which is out of range"),
            ("-9223372036854775809", "'-9223372036854775809', which is out of range"),
            ("1.0", "'1.0'"), ("1e3", "'1e3'"), (".inf", "'.inf'"), (".nan", "'.nan'"),
            ("010", "'010'"), ("0x10", "'0x10'"), ("0o7", "'0o7'"), ("1_000", "'1_000'"),
            ("+1", "'+1'"), ("--1", "'--1'"), ("'-'", "the text '-'"), ("\"10\"", "the text '10'"),
            ("10s", "'10s'"), ("~", "nothing"), ("{}", "a mapping"), ("١", "'١'"), ("1 0", "'1 0'"),
        ]
    )
    func noInteger(text: String, found: String) {
        expectError("expected a whole number, found \(found)") { () throws(DocumentFault) in
            try TextDocument.parse(text).integer()
        }
    }

    @Test(
        "sizes are read in bytes",
        arguments: [
            ("0", 0), ("4096", 4096), ("1KiB", 1024), ("64KiB", 65536), ("16MiB", 16 << 20),
            ("1GiB", 1 << 30), ("18446744073709551615", .max),
        ] as [(String, UInt64)]
    )
    func byteCount(text: String, value: UInt64) throws {
        #expect(try TextDocument.parse(text).byteCount() == value)
    }

    @Test(
        "what is not a size is refused",
        arguments: [
            ("18446744073709551616", ", which is out of range"),
            ("17179869184GiB", ", which is out of range"), ("-1", ""), ("1KB", ""), ("1kib", ""),
            ("1 KiB", ""), ("1.5MiB", ""), ("KiB", ""), ("01KiB", ""), (".inf", ""), ("1TiB", ""),
            ("٣KiB", ""), ("1K\u{301}iB", ""),
        ]
    )
    func noByteCount(text: String, suffix: String) {
        expectError("expected a size such as 4096 or 64KiB, found '\(text)'\(suffix)") {
            () throws(DocumentFault) in try TextDocument.parse(text).byteCount()
        }
    }

    @Test("durations are read, in quotes or not")
    func duration() throws {
        #expect(try TextDocument.parse("250ms").duration() == .milliseconds(250))
        #expect(try TextDocument.parse("\"72h\"").duration() == .seconds(259_200))
        #expect(try TextDocument.parse("5m").durationOrNever() == .seconds(300))
        #expect(try TextDocument.parse("never").durationOrNever() == nil)
    }

    @Test(
        "what is not a duration is refused",
        arguments: [
            ("10", "expected a duration such as 10s, found '10'"),
            ("never", "expected a duration such as 10s, found 'never'"),
            ("~", "expected a duration such as 10s, found nothing"),
            ("[10s]", "expected a duration such as 10s, found a list"),
            (
                "9223372036854775807h",
                "expected at most a hundred years (876000h), found '9223372036854775807h'"
            ),
        ]
    )
    func noDuration(text: String, message: String) {
        expectError(message) { () throws(DocumentFault) in try TextDocument.parse(text).duration() }
    }

    @Test("never is the only word a duration may be")
    func noDurationOrNever() {
        expectError("expected a duration such as 10s, or never, found 'Never'") {
            () throws(DocumentFault) in try TextDocument.parse("Never").durationOrNever()
        }
    }

    @Test("lists of texts are read, and say which element is not a text")
    func strings() throws {
        #expect(try TextDocument.parse("[a, 1, 'b']").texts() == ["a", "1", "b"])
        #expect(try TextDocument.parse("[]").texts().isEmpty)
        expectError("expected text, found a list", at: "2:3") { () throws(DocumentFault) in
            try TextDocument.parse("- a\n- [b]").texts()
        }
        expectError("expected a list of texts, found 'a'") { () throws(DocumentFault) in
            try TextDocument.parse("a").texts()
        }
    }

    private func expectError<Value>(
        _ message: String,
        at place: String = "1:1",
        _ body: () throws(DocumentFault) -> Value
    ) {
        let error = #expect(throws: DocumentFault.self) { _ = try body() }
        #expect(error?.description == "\(place): \(message)")
    }
}
