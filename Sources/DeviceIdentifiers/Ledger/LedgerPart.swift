import FoundationEssentials
import ProtectionModel

/// One document of the ledger: a ``LedgerHead``, then one entry a line.
struct LedgerPart: Sendable {
    /// The most entries a document has.
    static let most = 1_000

    private(set) var head: LedgerHead
    private(set) var entries: [LedgerEntry] = []
    private var lines: [ArraySlice<UInt8>] = []

    /// The part that follows, without entries; the first one after nil.
    init(after part: LedgerPart?, _ chain: LedgerChain) {
        let last = part?.head.last ?? 0
        let link = part?.head.head ?? chain.start
        head = LedgerHead(
            part: (part?.head.part ?? 0) + 1,
            after: last,
            previous: link,
            last: last,
            head: link
        )
    }

    /// Reads a part and checks every entry of it.
    ///
    /// - Throws: `unsupported-version`; `authentication-failure` with the number of the first broken
    ///   entry, when the head can be read.
    init(_ bytes: [UInt8], of name: String, _ chain: LedgerChain) throws(ProtectionError) {
        guard bytes.count <= DocumentVersion.mostBytes else {
            throw ProtectionError(malformed: name)
        }
        // What is more than a part can have stays one line, and is found to be too much.
        var lines = bytes.split(
            separator: UInt8(ascii: "\n"),
            maxSplits: Self.most + 2,
            omittingEmptySubsequences: false
        )
        // A line that is not ended was cut in the middle, and is then found to be changed.
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard let first = lines.first else { throw ProtectionError(malformed: name) }
        try DocumentVersion.check(first, of: name)
        guard let head = try? JSONDecoder().decode(LedgerHead.self, from: Data(first)),
            head.isConsistent
        else { throw ProtectionError(malformed: name) }
        self.head = head
        self.lines = Array(lines.dropFirst())
        entries = try LedgerInspection(head, self.lines, chain).entries()
    }

    /// Adds an entry that is bound to the one before.
    mutating func append(
        _ make: (_ sequence: Int, _ previous: String) -> LedgerEntry,
        _ chain: LedgerChain
    ) throws(ProtectionError) {
        let entry = make(head.last + 1, head.head)
        let line = try Self.encode(entry)
        entries.append(entry)
        lines.append(line[...])
        head.last = entry.sequence
        head.head = chain.link(to: line)
    }

    /// The document.
    func bytes() throws(ProtectionError) -> [UInt8] {
        var bytes = try Self.encode(head)
        bytes.append(UInt8(ascii: "\n"))
        for line in lines {
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func encode(_ value: some Encodable) throws(ProtectionError) -> [UInt8] {
        do { return try [UInt8](JSONEncoder.sorted.encode(value)) } catch {
            throw ProtectionError(.internalError, "\(error)")
        }
    }
}

/// The first line of each of the ledger's documents: where it stands in the chain, and how far it
/// goes.
struct LedgerHead: Sendable, Hashable, Codable {
    static let most = 1 << 40

    var version = 1
    /// The number of the document, from 1.
    var part: Int
    /// The number of the entry before the first one here; 0 when there is none.
    var after: Int
    /// The hash of that entry.
    var previous: String
    /// The number of the last entry here.
    var last: Int
    /// The hash of the last entry, without which its change or removal would not show.
    var head: String

    /// How many entries the document has.
    var count: Int { last - after }

    var isConsistent: Bool {
        (1...Self.most).contains(part) && (0...Self.most).contains(after)
            && (after...after + LedgerPart.most).contains(last)
    }
}

/// How entries are bound to one another.
struct LedgerChain: Sendable {
    let hash: @Sendable ([UInt8]) -> [UInt8]

    /// What stands for the entry before the first.
    var start: String { link(to: []) }

    /// The hash of an entry's line, in hexadecimal digits.
    func link(to line: some Sequence<UInt8>) -> String {
        hash([UInt8](line)).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
