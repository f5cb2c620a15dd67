/// Takes an XML document apart piece by piece, with the places of the pieces.
///
/// expat finds the tokens, so that what is taken is well-formed (W3C, Extensible Markup Language
/// 1.0, fifth edition). Here is what it leaves to its users: places in bytes, bounds, words for
/// what is wrong, and the refusal of what no document of ours has. A document type is skipped, and
/// refused with declarations of its own: entities are the five of XML and numeric ones. Names,
/// values and texts have at most 30 combining marks in a row.
///
/// Memory is bounded by the document for one in memory, and by ``Rules/tokenByteCount`` for one
/// that comes in pieces.
package final class XMLReader {
    /// What a document may have.
    package struct Rules: Sendable {
        /// How deep elements may be nested.
        package var depth = 256
        /// The longest tag, comment or instruction of a document that comes in pieces, in bytes.
        package var tokenByteCount = 1 << 20
        /// Whether a document type, without declarations of its own, is allowed.
        package var allowsDocumentType = true
        /// Whether processing instructions are allowed.
        package var allowsInstructions = true
        /// The encodings that the document may name, in lower case; `nil` for any.
        ///
        /// It is read as UTF-8 either way.
        package var encodings: Set<String>?

        /// Rules for documents that programs write, 256 levels deep.
        package init(depth: Int = 256) {
            self.depth = depth
        }
    }

    private static let pieceByteCount = 16 << 10

    private let rules: Rules
    private let parser = ExpatParser()
    private var places: PlaceCounter
    /// The bytes of a document in memory that expat has not seen.
    private var rest: ArraySlice<UInt8> = []
    private var isWhole: Bool
    private var nextToken = 0
    private var open: [(name: String, location: DocumentPlace)] = []
    private var hasRoot = false
    private var hasDocumentType = false
    /// Those of the text that is read; it may come in pieces.
    private var marks = CombiningMarks()
    private var fault: DocumentFault?

    /// A reader of the UTF-8 text `bytes`.
    package init(_ bytes: [UInt8], _ rules: Rules = Rules()) {
        self.rules = rules
        places = PlaceCounter(bytes)
        rest = bytes[...]
        isWhole = false
    }

    /// A reader of a document that comes in pieces; see ``feed(_:isLast:)``.
    package init(_ rules: Rules) {
        self.rules = rules
        places = PlaceCounter([])
        isWhole = true
    }

    /// Whether an element is open, or none has been.
    package var isUnfinished: Bool { !hasRoot || !open.isEmpty }

    /// Where the part of the document that has arrived ends.
    package var location: DocumentPlace { places.location(at: .max) }

    /// Takes the next piece of the document, when ``next()`` has given all of the last one.
    package func feed(_ piece: [UInt8], isLast: Bool) {
        guard fault == nil, parser.refusal == nil else { return }
        // Comments are not tokens, but have been passed, too.
        _ = places.location(at: parser.nextOffset)
        places.append(piece)
        parse(piece[...], isLast: isLast)
        guard parser.pendingByteCount > rules.tokenByteCount else { return }
        fault = DocumentFault(
            "a tag or comment has more than \(rules.tokenByteCount) bytes",
            at: places.location(at: places.offset)
        )
    }

    /// The next event; `nil` at the end of the document, or of the part that has arrived.
    ///
    /// - Throws: `DocumentFault` where the text breaks the rules, also when asked again.
    package func next() throws(DocumentFault) -> XMLEvent? {
        while true {
            if let fault { throw fault }
            if nextToken < parser.tokens.count {
                let (token, range) = parser.tokens[nextToken]
                nextToken += 1
                do {
                    if let event = try event(token, range) { return event }
                } catch {
                    fault = error
                }
            } else if let (complaint, offset) = parser.refusal {
                fault = refusal(complaint, offset)
            } else if isWhole {
                return nil
            } else {
                // A token that is not whole yet is looked at again from its start: as much again as
                // is pending makes that cost twice the document and not its square.
                let piece = rest.prefix(max(Self.pieceByteCount, parser.pendingByteCount))
                rest = rest[piece.endIndex...]
                isWhole = rest.isEmpty
                parse(piece, isLast: isWhole)
            }
        }
    }

    private func parse(_ piece: ArraySlice<UInt8>, isLast: Bool) {
        // Told to read UTF-8, expat still knows UTF-16 by its first two bytes.
        if places.offset == 0 {
            let start = places.bytes(from: 0).prefix(2)
            if start == [0xFE, 0xFF] || start == [0xFF, 0xFE] || start.contains(0) {
                fault = DocumentFault("it is UTF-16; only UTF-8 is read", at: .start)
                return
            }
        }
        parser.parse(piece, isLast: isLast)
        nextToken = 0
    }

    private func event(
        _ token: ExpatParser.Token,
        _ range: Range<Int>
    ) throws(DocumentFault) -> XMLEvent? {
        let location = places.location(at: range.lowerBound)
        try countMarks(in: token, at: location)
        switch token {
        case .start(let name, let attributes):
            guard open.count < rules.depth else {
                let limit = "nested more than \(rules.depth) levels deep"
                throw DocumentFault("elements are \(limit)", at: location)
            }
            if hasDocumentType { try checkReferences(in: range) }
            hasRoot = true
            open.append((name, location))
            return .start(XMLElement(name: name, attributes: attributes, location: location))
        case .end(let name):
            let start = open.popLast()?.location
            // One without content ends where its tag does, and takes no bytes.
            let place = range.isEmpty ? start ?? location : location
            return .end(name, place, lastLine: places.location(at: range.upperBound).line)
        case .text(let text): return .text(text, location)
        case .declaration(_, let encoding):
            guard let encodings = rules.encodings, let encoding,
                !encodings.contains(encoding.lowercased())
            else { return nil }
            let name = encoding.quotedForMessage
            throw DocumentFault("its encoding is \(name); only UTF-8 is read", at: location)
        case .documentType(let hasDeclarations):
            try checkDocumentType(hasDeclarations, at: location)
            hasDocumentType = true
        case .instruction:
            guard rules.allowsInstructions else {
                throw DocumentFault("it holds a processing instruction", at: location)
            }
        case .unknownEntity(let name): throw Self.unknownEntity(name, at: location)
        }
        return nil
    }

    private func countMarks(
        in token: ExpatParser.Token,
        at location: DocumentPlace
    ) throws(DocumentFault) {
        let isExceeded: Bool
        switch token {
        case .text(let text): isExceeded = marks.excess(in: text) != nil
        case .start(let name, let attributes):
            marks = CombiningMarks()
            isExceeded = ([name] + attributes.flatMap { [$0.name, $0.value] })
                .contains { CombiningMarks.excess(in: $0) != nil }
        case .end:
            marks = CombiningMarks()
            isExceeded = false
        default: isExceeded = false
        }
        guard !isExceeded else { throw DocumentFault(CombiningMarks.complaint, at: location) }
    }

    private func checkDocumentType(
        _ hasDeclarations: Bool,
        at location: DocumentPlace
    ) throws(DocumentFault) {
        guard rules.allowsDocumentType else {
            throw DocumentFault("it has a document type, which is refused", at: location)
        }
        guard !hasDeclarations else {
            throw DocumentFault("the document type declares something of its own", at: location)
        }
    }

    private static func unknownEntity(_ name: String, at location: DocumentPlace) -> DocumentFault {
        DocumentFault("\("&\(name)".quotedForMessage) is not a known entity", at: location)
    }

    /// In attributes expat passes over entities that an external document type might declare.
    private func checkReferences(in range: Range<Int>) throws(DocumentFault) {
        let tag = places.bytes(in: range)
        for index in tag.indices where tag[index] == UInt8(ascii: "&") {
            let name = Self.name(in: tag[(index + 1)...])
            // By bytes, since such a name may be hostile.
            guard name.utf8.first != UInt8(ascii: "#"),
                !["lt", "gt", "amp", "quot", "apos"].contains(where: {
                    $0.utf8.elementsEqual(name.utf8)
                })
            else { continue }
            let offset = range.lowerBound + index - tag.startIndex
            throw Self.unknownEntity(name, at: places.location(at: offset))
        }
    }

    private static func name(in bytes: ArraySlice<UInt8>) -> String {
        let name = bytes.prefix { $0 > 0x20 && !";<>/=\"'&".utf8.contains($0) }
        return String(decoding: name, as: UTF8.self)
    }
}

