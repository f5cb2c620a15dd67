/// Reads what ``SyntaxEncoder`` wrote; from other bytes come, at worst, facts that nobody wrote.
package struct SyntaxDecoder {
    private let bytes: [UInt8]
    private var next: Int
    private let end: Int
    private var strings: [String]
    private var depth = 0
    /// What the folded bodies of the file will be in; `nil` in such a body.
    private(set) var bodies: FoldedBodies?

    // Deeper than what the readers make; bounds the stack.
    private static let depthLimit = 1024

    init(_ bytes: [UInt8], in range: Range<Int>, strings: [String] = []) {
        self.bytes = bytes
        next = range.lowerBound
        end = range.upperBound
        self.strings = strings
    }

    /// The facts of a file at `path` that are the part `range` of `bytes`; of these its folded
    /// bodies keep their own part, without a copy.
    ///
    /// - Throws: ``DamagedSyntax``.
    package static func file(
        _ bytes: [UInt8],
        in range: Range<Int>,
        path: String
    ) throws(DamagedSyntax) -> CodeFile {
        var decoder = SyntaxDecoder(bytes, in: range)
        let bodies = FoldedBodies()
        decoder.bodies = bodies
        let file = try decoder.file(path: path)
        bodies.fill(bytes, in: decoder.next..<range.upperBound)
        let isFolded = file.functions.contains { $0.folded != nil }
        guard isFolded == (decoder.next < range.upperBound) else { throw DamagedSyntax() }
        return file
    }

    /// A table of strings, and where it ends.
    mutating func table() throws(DamagedSyntax) -> (strings: [String], end: Int) {
        let strings = try list { decoder throws(DamagedSyntax) in try decoder.tableText() }
        return (strings, next)
    }

    /// The statements of a body that is all there is.
    mutating func foldedBody() throws(DamagedSyntax) -> [Syntax.Statement] {
        let statements = try body()
        guard next == end else { throw DamagedSyntax() }
        return statements
    }

    private mutating func file(path: String) throws(DamagedSyntax) -> CodeFile {
        strings = try table().strings
        guard let language = CodeLanguage(rawValue: try byte()) else { throw DamagedSyntax() }
        return CodeFile(
            path: path,
            language: language,
            imports: try texts(),
            types: try list { decoder throws(DamagedSyntax) in try decoder.type() },
            functions: try list { decoder throws(DamagedSyntax) in try decoder.function() },
            variables: try list { decoder throws(DamagedSyntax) in try decoder.variable() },
            mentions: try texts(),
            suppressions: try list { decoder throws(DamagedSyntax) in
                SuppressionComment(try decoder.text(), at: try decoder.place())
            },
            flaws: try list { decoder throws(DamagedSyntax) in
                SourceFlaw(try decoder.text(), at: try decoder.place())
            }
        )
    }

    mutating func byte() throws(DamagedSyntax) -> UInt8 {
        guard next < end else { throw DamagedSyntax() }
        next += 1
        return bytes[next - 1]
    }

    mutating func number() throws(DamagedSyntax) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            let byte = try byte()
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw DamagedSyntax()
    }

    mutating func flag() throws(DamagedSyntax) -> Bool {
        let byte = try byte()
        guard byte < 2 else { throw DamagedSyntax() }
        return byte == 1
    }

    mutating func tag() throws(DamagedSyntax) -> SyntaxTag {
        guard let tag = SyntaxTag(rawValue: try byte()) else { throw DamagedSyntax() }
        return tag
    }

    private mutating func tableText() throws(DamagedSyntax) -> String {
        let count = try number()
        guard count <= end - next else { throw DamagedSyntax() }
        next += count
        return String(decoding: bytes[next - count..<next], as: UTF8.self)
    }

    mutating func text() throws(DamagedSyntax) -> String {
        let index = try number()
        guard index < strings.count else { throw DamagedSyntax() }
        return strings[index]
    }

    mutating func texts() throws(DamagedSyntax) -> [String] {
        try list { decoder throws(DamagedSyntax) in try decoder.text() }
    }

    mutating func optionalText() throws(DamagedSyntax) -> String? {
        try flag() ? try text() : nil
    }

    mutating func list<Element>(
        _ read: (inout Self) throws(DamagedSyntax) -> Element
    ) throws(DamagedSyntax) -> [Element] {
        let count = try number()
        // Each element takes a byte at least.
        guard count <= end - next else { throw DamagedSyntax() }
        var elements: [Element] = []
        elements.reserveCapacity(min(count, 1024))
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }

    mutating func place() throws(DamagedSyntax) -> SourcePlace {
        SourcePlace(line: try number(), column: try number())
    }

    mutating func span() throws(DamagedSyntax) -> SourceSpan {
        let start = try place()
        return SourceSpan(start, endLine: Int(start.line) + (try number()))
    }

    /// Reads with `read` unless too much encloses it.
    mutating func nested<Value>(
        _ read: (inout Self) throws(DamagedSyntax) -> Value
    ) throws(DamagedSyntax) -> Value {
        guard depth < Self.depthLimit else { throw DamagedSyntax() }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }
}
