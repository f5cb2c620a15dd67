import ProtectionModel
import FoundationEssentials
import StatePreservation
import Testing

@Suite("State that is encoded")
struct EncodingTests {
    private let bench: ArchiveBench

    init() throws { bench = try ArchiveBench() }

    /// What a value becomes in an archive and out of it.
    private func restored<Value: Codable>(_ value: Value) throws -> Value? {
        var root = RestorableNode("root", optsIn: true)
        try root.encode(value, forKey: "value")
        try bench.archive.save(root, bundleVersion: "1")
        let state = try #require(try bench.archive.restore { _ in true }.state)
        try bench.archive.completeRestoration()
        return try state.node(at: ["root"])?.decode(forKey: "value")
    }

    private func expectSame<Value: Codable & Equatable>(_ value: Value) throws {
        #expect(try restored(value) == value)
    }

    @Test("comes back as it was")
    func values() throws {
        try expectSame(true)
        try expectSame("a \"quoted\" text, \u{0}\n/\\ and 👩‍👩‍👧")
        try expectSame("")
        for number in [Int.min, -1, 0, Int.max] { try expectSame(number) }
        for number in [UInt64.min, .max] { try expectSame(number) }
        for number in [Int128.min, .max] { try expectSame(number) }
        for number in [0.1, -0.0, 310.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
            try expectSame(number)
        }
        try expectSame(Float(0.1))
        try expectSame(Date(timeIntervalSince1970: 1_700_000_000.123))
        try expectSame(Data([0, 255, 7]))
        try expectSame(Data())
        try expectSame([Data([1]), Data([2])])
        try expectSame(["a": Data([1])])
        try expectSame(try #require(URL(string: "https://example.com/a?b=c")))
        try expectSame(try #require(Decimal(string: "12345678901234567890.12")))
        try expectSame(UUID())
        try expectSame(Int?.none)
        try expectSame([Int?.none, 1])
        try expectSame([3: "c", 1: "a"])
        try expectSame(Set(["a", "b"]))
        try expectSame([[Box(content: Selection.one("a")), Box(content: .nothing)]])
        try expectSame(Box(content: Box(content: [String: Int]())))
    }

    @Test("in a form of its own comes back inside of others, too")
    func nestedForms() throws {
        try expectSame(Box(content: Date(timeIntervalSince1970: 1.5)))
        try expectSame([Selection.one(Data([1, 2])), .nothing])
        try expectSame(["a": URL(string: "x:y")])
        try expectSame([Decimal(string: "0.1")])
        try expectSame(Box(content: Data?.none))
    }

    /// A value with an object of the data model in it.
    struct Hiding: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let encode: @Sendable (inout RestorableNode) throws -> Void

        init<Value: Encodable & SendableMetatype>(
            _ place: String,
            _ value: @escaping @Sendable () -> Value
        ) {
            testDescription = place
            encode = { try $0.encode(value(), forKey: "value") }
        }
    }

    @Test(
        "is never an object of the data model, wherever it lies",
        arguments: [
            Hiding("itself") { Note() },
            Hiding("class") { Record() },
            Hiding("optional") { Note?.some(Note()) },
            Hiding("two optionals") { Note??.some(Note()) },
            Hiding("array") { [Note()] },
            Hiding("last of many") { [Note?](repeating: nil, count: 50) + [Note()] },
            Hiding("arrays") { [[], [[Note()]]] },
            Hiding("dictionary") { ["a": Note()] },
            Hiding("dictionary by number") { [1: Note()] },
            Hiding("dictionary of optionals") { ["a": Note?.none, "b": Note()] },
            Hiding("structure") { Box(content: Note()) },
            Hiding("structure with an optional") { Box(content: Note?.some(Note())) },
            Hiding("structures") { [Box(content: ["a": [Box(content: Note())]])] },
            Hiding("enumeration") { Selection.one(Note()) },
            Hiding("nested containers, keyed") { Nesting(content: Note(), way: .keyed) },
            Hiding("nested containers, unkeyed") { Nesting(content: Note(), way: .unkeyed) },
            Hiding("nested containers, super") { Nesting(content: Note(), way: .unkeyedSuper) },
            Hiding("class behind any") { ViewState(Note()) },
            Hiding("superclass") { ListState(Record()) },
            Hiding("superclass under a key") { ListState(Record(), superKey: .inner) },
            Hiding("superclass of a superclass") { ViewState(ListState([Note()])) },
        ]
    )
    func modelObjects(_ hiding: Hiding) throws {
        var root = RestorableNode("root", optsIn: true)
        try root.encode(1, forKey: "value")
        let error = refused { try hiding.encode(&root) }
        #expect(error?.fault == .dataModelObject)
        #expect(error?.message.contains("'value'") == true)
        // The value that was there before is there still, and nothing of the other.
        try bench.archive.save(root, bundleVersion: "1")
        let node = try bench.archive.restore { _ in true }.state?.node(at: ["root"])
        #expect(try node?.decode(forKey: "value") == 1)
    }

    @Test("may have a place for an object of the data model, as long as it is empty")
    func emptyPlaces() throws {
        try expectSame(Note?.none)
        try expectSame([Note]())
        try expectSame([String: Note]())
        try expectSame(Box(content: Note?.none))
        try expectSame(Selection<Note>.nothing)
    }

    @Test("refers to an object of the data model by its identifier")
    func references() throws {
        try expectSame(Note().identifier)
    }

    @Test("is refused with its key and without its content when it cannot be encoded")
    func notEncodable() throws {
        var root = RestorableNode("root", optsIn: true)
        for number in [Double.infinity, -.infinity, .nan] {
            let error = refused { try root.encode(["secret": number], forKey: "offset") }
            #expect(error?.fault == .notEncodable)
            #expect(error?.message.contains("'offset'") == true)
            #expect(error?.message.contains("secret") == false)
        }
    }

    @Test("is refused when it never ends")
    func ring() throws {
        var root = RestorableNode("root", optsIn: true)
        let ring = Link()
        ring.next = ring
        defer { ring.next = nil }
        #expect(refused { try root.encode(ring, forKey: "ring") }?.fault == .notEncodable)
        let chain = Link()
        var last = chain
        for _ in 0..<100 {
            let next = Link()
            last.next = next
            last = next
        }
        try root.encode(chain, forKey: "chain")
        last.next = Link()
        #expect(refused { try root.encode(chain, forKey: "chain") }?.fault == .notEncodable)
    }

    @Test(
        "has keys of 1 to 255 bytes",
        arguments: [(0, false), (1, true), (255, true), (256, false)]
    )
    func keys(count: Int, isValid: Bool) throws {
        var root = RestorableNode("root", optsIn: true)
        let key = String(repeating: "k", count: count)
        for sensitivity in StateSensitivity.allCases {
            let error = refused { try root.encode(1, forKey: key, as: sensitivity) }
            #expect(error?.code == (isValid ? nil : .invalidArgument))
        }
    }

    @Test("is not a value of another type, and no error says what it is")
    func otherTypes() throws {
        var root = RestorableNode("root", optsIn: true)
        try root.encode("hunter2", forKey: "value")
        try bench.archive.save(root, bundleVersion: "1")
        let node = try #require(try bench.archive.restore { _ in true }.state?.node(at: ["root"]))
        let error = refused { try node.decode(Int.self, forKey: "value") }
        #expect(error?.fault == .notDecodable)
        #expect(error?.message.contains("hunter2") == false)
        #expect(error?.message.contains("'value' of '/root'") == true)
        #expect(refused { try node.decode([String].self, forKey: "value") }?.fault == .notDecodable)
        #expect(refused { try node.decode(Note.self, forKey: "value") }?.fault == .notDecodable)
        #expect(try node.decode(String.self, forKey: "value") == "hunter2")
    }
}
