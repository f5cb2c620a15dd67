import Documents

/// Spellings of names that are the same text in one folder, which tell them apart.
///
/// All names that are the same text are spelled with their bytes outside of ASCII percent-encoded
/// (RFC 3986, section 2.1), so that none is taken for what was called so before it had a double. So
/// is a name that makes one character with a slash beside it, as a combining mark does, because
/// paths are cut at slashes; and one with too many combining marks in a row, because reports and
/// baselines with it could not be read. A name that is spelled like another one is encoded again.
struct DistinctNames: Sendable {
    private static let slash = UInt8(ascii: "/")

    /// Spelled paths, by the path of the folder as it is spelled with the name's own bytes.
    private var spellings: [[UInt8]: String] = [:]
    /// The first of the spelled paths of all names that are one text, by that text.
    private var first: [String: String] = [:]

    /// No name has a double.
    init() {}

    /// The spellings in a tree that has `paths`.
    init(_ paths: [String]) {
        let isASCII = paths.allSatisfy { path in path.utf8.allSatisfy { $0 < 0x80 } }
        if !isASCII { add(paths.map { Array($0.utf8)[...] }, in: "") }
    }

    /// `path` with the names that have a spelling of their own in it; of names that are not there,
    /// but are the same text as others, the first of these is meant.
    func spelling(of path: String) -> String {
        guard !spellings.isEmpty else { return path }
        let names = path.utf8.split(separator: Self.slash, omittingEmptySubsequences: false)
        var spelled = ""
        for (index, name) in names.enumerated() {
            if index > 0 { spelled += "/" }
            let whole = spelled + String(Substring(name))
            spelled = spellings[Array(whole.utf8)] ?? first[whole] ?? whole
        }
        return spelled
    }

    /// Adds what is below `folder`, which is spelled and ends with a slash, by the rest of its path.
    private mutating func add(_ paths: [ArraySlice<UInt8>], in folder: String) {
        let groups = Dictionary(grouping: paths) { Array($0.prefix { $0 != Self.slash }) }
        let names = groups.keys.sorted { $0.lexicographicallyPrecedes($1) }
            .map { String(decoding: $0, as: UTF8.self) }
        for (name, spelling) in zip(names, Self.spellings(of: names)) {
            let spelled = folder + (spelling ?? name)
            if spelling != nil {
                spellings[Array((folder + name).utf8)] = spelled
                first[folder + name] = first[folder + name] ?? spelled
            }
            let length = name.utf8.count
            let inner = (groups[Array(name.utf8)] ?? []).filter { $0.count > length }
            if !inner.isEmpty { add(inner.map { $0.dropFirst(length + 1) }, in: spelled + "/") }
        }
    }

    /// How the names of one folder are spelled; `nil` for those that are spelled by themselves.
    private static func spellings(of names: [String]) -> [String?] {
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        let isDistinct = names.map { counts[$0] == 1 && isSound($0) }
        var taken = Set(zip(names, isDistinct).filter(\.1).map(\.0))
        return zip(names, isDistinct).map { name, isDistinct in
            guard !isDistinct else { return nil }
            var spelling = encoded(name)
            while !taken.insert(spelling).inserted { spelling = encoded(spelling) }
            return spelling
        }
    }

    /// Whether `name` is sound in a path: slashes on both sides of it stay characters of their own.
    private static func isSound(_ name: String) -> Bool {
        let path = "/\(name)/"
        return path.first == "/" && path.last == "/" && CombiningMarks.excess(in: name) == nil
    }

    private static func encoded(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = name.utf8.flatMap { byte -> [UInt8] in
            guard byte >= 0x80 || byte == UInt8(ascii: "%") else { return [byte] }
            return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
