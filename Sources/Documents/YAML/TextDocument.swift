import Yams

/// The reading of a YAML document (and so of JSON) as a tree with locations.
///
/// The text may be hostile: it costs what `DocumentLimits` allow, and never the stack.
package enum TextDocument {
    /// The tree of `text`.
    ///
    /// A byte order mark in front is skipped. What is JSON is read as JSON; with `isJSON` nothing
    /// else is.
    ///
    /// - Throws: `DocumentFault` when the text is not a single YAML document, goes beyond `limits`,
    ///   gives a key twice, has keys that are not text, uses anchors, aliases, tags or directives,
    ///   or has more than 30 combining marks in a row.
    package static func parse(
        _ text: String,
        limits: DocumentLimits = .standard,
        isJSON: Bool = false
    ) throws(DocumentFault) -> DocumentNode {
        try checkByteCount(text.utf8.count, limits)
        return try parse(Array(text.unicodeScalars), Array(text.utf8), limits, isJSON)
    }

    /// The tree of the UTF-8 text `bytes`.
    ///
    /// - Throws: `DocumentFault` as for a string, and at the first byte that is not valid UTF-8.
    package static func parse(
        _ bytes: [UInt8],
        limits: DocumentLimits = .standard,
        isJSON: Bool = false
    ) throws(DocumentFault) -> DocumentNode {
        try checkByteCount(bytes.count, limits)
        return try parse(decode(bytes), bytes, limits, isJSON)
    }

    /// The tree of the JSON text `bytes`, as other programs read it: a key may come twice, and half
    /// a character in an escape is U+FFFD.
    ///
    /// - Throws: `DocumentFault` when the text is not JSON or not UTF-8, stands more than 128 levels
    ///   deep, or has more than 30 combining marks in a row.
    package static func json(lenient bytes: [UInt8]) throws(DocumentFault) -> DocumentNode {
        try CombiningMarks.check(json: bytes)
        let limits = DocumentLimits(byteCount: .max, depth: 128, nodeCount: .max)
        return try JSONReader.read(bytes, limits, isLenient: true)
    }

    private static func checkByteCount(_ count: Int, _ limits: DocumentLimits) throws(DocumentFault)
    {
        guard count <= limits.byteCount else {
            throw DocumentFault("longer than \(limits.byteCount) bytes", at: .start)
        }
    }

    private static func decode(_ bytes: [UInt8]) throws(DocumentFault) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        var decoder = Unicode.UTF8()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): scalars.append(scalar)
            case .emptyInput: return scalars
            case .error:
                throw DocumentFault(
                    "these bytes are not valid UTF-8",
                    at: end(of: withoutMark(scalars))
                )
            }
        }
    }

    private static func end(of scalars: [Unicode.Scalar]) -> DocumentPlace {
        var cursor = TextCursor(scalars)
        while !cursor.isAtEnd {
            cursor.advance()
        }
        return cursor.location
    }

    private static func withoutMark(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        scalars.first == mark ? Array(scalars.dropFirst()) : scalars
    }

    /// The byte order mark.
    private static let mark: Unicode.Scalar = "\u{FEFF}"

    private static func parse(
        _ marked: [Unicode.Scalar],
        _ utf8: [UInt8],
        _ limits: DocumentLimits,
        _ isJSON: Bool
    ) throws(DocumentFault) -> DocumentNode {
        let scalars = withoutMark(marked)
        if let place = CombiningMarks.excess(inEscaped: scalars) {
            throw DocumentFault(
                CombiningMarks.complaint,
                at: end(of: Array(scalars[..<place]))
            )
        }
        guard isJSON || JSONReader.mayBeJSON(scalars) else { return try readYAML(scalars, limits) }
        let bytes =
            scalars.count == marked.count ? utf8 : Array(utf8.dropFirst(Unicode.UTF8.width(mark)))
        if isJSON { return try JSONReader.read(bytes, limits) }
        // JSON, or YAML in flow style: of a text that is neither, the reading that got further
        // tells what is wrong.
        do { return try JSONReader.read(bytes, limits) } catch {
            let asJSON = error
            do { return try readYAML(scalars, limits) } catch {
                throw error.location > asJSON.location ? error : asJSON
            }
        }
    }

    private static func readYAML(
        _ scalars: [Unicode.Scalar],
        _ limits: DocumentLimits
    ) throws(DocumentFault) -> DocumentNode {
        try checkCharacters(scalars)
        var scan = StructureScan(scalars, limits: limits)
        try scan.run()
        return try compose(
            String(String.UnicodeScalarView(scalars)),
            limits,
            end: scan.cursor.location
        )
    }

    private static func checkCharacters(_ scalars: [Unicode.Scalar]) throws(DocumentFault) {
        guard let place = scalars.firstIndex(where: { !isAllowed($0) }) else { return }
        let name = String(scalars[place]).quotedForMessage
        throw DocumentFault(
            "the character \(name) is not allowed",
            at: end(of: Array(scalars[..<place]))
        )
    }

    /// YAML 1.1, `c-printable`; a byte order mark inside a text would be invisible.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0x10000...0x10FFFF: true
        case 0xE000...0xFFFD: scalar != "\u{FEFF}"
        default: false
        }
    }

    private static func compose(
        _ text: String,
        _ limits: DocumentLimits,
        end: DocumentPlace
    ) throws(DocumentFault) -> DocumentNode {
        do {
            // The plain resolver compares keys as text, so `1` and `"1"` are the same key. The
            // encoding is named because Yams would else look for it in the environment.
            let parser = try Parser(
                yaml: text,
                resolver: .basic,
                constructor: .default,
                encoding: .utf8
            )
            guard let root = try parser.singleRoot() else {
                throw DocumentFault("the document is empty", at: .start)
            }
            var builder = TextNodeBuilder(limits: limits)
            let node = try builder.node(root)
            // Nodes hold their anchors weakly, the parser holds them: it must outlive the walk.
            return withExtendedLifetime(parser) { node }
        } catch let error as DocumentFault {
            throw error
        } catch let error as YamlError {
            throw DocumentFault(error, end: end)
        } catch {
            throw DocumentFault("malformed YAML", at: .start)
        }
    }
}

/// How large a document may be, so that a hostile one costs little.
package struct DocumentLimits: Sendable, Equatable {
    /// The greatest length in bytes of UTF-8.
    package var byteCount: Int
    /// The greatest number of mappings and lists around a value; 1 allows one flat collection.
    ///
    /// Reading recurses once a level, so this also bounds the stack.
    package var depth: Int
    /// The greatest number of values, each key and each collection counted as one.
    package var nodeCount: Int

    /// Limits of 4 MiB, 64 levels and 200,000 values where nothing else is said.
    package init(byteCount: Int = 4 << 20, depth: Int = 64, nodeCount: Int = 200_000) {
        self.byteCount = byteCount
        self.depth = depth
        self.nodeCount = nodeCount
    }

    /// The limits for files that people write.
    package static let standard = DocumentLimits()
}
