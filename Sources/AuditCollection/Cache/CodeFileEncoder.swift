import AuditFacts

/// Writes the facts of a source as bytes.
///
/// ```
/// facts   = strings language file
/// strings = list of (length utf8)
/// ```
/// Numbers have seven bits a byte, the lowest first; a string is its index in the table; a list is
/// its length and its elements; an optional is 0, or 1 and its value; a case of an enumeration is
/// its number in the order of ``CodeTag`` and its values.
struct CodeFileEncoder {
    /// Changes with the format, and with what the readers make of a source.
    static let version = 3

    private var body: [UInt8] = []
    private var table: [UInt8] = []
    private var indices: [String: Int] = [:]

    static func encode(_ file: CodeFile) -> [UInt8] {
        var encoder = CodeFileEncoder()
        encoder.put(file)
        var result: [UInt8] = []
        append(encoder.indices.count, to: &result)
        return result + encoder.table + encoder.body
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

    mutating func put(_ tag: CodeTag) { body.append(tag.rawValue) }

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
