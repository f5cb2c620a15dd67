import Documents
import Testing

@Suite("Reading a mapping")
struct TextReaderTests {
    @Test("every kind of value is handed out by its key")
    func values() throws {
        var reader = try reader(
            """
            passcode: 2580
            atomic: true
            offset: -3
            size: 1KiB
            grace: 10s
            reboot: never
            apps: [a, b]
            steps: [{}, []]
            any: ~
            device: { seed: 7 }
            """
        )
        #expect(try reader.required("passcode", as: .string) == "2580")
        #expect(try reader.required("atomic", as: .bool))
        #expect(try reader.required("offset", as: .integer) == -3)
        #expect(try reader.required("size", as: .byteCount) == 1024)
        #expect(try reader.required("grace", as: .duration) == .seconds(10))
        #expect(try reader.required("reboot", as: .durationOrNever) == nil)
        #expect(try reader.required("apps", as: .strings) == ["a", "b"])
        #expect(try reader.required("steps", as: .list).count == 2)
        #expect(try reader.required("any", as: .node).isNull)
        var device = try reader.required("device", as: .mapping)
        #expect(try device.required("seed", as: .integer) == 7)
        try device.finish()
        try reader.finish()
    }

    @Test("an absent optional is nil, and never is not absence")
    func absent() throws {
        var reader = try reader("a: never")
        #expect(try reader.optional("grace", as: .duration) == nil)
        let never = try reader.optional("a", as: .durationOrNever)
        #expect(never == .some(nil))
        #expect(try reader.optional("b", as: .durationOrNever) == .none)
        try reader.finish()
    }

    @Test("a key with nothing behind it is not absent")
    func empty() throws {
        var reader = try reader("grace:\n")
        let error = #expect(throws: DocumentFault.self) {
            try reader.optional("grace", as: .duration)
        }
        #expect(error?.message == "expected a duration such as 10s, found nothing")
    }

    @Test("a missing key is named at the mapping's place")
    func missing() throws {
        let node = try TextDocument.parse("unlock:\n  { }")
        var outer = try TextReader(node)
        var reader = try outer.required("unlock", as: .mapping)
        let error = #expect(throws: DocumentFault.self) {
            try reader.required("passcode", as: .string)
        }
        #expect(error?.description == "2:3: missing key 'passcode'")
    }

    @Test("a wrong value is named at its own place")
    func wrong() throws {
        var reader = try reader("a: 1\nb:   soon\n")
        let error = #expect(throws: DocumentFault.self) { try reader.required("b", as: .duration) }
        #expect(error?.description == "2:6: expected a duration such as 10s, found 'soon'")
        #expect(reader.location(of: "b") == DocumentPlace(line: 2, column: 6))
        #expect(reader.location(of: "c") == .start)
    }

    @Test(
        "the first key nobody asked for is refused",
        arguments: [
            (
                "path: x\nclas: y\nzzz: 1",
                "2:1: unknown key 'clas'; known keys: class, path, text; did you mean 'class'?"
            ),
            (
                "Text: x",
                "1:1: unknown key 'Text'; known keys: class, path, text; did you mean 'text'?"
            ),
            ("colour: x", "1:1: unknown key 'colour'; known keys: class, path, text"),
            ("pt: x", "1:1: unknown key 'pt'; known keys: class, path, text"),
            ("{ path: x, \"a\\nb\": 1 }", "1:12: unknown key 'a\\n"),
        ]
    )
    func unknown(text: String, description: String) throws {
        var reader = try reader(text)
        for key in ["text", "path", "class"] {
            _ = try reader.optional(key, as: .string)
        }
        let error = #expect(throws: DocumentFault.self) { try reader.finish() }
        #expect(error?.description.hasPrefix(description) == true, "\(error?.description ?? "")")
    }

    @Test("a mapping that knows no keys says so")
    func noKeys() throws {
        let error = #expect(throws: DocumentFault.self) { try reader("a: 1").finish() }
        #expect(error?.message == "unknown key 'a'; no keys are known here")
        try reader("{}").finish()
    }

    @Test(
        "only a mapping can be read",
        arguments: [("[a]", "a list"), ("x", "'x'"), ("~", "nothing")]
    )
    func noMapping(text: String, found: String) throws {
        let error = #expect(throws: DocumentFault.self) { try reader(text) }
        #expect(error?.message == "expected a mapping, found \(found)")
    }

    private func reader(_ text: String) throws -> TextReader {
        try TextReader(TextDocument.parse(text))
    }
}
