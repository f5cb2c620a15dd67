package import AuditFacts
import Preferences
import StructuredText

/// The reading of property lists and JSON documents of any format.
package enum PropertyListText {
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
            guard let node = try? JSONText.read(bytes) else { throw SourceFlaw(error) }
            return node
        }
    }

    /// The root of a JSON document.
    ///
    /// - Throws: ``SourceFlaw`` for a text that is none, or is too large.
    package static func json(_ bytes: [UInt8]) throws(SourceFlaw) -> PropertyNode {
        try translating { () throws(SyntaxFault) in try JSONText.read(bytes) }
    }

    private static func binary(_ bytes: [UInt8]) throws(SourceFlaw) -> PropertyNode {
        // A value that is referred to again and again counts each time: a document that makes much
        // of few bytes is hostile.
        var limits = PropertyListLimits.standard
        limits.valueCount = min(limits.valueCount, 64 + bytes.count)
        do throws(PropertyListError) {
            return PropertyNode(try PropertyList(reading: bytes, limits: limits).root)
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

    /// What is not `<0fa5>`, which is data.
    private static func isMarkup(_ byte: UInt8) -> Bool {
        !Character(Unicode.Scalar(byte)).isHexDigit && byte != UInt8(ascii: ">")
    }
}
