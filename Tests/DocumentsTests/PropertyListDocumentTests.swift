import Documents
import Testing

@Suite("Property lists of projects")
struct PropertyListDocumentTests {
    private static func plist(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(body)
        </plist>
        """
    }

    private func read(_ text: String) throws -> DocumentNode {
        try PropertyListDocument.readAny(Array(text.utf8))
    }

    private static let sound: [(String, String)] = [
        (
            plist(
                "<dict>\n<key>a</key><true/>\n<key>b</key>\n<array><integer>-1</integer><real>2.5</real></array></dict>"
            ),
            "{a@5: yes, b@6: [-1, 2.5]}"
        ),
        (plist("<dict/>"), "{}"),
        (
            plist(
                "<dict>\n#ifdef A\n<key>a</key><true/>\n # else\n<key>a</key><false/>\n#endif\n</dict>"
            ),
            "{a@6: yes, a@8: no}"
        ),
        (plist("<string>a &amp; <![CDATA[<b>]]></string>"), "'a & <b>'"),
        (plist("<data>\n AAEC\n Aw==\n</data>"), "4 bytes"),
        (plist("<date>2026-01-01T00:00:00Z</date>"), "date 1767225600.0"),
        (
            plist(
                "<array><integer>0x10</integer><integer>18446744073709551615</integer><false/></array>"
            ),
            "[16, 18446744073709551615, no]"
        ),
        ("<plist><string/></plist>", "''"),
        (
            "// !$*UTF8*$!\n{ a = b; \"c d\" = ( 1, \"\\U00e9\\n\", ); /* e */ f = <00ff>; }",
            "{a@2: 'b', c d@2: ['1', 'é\n'], f@2: 2 bytes}"
        ),
        ("( )", "[]"),
        (
            "{\n\t\"a\": [1, 2.5, true, null, \"\\u00e9\\/\"],\n\t\"b\": {}\n}",
            "{a@2: [1, 2.5, yes, null, 'é/'], b@3: {}}"
        ),
    ]

    @Test("Property lists of all formats are read with the lines of their keys", arguments: sound)
    func formats(text: String, expected: String) throws {
        #expect(try read(text).outlineWithLines == expected)
    }

    @Test("A node spans the lines from its first to its last tag")
    func spans() throws {
        let root = try read(
            Self.plist("<dict>\n<key>a</key>\n<array>\n<string/>\n</array>\n</dict>")
        )
        #expect(root.location.description == "4:1")
        #expect(root.lastLine == 9)
        #expect(root["a"]?.location.description == "6:1")
        #expect(root["a"]?.lastLine == 8)
    }

    private static let broken: [(String, Int)] = [
        ("", 1), ("<html/>", 1), ("<plist/>", 1), ("\u{0}", 1),
        (plist("<dict><key>a</key></dict>"), 4),
        (plist("<dict>\n<string>a</string></dict>"), 5),
        (plist("<dict>\n<key><b/></key></dict>"), 5),
        (plist("<integer>one</integer>"), 4), (plist("<integer/>"), 4),
        (plist("<integer>1 2</integer>"), 4),
        (plist("<real>x</real>"), 4), (plist("<what/>"), 4), (plist("text"), 3),
        (plist("<dict>\n#if\ntext</dict>"), 4),
        (plist("<true/>\n<true/>"), 5), (plist("<dict>"), 5),
        ("{ a = b }", 1), ("{ a b; }", 1), ("{ a = ; }", 1), ("( a b )", 1), ("{ a = b;", 1),
        ("\"a", 1), ("<00", 1), ("{} {}", 1), ("/* a", 1), ("{ a = b; ", 1),
        ("\n{ \"a\": }", 2), ("bplist00", 0), ("bplist15abc", 0),
    ]

    @Test("What is not a property list is refused with a place", arguments: broken)
    func flaws(text: String, line: Int) {
        #expect {
            try read(text)
        } throws: { error in
            (error as? DocumentFault)?.location.line == line
        }
    }

    @Test("UTF-16 and bytes that are not UTF-8 are refused")
    func encodings() {
        for bytes: [UInt8] in [[0xFF, 0xFE, 0x3C, 0], [0xFE, 0xFF, 0, 0x3C], [0x7B, 0xFF, 0x7D]] {
            #expect(throws: DocumentFault.self) { try PropertyListDocument.readAny(bytes) }
        }
    }

    @Test(
        "Deep property lists are refused and not followed",
        arguments: [
            String(repeating: "<array>", count: 100_000), String(repeating: "(", count: 100_000),
            String(repeating: "{a=", count: 100_000), String(repeating: "[", count: 100_000),
        ]
    )
    func depth(hostile: String) {
        #expect(throws: DocumentFault.self) { try read("<plist>" + hostile) }
        #expect(throws: DocumentFault.self) { try read(hostile) }
    }

    @Test("A binary property list has no lines but offsets, its keys sorted")
    func binary() throws {
        // {"b": true, "a": [1]} in the order of the file.
        let bytes: [UInt8] =
            Array("bplist00".utf8) + [
                0xD2, 1, 2, 3, 4, 0x51, 0x62, 0x51, 0x61, 0x09, 0xA1, 5, 0x10, 1,
                8, 13, 15, 17, 18, 20,
            ] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 6] + [0, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0, 0, 0, 22]
        let root = try PropertyListDocument.readAny(bytes)
        #expect(root.outlineWithLines == "{a@0: [1], b@0: yes}")
        #expect(root.location.description == "byte 8")
        #expect(root.entry("b")?.keyLocation == DocumentPlace(offset: 13))
        #expect(root["b"]?.location == DocumentPlace(offset: 17))
        #expect(root["a"]?.array?.first?.location == DocumentPlace(offset: 20))
    }
}
