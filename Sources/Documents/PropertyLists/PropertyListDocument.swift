/// The reading of a property list, whatever its format.
package enum PropertyListDocument {
    /// How a property list is written.
    package enum Format: Sendable, Hashable {
        case binary
        case xml
        /// The format of NeXTSTEP, in which Xcode writes its projects, or JSON.
        case old
    }

    /// The format of `bytes`, told by the first of them.
    package static func format(of bytes: [UInt8]) -> Format {
        if bytes.starts(with: "bplist".utf8) { return .binary }
        var cursor = ByteCursor(bytes)
        cursor.skipSpace()
        // `<0fa5>` is data.
        let isMarkup = cursor.next == UInt8(ascii: "<") && cursor.second.map(isData) == false
        return isMarkup ? .xml : .old
    }

    private static func isData(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit || byte == UInt8(ascii: ">")
    }

    /// The root of a binary property list or one in XML, as a device stores them.
    ///
    /// - Throws: `DocumentFault` for anything else, and for one beyond the bounds.
    package static func read(
        _ bytes: [UInt8],
        _ rules: PropertyListRules = PropertyListRules()
    ) throws(DocumentFault) -> DocumentNode {
        guard bytes.starts(with: BinaryPropertyList.magic) else {
            return try XMLPropertyListReader.read(bytes, rules)
        }
        return try BinaryPropertyListReader.read(bytes, rules)
    }

    /// The root of a property list as it may stand in a project: binary, XML, of the old kind or
    /// JSON.
    ///
    /// - Throws: `DocumentFault` for anything else.
    package static func readAny(_ bytes: [UInt8]) throws(DocumentFault) -> DocumentNode {
        // A value that is referred to again and again counts each time: a document that makes much
        // of few bytes is hostile.
        let rules = PropertyListRules(
            valueCount: min(1_000_000, 64 + bytes.count),
            isLenient: true
        )
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw DocumentFault("it is UTF-16; only UTF-8 is read", at: .start)
        }
        switch format(of: bytes) {
        case .binary: return try BinaryPropertyListReader.read(bytes, rules)
        case .xml: return try XMLPropertyListReader.read(bytes, rules)
        case .old:
            do { return try OldPropertyListReader.read(bytes) } catch {
                guard let node = try? TextDocument.json(lenient: bytes) else { throw error }
                return node
            }
        }
    }
}
