import Documents
import TestSupport
import Testing

/// Mutants of documents: nothing may crash or fill the memory, and what is refused is refused at a
/// place.
@Suite("Fuzzing documents")
struct DocumentFuzzTests {
    private static let xml = """
        <?xml version="1.0"?><!DOCTYPE plist SYSTEM "a"><plist version="1.0"><dict>
        <key>a</key><array><string>&lt;x&#65;</string><integer>-12</integer><true/><data>AAEC</data>
        <!-- c --><![CDATA[ ]]></array><key>b</key><real>1.5</real>
        <key>c</key><date>2020-01-02T03:04:05Z</date></dict></plist>
        """
    private static let old =
        "// c\n{ a = ( 1, \"b\\n\\U00e9\\101\", <0fa5>, ); /* d */ \"e f\" = { g = h; }; }"
    private static let json =
        "{\"a\": [1, 2.5, true, null, \"\\u00e9\\ud83d\\ude00\"], \"aps\": {}}"
    private static let yaml = "a: |\n  *one*\nb: [c, {d: 'e'}]\nf:\n- \"x\\ty\"\n- g: h # i\n"

    private static let pieces = [
        "<", ">", "/", "&", ";", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "'", "\"",
        "<!DOCTYPE a ",
        "<!ENTITY a 'b'>", "[", "]>", "&a;", "xmlns:a='b'", ":", "&#x", "\u{E9}", "<dict>",
        "</key>",
        "<integer>", "<array/>", "{", "}", "(", ")", "=", ",", "\\", "\\u", "\n", "\r", "\0",
    ]

    /// Calls `body` with mutants of `bytes`.
    private func fuzz(_ bytes: [UInt8], seed: UInt64, _ body: ([UInt8]) throws -> Void) {
        var mutator = Mutator(seed: seed)
        for round in 0..<Mutator.iterationCount {
            var mutant = bytes
            if round.isMultiple(of: 2) {
                mutant = mutator.mutate(bytes)
            } else {
                for _ in 0...mutator.number(below: 3) {
                    let piece = Self.pieces[mutator.number(below: Self.pieces.count)]
                    let start = mutator.number(below: mutant.count)
                    let end = min(mutant.count, start + mutator.number(below: 12))
                    mutant.replaceSubrange(start..<end, with: piece.utf8)
                }
            }
            do { try body(mutant) } catch {
                guard let fault = error as? DocumentFault else {
                    Issue.record("seed \(seed), round \(round): \(error)")
                    continue
                }
                let offset = fault.location.offset ?? 0
                #expect(!fault.message.isEmpty && (0...mutant.count).contains(offset))
            }
        }
    }

    @Test("Property lists of any kind, as a project has them", arguments: [xml, old, json])
    func propertyLists(text: String) {
        fuzz(Array(text.utf8), seed: UInt64(text.utf8.count)) { mutant in
            _ = try PropertyListDocument.readAny(mutant)
        }
    }

    @Test("Binary property lists, and what is read can be written")
    func binary() throws {
        let root = try PropertyListDocument.read(Array(Self.xml.utf8))
        let rules = PropertyListRules(byteCount: 64 << 10, depth: 32, valueCount: 2_000)
        fuzz(BinaryPropertyListWriter.bytes(of: root), seed: 1) { mutant in
            let again = BinaryPropertyListWriter.bytes(
                of: try PropertyListDocument.read(mutant, rules)
            )
            let second = try PropertyListDocument.read(again)
            #expect(BinaryPropertyListWriter.bytes(of: second) == again)
        }
    }

    @Test(
        "XML, whole and in pieces: every end had a start, places never go back, both say the same"
    )
    func markup() {
        fuzz(Array(Self.xml.utf8), seed: 2) { mutant in
            let whole = events(XMLReader(mutant, .init(depth: 6)), nil)
            let pieces = stride(from: 0, to: mutant.count, by: 11).map {
                Array(mutant[$0..<min(mutant.count, $0 + 11)])
            }
            let divided = events(XMLReader(.init(depth: 6)), pieces)
            #expect(whole.tags == divided.tags)
            // In a prolog expat complains of another place when it has seen less.
            #expect((whole.fault == nil) == (divided.fault == nil))
            if let fault = whole.fault { throw fault }
        }
    }

    /// What a reader gives that has the whole document, or gets it in pieces; of an empty one there
    /// is no piece, but an end.
    private func events(
        _ reader: XMLReader,
        _ pieces: [[UInt8]]?
    ) -> (tags: [String], fault: DocumentFault?) {
        var tags: [String] = []
        var depth = 0
        var last = 0
        do {
            for index in 0...(pieces?.count ?? 0) {
                if let pieces {
                    let isLast = index == pieces.count
                    reader.feed(isLast ? [] : pieces[index], isLast: isLast)
                }
                while let event = try reader.next() {
                    switch event {
                    case .start(let element):
                        depth += 1
                        tags.append("<\(element.name)@\(element.location)")
                        #expect((element.location.offset ?? 0) >= last)
                        last = element.location.offset ?? 0
                    case .end(let name, let location, let line):
                        depth -= 1
                        tags.append(">\(name)@\(location)-\(line)")
                    case .text: break
                    }
                    #expect((0...6).contains(depth))
                }
            }
            return (tags, nil)
        } catch {
            return (tags, error)
        }
    }

    @Test("YAML and JSON, strict and lenient", arguments: [yaml, json])
    func flowing(text: String) {
        fuzz(Array(text.utf8), seed: 3) { mutant in
            _ = try? TextDocument.json(lenient: mutant)
            _ = try? TextDocument.parse(mutant, isJSON: true)
            _ = try TextDocument.parse(mutant)
        }
    }
}