// MARK: What expat refuses

extension XMLReader {
    /// The words for a complaint of expat's, which has only a number and an offset.
    private func refusal(_ complaint: ExpatParser.Complaint?, _ offset: Int) -> DocumentFault {
        // For an end tag expat gives the offset of its name.
        let offset = complaint == .mismatchedTag ? offset - 2 : offset
        let rest = places.bytes(from: offset)
        let location = places.location(at: offset)
        func fault(_ message: String) -> DocumentFault { DocumentFault(message, at: location) }
        switch complaint {
        case .noElement where !open.isEmpty:
            let name = open.last?.name ?? ""
            return fault("the text ends inside the element \(name.quotedForMessage)")
        case .noElement: return fault("there is no element")
        case .unclosedToken: return fault("the text ends inside \(Self.kind(of: rest))")
        case .unclosedCharacterData: return fault("the text ends inside CDATA")
        case .partialCharacter: return fault("the text is not valid UTF-8")
        case .mismatchedTag:
            let names = "\(Self.name(in: rest.dropFirst(2)).quotedForMessage) is closed where"
            return fault("\(names) \((open.last?.name ?? "").quotedForMessage) is open")
        case .duplicateAttribute:
            return fault("the attribute \(Self.name(in: rest).quotedForMessage) is given twice")
        case .trailingContent: return fault(Self.trailing(rest))
        case .undefinedEntity, .badCharacterReference:
            let start = rest.firstIndex(of: UInt8(ascii: "&")).map { $0 + 1 } ?? rest.startIndex
            return Self.unknownEntity(Self.name(in: rest[start...]), at: location)
        case .misplacedDeclaration: return fault("the XML declaration does not come first")
        case .malformedDeclaration: return fault("the XML declaration is malformed")
        case .syntax: return fault("there is text outside the root element")
        case nil: return fault(Self.unexpected(rest))
        }
    }

    private static func kind(of token: ArraySlice<UInt8>) -> String {
        if token.starts(with: "<!--".utf8) { return "a comment" }
        if token.starts(with: "<?".utf8) { return "a processing instruction" }
        if token.starts(with: "<!".utf8) { return "a declaration" }
        return token.first == UInt8(ascii: "&") ? "a reference" : "a tag"
    }

    private static func trailing(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.starts(with: "<!".utf8) { return "a declaration is not allowed here" }
        if bytes.starts(with: "<?".utf8) { return "the XML declaration does not come first" }
        return bytes.first == UInt8(ascii: "<")
            ? "a second root element starts here" : "there is text outside the root element"
    }

    private static func unexpected(_ bytes: ArraySlice<UInt8>) -> String {
        var decoder = Unicode.UTF8()
        var iterator = bytes.makeIterator()
        return switch decoder.decode(&iterator) {
        case .emptyInput: "the text ends here, and is incomplete"
        case .error: "the text is not valid UTF-8"
        case .scalarValue(let scalar): "\(String(scalar).quotedForMessage) is not allowed here"
        }
    }
}
