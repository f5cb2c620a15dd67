package import AuditFacts
import SodiumCrypto

/// Facts of sources that were read before.
///
/// ```
/// cache = magic(8) names(32) index-check(16) count(4) { digest(32) length(4) } { entry }
/// entry = check(16) facts
/// ```
/// Numbers are little-endian. `names` is the hash of the format's version and of the watched names,
/// on which the kept bodies depend. The checks are BLAKE2b of what follows them: they find damage,
/// not forgery. A cache that is damaged, or of other names, is an empty one; an entry that is
/// damaged is not there.
package struct CodeCache: Sendable {
    private let bytes: [UInt8]
    private let entries: [SourceDigest: Range<Int>]
    private let names: [UInt8]

    private static let magic = Array("PTFACTS1".utf8)
    private static let checkCount = 16
    private static let recordCount = SourceDigest.byteCount + 4
    private static let headCount = magic.count + 32 + checkCount + 4

    /// The cache in `bytes`, for sources that are read with the names `watched`.
    package init(reading bytes: [UInt8] = [], watched: Set<String>) {
        self.bytes = bytes
        names = Self.digest(of: watched)
        entries = Self.index(bytes, names: names) ?? [:]
    }

    /// How many sources it has the facts of.
    package var count: Int { entries.count }

    /// The facts of the source with `digest`, as those of a file at `path`; `nil` for one that was
    /// not read before.
    package func facts(for digest: SourceDigest, path: String) -> CodeFile? {
        guard let entry = entries[digest], entry.count > Self.checkCount else { return nil }
        let facts = entry.dropFirst(Self.checkCount)
        guard Self.check(bytes[facts]).elementsEqual(bytes[entry.prefix(Self.checkCount)]) else {
            return nil
        }
        return try? SyntaxDecoder.file(bytes, in: facts.indices, path: path)
    }

    /// The facts in `bytes`, whose check is left out; `nil` for bytes that are not facts.
    package static func decode(_ bytes: [UInt8], path: String = "") -> CodeFile? {
        try? SyntaxDecoder.file(bytes, in: bytes.indices, path: path)
    }

    /// A cache with the entries of this one for `kept`, and new ones.
    package func bytes(
        keeping kept: Set<SourceDigest>,
        adding added: [SourceDigest: CodeCacheEntry]
    ) -> [UInt8] {
        var rows = added.map { (digest: $0.key, entry: $0.value) }
        for digest in kept where added[digest] == nil {
            if let entry = entries[digest] {
                rows.append((digest, CodeCacheEntry(whole: bytes[entry])))
            }
        }
        rows.sort { $0.digest.bytes.lexicographicallyPrecedes($1.digest.bytes) }
        var index = Self.number(rows.count)
        for row in rows { index += row.digest.bytes + Self.number(row.entry.count) }
        var cache = Self.magic + names + Self.check(index[...]) + index
        cache.reserveCapacity(rows.reduce(cache.count) { $0 + $1.entry.count })
        for row in rows {
            cache += row.entry.start
            cache += row.entry.folded
        }
        return cache
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate static func check(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        GenericHash.hash(of: Array(bytes), count: checkCount)
    }

    private static func digest(of watched: Set<String>) -> [UInt8] {
        let text = "\(SyntaxEncoder.version)\0" + watched.sorted().joined(separator: "\0")
        return GenericHash.hash(of: Array(text.utf8), count: 32)
    }

    /// Where each entry is; `nil` for a cache that is damaged or made for other names.
    private static func index(_ bytes: [UInt8], names: [UInt8]) -> [SourceDigest: Range<Int>]? {
        guard bytes.count >= headCount, bytes.starts(with: magic + names) else { return nil }
        let check = bytes[magic.count + names.count..<headCount - 4]
        let count = number(bytes[headCount - 4..<headCount])
        let start = headCount + count * recordCount
        guard start <= bytes.count, Self.check(bytes[headCount - 4..<start]).elementsEqual(check)
        else { return nil }
        var entries: [SourceDigest: Range<Int>] = [:]
        entries.reserveCapacity(count)
        var next = start
        for record in stride(from: headCount, to: start, by: recordCount) {
            let end = record + SourceDigest.byteCount
            let length = number(bytes[end..<end + 4])
            guard length <= bytes.count - next else { return nil }
            entries[SourceDigest(bytes: Array(bytes[record..<end]))] = next..<next + length
            next += length
        }
        return next == bytes.count ? entries : nil
    }
}

/// The facts of one source as ``CodeCache`` keeps them.
package struct CodeCacheEntry: Sendable {
    /// The check, and the facts but for folded bodies.
    fileprivate let start: ArraySlice<UInt8>
    /// The folded bodies, which the facts themselves share.
    fileprivate let folded: ArraySlice<UInt8>

    /// The entry for `file`.
    package init(_ file: CodeFile) {
        let encoded = SyntaxEncoder.encode(file)
        start = (CodeCache.check((encoded.facts + encoded.folded)[...]) + encoded.facts)[...]
        folded = encoded.folded
    }

    fileprivate init(whole bytes: ArraySlice<UInt8>) {
        start = bytes
        folded = []
    }

    /// How long it is.
    var count: Int { start.count + folded.count }

    /// It as it stands in a cache.
    package var bytes: [UInt8] { Array(start + folded) }
}

/// What a source says, as the key of its facts: the hash of its language and its bytes.
package struct SourceDigest: Sendable, Hashable {
    let bytes: [UInt8]

    static let byteCount = 32

    /// The digest of the source `content`.
    package init(of content: [UInt8], language: CodeLanguage) {
        bytes = GenericHash.hash(of: content + [language.rawValue], count: Self.byteCount)
    }

    init(bytes: [UInt8]) { self.bytes = bytes }
}
