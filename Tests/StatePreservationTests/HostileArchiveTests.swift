import DeviceSimulation
import ProtectedStore
import ProtectionModel
import StatePreservation
import Testing
import TestSupport

@Suite("Bytes that are not an archive")
struct HostileArchiveTests {
    private let bench: ArchiveBench

    init() throws { bench = try ArchiveBench() }

    /// An archive of nodes that are JSON already.
    private static func archive(
        nodes: String = node(),
        version: String = "\"bundleVersion\":\"42\"",
        format: String = "\"format\":1"
    ) -> String {
        let fields = [version, format, "\"nodes\":[\(nodes)]"].filter { !$0.isEmpty }
        return "{\(fields.joined(separator: ","))}"
    }

    private static func node(
        _ path: String = "\"main\"",
        state: String = "{}",
        more: String = ""
    ) -> String {
        "{\"path\":[\(path)],\"state\":\(state)\(more)}"
    }

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test(
        "are damaged, and stay as they are",
        arguments: [
            "", " ", "\0", "{", "{}", "[]", "null", "1", "\"\"", "\u{FEFF}", "bplist00", "<plist/>",
            archive(format: ""), archive(format: "\"format\":0"), archive(format: "\"format\":-1"),
            archive(format: "\"format\":null"), archive(format: "\"format\":\"1\""),
            archive(format: "\"format\":1.5"), archive(format: "\"format\":1e400"),
            archive(format: "\"format\":9223372036854775808"), archive(format: "\"format\":[1]"),
            archive(version: ""), archive(version: "\"bundleVersion\":1"),
            archive(version: "\"bundleVersion\":\"\""),
            archive(version: "\"bundleVersion\":\"\(letters(256))\""),
            archive() + "}", archive() + "1", String(archive().dropLast()),
            "{\"bundleVersion\":\"42\",\"format\":1}",
            "{\"bundleVersion\":\"42\",\"format\":1,\"nodes\":{}}",
            archive(nodes: ""), archive(nodes: "1"), archive(nodes: "null"), archive(nodes: "{}"),
            archive(nodes: "[]"), archive(nodes: node("")),
            archive(nodes: node("1")), archive(nodes: node("null")), archive(nodes: node("\"\"")),
            archive(nodes: node("\"a/b\"")), archive(nodes: node("\"a\\u0000\"")),
            archive(nodes: node("\"\(letters(256))\"")), archive(nodes: node("\"\\ud800\"")),
            archive(nodes: node("\"a\",\"b\"")), archive(nodes: node() + "," + node()),
            archive(nodes: node() + "," + node("\"other\"")),
            archive(nodes: node() + "," + node("\"other\",\"a\"")),
            archive(nodes: node() + "," + node("\"main\",\"a\"") + "," + node("\"main\",\"a\"")),
            archive(nodes: node() + "," + node("\"main\",\"a\",\"b\"")),
            archive(
                nodes: node() + "," + node("\"main\",\"a\",\"b\"") + "," + node("\"main\",\"a\"")
            ),
            archive(nodes: node(state: "[]")), archive(nodes: node(state: "{\"a\":1}")),
            archive(nodes: node(state: "{\"a\":null}")),
            archive(nodes: node(state: "{\"\":\"1\"}")),
            archive(nodes: node(state: "{\"\(letters(256))\":\"1\"}")),
            archive(nodes: node(state: "{\"k\":\"\(letters(65_536))\"}")),
            archive(nodes: node(more: ",\"restorationClass\":\"\"")),
            archive(nodes: node(more: ",\"restorationClass\":1")),
            archive(nodes: node(more: ",\"restorationClass\":\"\(letters(256))\"")),
            "{\"path\":[\"main\"]}",
        ]
    )
    func damaged(text: String) throws {
        try bench.put(text)
        let before = try bench.sealedFiles()
        let outcome = try bench.archive.restore { _ in
            Issue.record("asked about what is damaged")
            return true
        }
        #expect(outcome.word == "damaged")
        #expect(outcome.error?.code == .authenticationFailure)
        #expect(try bench.sealedFiles() == before)
        // The next save replaces it.
        try bench.save()
        #expect(try bench.restore() == "restoring")
    }

    @Test("are told from an archive that is written otherwise, or has more in it than is known")
    func sound() throws {
        let more = ",\"more\":{\"a\":[1]}"
        for text in [
            Self.archive(), Self.archive(nodes: Self.node(more: more)),
            " \n" + Self.archive() + "\n",
            Self.archive(nodes: Self.node(state: "{\"k\":\"\(Self.letters(65_535))\"}")),
            Self.archive(version: "\"bundleVersion\":\"42\"" + more),
            Self.archive(format: "\"format\":1.0"),
        ] {
            try bench.put(text)
            #expect(try bench.restore() == "restoring", "\(text.prefix(200))")
            try bench.archive.completeRestoration()
        }
    }

