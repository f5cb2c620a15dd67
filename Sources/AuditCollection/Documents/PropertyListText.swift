package import PolicyAudit
import Preferences
import StructuredText

/// The reading of property lists and JSON documents of any format.
package enum PropertyListText {
    /// Enough for the largest JSON documents that projects hold.
    private static let limits = TextLimits(byteCount: 16 << 20, depth: 64, nodeCount: 1_000_000)

    /// The root of a property list: binary, XML, of the old kind or JSON, told by its first bytes.
    ///
    /// - Throws: ``SourceFlaw`` for anything else.
    package static func read(_ bytes: [UInt8]) throws(SourceFlaw) -> PropertyNode {
        if bytes.starts(with: "bplist".utf8) { return try binary(bytes) }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw SourceFlaw("it is UTF-16; only UTF-8 is read", at: .start)
        }
        var cursor = ByteCursor(bytes)
        cursor.skipSpace()
        if cursor.next == UInt8(ascii: "<"), cursor.second.map(isMarkup) ?? false {
            return try translating { () throws(SyntaxFault) in try XMLPropertyListText.read(bytes) }
        }
        do throws(SyntaxFault) {
            return try PlainPropertyListText.read(bytes)
        } catch {
            guard isJSON(cursor), let node = try? json(bytes) else { throw SourceFlaw(error) }
            return node
        }
    }

    /// The root of a JSON document.
    ///
    /// - Throws: ``SourceFlaw`` for a text that is none, or is too large.
    package static func json(_ bytes: [UInt8]) throws(SourceFlaw) -> PropertyNode {
        do throws(TextError) {
            return PropertyNode(try TextDocument.parse(bytes, limits: limits))
        } catch {
            throw SourceFlaw(error)
        }
    }

    /// The root of a property list of the old kind, such as an Xcode project.
    ///
    /// - Throws: ``SourceFlaw`` for a text that is none.
    static func plain(_ bytes: [UInt8]) throws(SourceFlaw) -> PropertyNode {
        try translating { () throws(SyntaxFault) in try PlainPropertyListText.read(bytes) }
    }

    private static func binary(_ bytes: [UInt8]) throws(SourceFlaw) -> PropertyNode {
        do throws(PropertyListError) {
            return PropertyNode(try PropertyList(reading: bytes).root)
        } catch {
            throw SourceFlaw(error.description, at: .start)
        }
    }

    private static func translating(
        _ body: () throws(SyntaxFault) -> PropertyNode
    ) throws(SourceFlaw) -> PropertyNode {
        do throws(SyntaxFault) {
            return try body()
        } catch {
            throw SourceFlaw(error)
        }
    }

    /// `<?`, `<!` and `<plist`; not `<0fa5>`, which is data.
    private static func isMarkup(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "p")
    }

    private static func isJSON(_ cursor: ByteCursor) -> Bool {
        cursor.next == UInt8(ascii: "{") || cursor.next == UInt8(ascii: "[")
    }
}
