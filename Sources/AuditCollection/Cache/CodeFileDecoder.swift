import AuditFacts

/// Reads what ``CodeFileEncoder`` wrote; from other bytes come, at worst, facts that nobody wrote.
struct CodeFileDecoder {
    private let bytes: [UInt8]
    private var next: Int
    private let end: Int
    private var strings: [String] = []
    private var depth = 0

    // Deeper than what the readers make; bounds the stack.
    private static let depthLimit = 1024

    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        next = range.lowerBound
        end = range.upperBound
    }

    /// The facts of a file at `path`.
    mutating func file(path: String) throws(DamagedCache) -> CodeFile {
        strings = try list { decoder throws(DamagedCache) in try decoder.tableText() }
        guard let language = CodeLanguage(rawValue: try byte()) else { throw DamagedCache() }
        let file = CodeFile(
            path: path,
            language: language,
            imports: try texts(),
            types: try list { decoder throws(DamagedCache) in try decoder.type() },
            functions: try list { decoder throws(DamagedCache) in try decoder.function() },
            variables: try list { decoder throws(DamagedCache) in try decoder.variable() },
            mentions: try texts(),
            suppressions: try list { decoder throws(DamagedCache) in
                SuppressionComment(try decoder.text(), at: try decoder.place())
            },
            flaws: try list { decoder throws(DamagedCache) in
                SourceFlaw(try decoder.text(), at: try decoder.place())
            }
        )
        guard next == end else { throw DamagedCache() }
        return file
    }

    mutating func byte() throws(DamagedCache) -> UInt8 {
        guard next < end else { throw DamagedCache() }
        next += 1
        return bytes[next - 1]
    }

    mutating func number() throws(DamagedCache) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            let byte = try byte()
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw DamagedCache()
    }

    mutating func flag() throws(DamagedCache) -> Bool {
        let byte = try byte()
        guard byte < 2 else { throw DamagedCache() }
        return byte == 1
    }

    mutating func tag() throws(DamagedCache) -> CodeTag {
        guard let tag = CodeTag(rawValue: try byte()) else { throw DamagedCache() }
        return tag
    }

    private mutating func tableText() throws(DamagedCache) -> String {
        let count = try number()
        guard count <= end - next else { throw DamagedCache() }
        next += count
        return String(decoding: bytes[next - count..<next], as: UTF8.self)
    }

    mutating func text() throws(DamagedCache) -> String {
        let index = try number()
        guard index < strings.count else { throw DamagedCache() }
        return strings[index]
    }

    mutating func texts() throws(DamagedCache) -> [String] {
        try list { decoder throws(DamagedCache) in try decoder.text() }
    }

    mutating func optionalText() throws(DamagedCache) -> String? {
        try flag() ? try text() : nil
    }

    mutating func list<Element>(
        _ read: (inout Self) throws(DamagedCache) -> Element
    ) throws(DamagedCache) -> [Element] {
        let count = try number()
        // Each element takes a byte at least.
        guard count <= end - next else { throw DamagedCache() }
        var elements: [Element] = []
        elements.reserveCapacity(min(count, 1024))
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }

    mutating func place() throws(DamagedCache) -> SourcePlace {
        SourcePlace(line: try number(), column: try number())
    }

    mutating func span() throws(DamagedCache) -> SourceSpan {
        let start = try place()
        return SourceSpan(start, endLine: Int(start.line) + (try number()))
    }

    /// Reads with `read` unless too much encloses it.
    mutating func nested<Value>(
        _ read: (inout Self) throws(DamagedCache) -> Value
    ) throws(DamagedCache) -> Value {
        guard depth < Self.depthLimit else { throw DamagedCache() }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }
}
