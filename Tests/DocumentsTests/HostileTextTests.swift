import Documents
import SimulatedDisk
import Testing

@Suite("Hostile YAML")
struct HostileTextTests {
    @Test(
        "nesting 100,000 levels deep is refused before anything recurses",
        arguments: ["[", "{", "{a: ", "[[{a: ", "- ", "[a: [", "{[", "- [", "\"a\": ["]
    )
    func deepNesting(opening: String) {
        let error = #expect(throws: DocumentFault.self) {
            try TextDocument.parse(String(repeating: opening, count: 100_000))
        }
        #expect(
            error?.message.contains("levels deep") == true
                || error?.message.contains("is not expected") == true
        )
    }

    @Test("nesting by indentation is refused at the limit")
    func deepIndentation() {
        var text = ""
        for level in 0..<2000 {
            text += String(repeating: " ", count: level) + "a:\n"
        }
        let error = #expect(throws: DocumentFault.self) { try TextDocument.parse(text) }
        #expect(
            error
                == DocumentFault("nested more than 64 levels deep", at: .init(line: 65, column: 65))
        )
    }

    @Test("the depth limit is exact", arguments: [("[", "]"), ("{a: ", "}")])
    func exactDepth(opening: String, closing: String) throws {
        func nested(_ depth: Int) -> String {
            String(repeating: opening, count: depth) + "x"
                + String(repeating: closing, count: depth)
        }
        _ = try TextDocument.parse(nested(64))
        #expect(throws: DocumentFault.self) { try TextDocument.parse(nested(65)) }
    }

    @Test(
        "collections without an indentation or a bracket of their own count for the depth too",
        arguments: [("a:\n- b", 2), ("[a: b]", 2), ("a:\n- b: c\n", 3), ("- - a\n", 2)]
    )
    func hiddenDepth(text: String, depth: Int) throws {
        _ = try TextDocument.parse(text, limits: DocumentLimits(depth: depth))
        #expect(throws: DocumentFault.self) {
            try TextDocument.parse(text, limits: DocumentLimits(depth: depth - 1))
        }
    }

    @Test(
        "a text beyond a limit is refused, at the limit it is read",
        arguments: [
            ("[a, b, c]", DocumentLimits(nodeCount: 4), DocumentLimits(nodeCount: 3)),
            ("{a: b, c: }", DocumentLimits(nodeCount: 5), DocumentLimits(nodeCount: 4)),
            ("- a\n-\n- b: c", DocumentLimits(nodeCount: 6), DocumentLimits(nodeCount: 5)),
            ("a: bcd", DocumentLimits(byteCount: 6), DocumentLimits(byteCount: 5)),
            ("é: é", DocumentLimits(byteCount: 6), DocumentLimits(byteCount: 5)),
        ]
    )
    func limits(text: String, wide: DocumentLimits, narrow: DocumentLimits) throws {
        _ = try TextDocument.parse(text, limits: wide)
        #expect(throws: DocumentFault.self) { try TextDocument.parse(text, limits: narrow) }
        #expect(throws: DocumentFault.self) {
            try TextDocument.parse(Array(text.utf8), limits: narrow)
        }
    }

    @Test("very many small values are refused", arguments: ["[", "- ", "{"])
    func manyValues(opening: String) {
        let element = opening == "- " ? "-\n" : "a,"
        let text = opening + String(repeating: element, count: 250_000)
        let error = #expect(throws: DocumentFault.self) { try TextDocument.parse(text) }
        #expect(error?.message == "more than 200000 values")
    }

    @Test("aliases of aliases are refused, in values and in keys")
    func aliasBombs() {
        var values = "a0: &a0 [x, x]\n"
        var keys = "- &k0 {x: y}\n"
        for level in 1...60 {
            values += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n"
            keys += "- &k\(level) {*k\(level - 1) : [*k\(level - 1)]}\n"
        }
        for (text, place) in [(values, "1:5"), (keys, "1:3")] {
            let error = #expect(throws: DocumentFault.self) { try TextDocument.parse(text) }
            #expect(error?.message.contains("anchors") == true)
            #expect(error?.location.description == place)
        }
    }

    @Test(
        "an alias bomb cannot hide from the scan",
        arguments: [
            "- - a: |\n  {}",  // ends the empty block scalar: its indentation is that of the list
            "- 'x'\n- {}", "- \"\\\"\"\n- {}", "- a'b\n- {}", "- # 'x\n  {}", "- x\n- {}",
            "- 'it''s'\n- {}", "- |1\n x\n- {}", "- >\n\n\n   x\n- {}", "- [a, 'b', {}]",
            "a: \"x\\\n  y\"\nb: {}", "- x #'\n- {}", "a: b\n#'\nc: {}", "- a: 'x' #\"\n  b: {}",
            "- |\n\n- {}", "---\n|\n x\n...\n{}", "a: |\r\n  x\r\nb: {}",
            "a: |\u{2028}  x\u{2028}b: {}",
        ]
    )
    func hiddenAlias(template: String) throws {
        for token in ["*x", "&x y", "!x y"] {
            let text = template.replacing("{}", with: token)
            let error = #expect(throws: DocumentFault.self) { try TextDocument.parse(text) }
            let message = error?.message ?? ""
            let isRefused = message.hasSuffix("are not allowed") || message.contains("single YAML")
            #expect(isRefused, "\(text.debugDescription): \(message)")
        }
    }

    @Test("mutated documents are read or refused, never more", arguments: 0..<8 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var refused = 0
        for _ in 0..<125 {
            var bytes = Array(Self.documents.randomElement(using: &generator)?.utf8 ?? "".utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                mutate(&bytes, using: &generator)
            }
            do {
                _ = try TextDocument.parse(bytes)
            } catch {
                refused += 1
                #expect(error.location.line >= 1 && error.location.column >= 1)
                #expect(!error.message.isEmpty)
            }
        }
        // Both outcomes occur, or the mutations would prove little.
        #expect((10...120).contains(refused))
    }

    private func mutate(_ bytes: inout [UInt8], using generator: inout SplitMix64) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &generator)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2:
            let end = Int.random(in: place...bytes.count, using: &generator)
            bytes.insert(contentsOf: bytes[place..<min(end, place + 20)], at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + 5))
        default:
            let piece = Self.pieces.randomElement(using: &generator) ?? ""
            bytes.insert(contentsOf: piece.utf8, at: place)
        }
    }

    private static let pieces = [
        "&a ", "*a", "!!x ", "|\n", ">2\n", "'", "\"", "\\", "- ", "? ", ": ", ":", "{", "}", "[",
        "]", ",", "\n", "\r\n", "\t", "  ", "#", " #", "---\n", "...\n", "%", "\0", "\u{FEFF}",
        "\u{2028}", "é", "\u{85}",
    ]

    private static let documents = [
        """
        scenario: a message arrives while the phone is locked
        device: { passcode: "2580", grace: 10s }
        steps:
          - unlock: { passcode: "2580" }
          - write:  { path: /inbox/a.db, class: complete, text: hello }
          - lock: {}
          - advance: 10s
          - read:   { handle: h, offset: 0, length: 5 }
            expect: { error: protected-data-unavailable }
        """,
        "a: |\n  *one*\n  two\nb: >-\n  folded\n  text\nc: 'it''s'\nd: \"x\\ty\"\n",
        "{\"a\": [1, 2, {\"b\": null}], \"c\": \"d\\u0041\", \"e\": {\"f\": [[], {}]}}",
        "# head\n---\n- - a\n  - b\n- c: d\n  e:\n  - f\n  - g h\n    i\n- [j, k: l]\n...\n",
    ]
}