    @Test("of more nodes or levels than any archive has are damaged")
    func tooMany() throws {
        let children = (0..<10_000).map { Self.node("\"main\",\"\($0)\"") }
        for (count, word) in [(9_999, "restoring"), (10_000, "damaged")] {
            let nodes = [Self.node()] + children[..<count]
            try bench.put(Self.archive(nodes: nodes.joined(separator: ",")))
            #expect(try bench.restore() == word)
            try bench.archive.completeRestoration()
        }
        for (depth, word) in [(100, "restoring"), (101, "damaged")] {
            let nodes = (1...depth).map {
                Self.node(repeatElement("\"a\"", count: $0).joined(separator: ","))
            }
            try bench.put(Self.archive(nodes: nodes.joined(separator: ",")))
            #expect(try bench.restore() == word)
            try bench.archive.completeRestoration()
        }
    }

    @Test(
        "longer than 4 MiB are damaged, and not read",
        arguments: [(0, "restoring"), (1, "damaged")]
    )
    func tooLong(more: Int, word: String) throws {
        let text = Self.archive()
        let blank = String(repeating: " ", count: (4 << 20) - text.utf8.count + more)
        try bench.put(text + blank)
        #expect(try bench.restore() == word)
    }

    @Test(
        "that are nested without end are damaged, and no stack overflows",
        arguments: ["[", "{\"a\":", "{\"format\":[", "{\"format\":1,\"nodes\":[", "[{\"a\":"]
    )
    func nested(opening: String) throws {
        try bench.put(String(repeating: opening, count: 100_000))
        #expect(try bench.restore() == "damaged")
    }

    @Test(
        "in a value make that value undecodable, and nothing else",
        arguments: [
            "", "{", "nul", "1 2", "\\u0000", "[1,]", "{\\\"identifier\\\":", "\\\"\\\\ud800\\\"",
            String(repeating: "[", count: 60_000),
            String(repeating: "{\\\"next\\\":", count: 5_000),
        ]
    )
    func hostileValue(text: String) throws {
        try bench.put(Self.archive(nodes: Self.node(state: "{\"bad\":\"\(text)\",\"good\":\"1\"}")))
        let state = try #require(try bench.archive.restore { _ in true }.state)
        let node = try #require(state.node(at: ["main"]))
        #expect(refused { try node.decode(Note.self, forKey: "bad") }?.fault == .notDecodable)
        #expect(refused { try node.decode(Link.self, forKey: "bad") }?.fault == .notDecodable)
        #expect(refused { try node.decode([[Int]].self, forKey: "bad") }?.fault == .notDecodable)
        #expect(try node.decode(Int.self, forKey: "good") == 1)
    }

    @Test(
        "of a newer format are not restored and not destroyed, whatever else they hold",
        arguments: [
            "{\"format\":2}", "{\"format\":9223372036854775807,\"nodes\":1}",
            archive(format: "\"format\":2"),
        ]
    )
    func newerFormat(text: String) throws {
        try bench.put(text)
        // A restoration that a newer version began is not ours to judge.
        for isMarked in [false, true] {
            if isMarked { try bench.device.files.write([], to: ArchiveBench.markerPath) }
            let before = try bench.sealedFiles()
            let outcome = try bench.archive.restore { _ in
                Issue.record("asked about what nobody knows")
                return true
            }
            #expect(outcome.word == "unsupported")
            #expect(outcome.error?.code == .unsupportedVersion)
            #expect(try bench.sealedFiles() == before)
        }
        try bench.archive.discard()
        #expect(try bench.names().isEmpty)
    }

    @Test("in the place of an archive whose restoration did not complete are discarded with it")
    func damagedAndMarked() throws {
        try bench.save()
        #expect(try bench.restore() == "restoring")
        try bench.put("{")
        #expect(try bench.restore() == "discarded")
        #expect(try bench.names().isEmpty)
    }

    @Test("in a sealed file are damage as well, and stay")
    func sealedDamage() throws {
        try bench.save()
        let entry = try bench.device.host.onlyEntry()
        let size = try bench.device.host.bytes(entry).count
        var words: Set<String> = []
        for bit in stride(from: 0, to: size * 8, by: 61) {
            try bench.device.host.flip(bit: bit, of: entry)
            let before = try bench.sealedFiles()
            let outcome = try bench.archive.restore { _ in false }
            words.insert(outcome.word)
            #expect(try bench.sealedFiles() == before)
            try bench.device.host.flip(bit: bit, of: entry)
        }
        // One of two headers, or padding, may be damaged without harm.
        #expect(words == ["damaged", "vetoed"])
    }

    @Test("are every part of an archive that is cut short")
    func prefixes() throws {
        try bench.save()
        let whole = try bench.device.files.read(ArchiveBench.path)
        for count in 0..<whole.count {
            try bench.put(Array(whole[..<count]))
            #expect(try bench.restore() == "damaged", "\(count) bytes")
        }
    }
}
