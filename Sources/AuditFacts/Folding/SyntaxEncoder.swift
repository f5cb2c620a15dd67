/// Writes the facts of a source as bytes, or bodies of its functions.
///
/// ```
/// facts   = strings language file folded
/// strings = list of (length utf8)
/// folded  = strings { body }
/// ```
/// Numbers have seven bits a byte, the lowest first; a string is its index in the table; a list is
/// its length and its elements; an optional is 0, or 1 and its value; a case of an enumeration is
/// its number in the order of ``SyntaxTag`` and its values. The body of a function is 0 and its
/// statements, or 1, where it begins in the folded ones, and its length. What is folded has a table
/// of its own, so that it costs nothing before it is asked for; it is absent where nothing is folded.
package struct SyntaxEncoder {
    /// Changes with the form, and with what the readers make of a source.
    package static let version = 7

    private var body: [UInt8] = []
    private var table: [UInt8] = []
    private var indices: [String: Int] = [:]
    /// The folded bodies of the file that is written.
    var folded: FoldedBodies?

    init() {}

    /// The facts of `file`; its folded bodies are the bytes it has.
    package static func encode(_ file: CodeFile) -> EncodedFile {
        var encoder = SyntaxEncoder()
        encoder.folded = file.functions.lazy.compactMap(\.folded).first?.bodies
        encoder.put(file)
        return EncodedFile(facts: encoder.bytes, folded: encoder.folded?.bytes ?? [])
    }

    /// How long what was written is, without the strings.
    var count: Int { body.count }

    /// What was written, after the strings in it.
    var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(table.count + body.count + 5)
        Self.append(indices.count, to: &result)
        result += table
        result += body
        return result
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: Int64(number))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func put(_ number: Int) { Self.append(number, to: &body) }

    mutating func put(_ flag: Bool) { body.append(flag ? 1 : 0) }

    mutating func put(_ tag: SyntaxTag) { body.append(tag.rawValue) }

    mutating func put(_ text: String) {
        if let index = indices[text] { return put(index) }
        put(indices.count)
        indices[text] = indices.count
        Self.append(text.utf8.count, to: &table)
        table.append(contentsOf: text.utf8)
    }

    mutating func put<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
        put(value != nil)
        if let value { write(&self, value) }
    }

    mutating func put<Element>(_ list: [Element], _ write: (inout Self, Element) -> Void) {
        put(list.count)
        for element in list { write(&self, element) }
    }

    mutating func put(_ text: String?) { put(text) { $0.put($1) } }

    mutating func put(_ texts: [String]) { put(texts) { $0.put($1) } }

    mutating func put(_ place: SourcePlace) {
        put(Int(place.line))
        put(Int(place.column))
    }

    mutating func put(_ span: SourceSpan) {
        put(span.start)
        put(Int(span.endLine - span.start.line))
    }
}

/// The facts of a source as bytes, in two parts that follow one another.
package struct EncodedFile: Sendable {
    /// All but folded bodies.
    package let facts: [UInt8]
    /// Folded bodies: the bytes that the functions share.
    package let folded: ArraySlice<UInt8>
}
