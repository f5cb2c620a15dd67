import CExpat

/// expat's parser, and the only place with pointers to it: bytes go in, tokens come out.
///
/// Nothing is fetched, and only the entities of XML itself are expanded: expat reads no external
/// subset unless told to, and a document type with declarations of its own stops the parser.
final class ExpatParser {
    enum Token {
        case start(String, [XMLAttribute])
        case end(String)
        case text(String)
        case declaration(version: String?, encoding: String?)
        case documentType(hasDeclarations: Bool)
        case instruction
        /// A reference to an entity that an external document type might declare.
        case unknownEntity(String)
    }

    /// What expat refuses; the numbers are its own (`expat.h`, `XML_Error`).
    enum Complaint: UInt32 {
        case syntax = 2
        case noElement = 3
        case unclosedToken = 5
        case partialCharacter = 6
        case mismatchedTag = 7
        case duplicateAttribute = 8
        case trailingContent = 9
        case undefinedEntity = 11
        case badCharacterReference = 14
        case misplacedDeclaration = 17
        case unclosedCharacterData = 20
        case malformedDeclaration = 30
    }

    private let parser: XML_Parser?
    /// What was found in the pieces so far, each with its bytes' place in the whole.
    private(set) var tokens: [(token: Token, range: Range<Int>)] = []
    /// Where expat stopped, and why; a complaint that has no words here is `nil`.
    private(set) var refusal: (complaint: Complaint?, offset: Int)?
    private var fedByteCount = 0
    /// Characters come line by line.
    private var text: [UInt8] = []
    private var textStart = 0

    init() {
        // Whatever encoding the document names, it is read as UTF-8.
        parser = XML_ParserCreate("UTF-8")
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { this, name, attributes in
                let attributes = ExpatParser.attributes(attributes)
                ExpatParser.add(.start(ExpatParser.string(name) ?? "", attributes), to: this)
            },
            { this, name in ExpatParser.add(.end(ExpatParser.string(name) ?? ""), to: this) }
        )
        XML_SetCharacterDataHandler(parser) { this, characters, count in
            ExpatParser.add(UnsafeBufferPointer(start: characters, count: Int(count)), to: this)
        }
        XML_SetXmlDeclHandler(parser) { this, version, encoding, _ in
            let version = ExpatParser.string(version)
            let encoding = ExpatParser.string(encoding)
            ExpatParser.add(.declaration(version: version, encoding: encoding), to: this)
        }
        XML_SetStartDoctypeDeclHandler(parser) { this, _, _, _, hasDeclarations in
            ExpatParser.add(.documentType(hasDeclarations: hasDeclarations != 0), to: this)
        }
        XML_SetProcessingInstructionHandler(parser) { this, _, _ in
            ExpatParser.add(.instruction, to: this)
        }
        XML_SetSkippedEntityHandler(parser) { this, name, _ in
            ExpatParser.add(.unknownEntity(ExpatParser.string(name) ?? ""), to: this)
        }
    }

    deinit { XML_ParserFree(parser) }

    /// Where the last token starts, or the one that is not whole yet.
    var nextOffset: Int { max(0, Int(XML_GetCurrentByteIndex(parser))) }

    /// The most bytes that expat keeps until the next token is whole.
    var pendingByteCount: Int { fedByteCount - nextOffset }

    /// Finds the tokens of the next piece, in place of those of the last one.
    func parse(_ piece: ArraySlice<UInt8>, isLast: Bool) {
        tokens.removeAll(keepingCapacity: true)
        fedByteCount += piece.count
        let status = piece.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                XML_Parse(parser, characters.baseAddress, Int32(bytes.count), isLast ? 1 : 0)
            }
        }
        finishText()
        guard status != XML_STATUS_OK else { return }
        let complaint = Complaint(rawValue: UInt32(XML_GetErrorCode(parser).rawValue))
        refusal = (complaint, nextOffset)
    }

    private static func add(_ token: Token, to this: UnsafeMutableRawPointer?) {
        guard let this else { return }
        let parser = Unmanaged<ExpatParser>.fromOpaque(this).takeUnretainedValue()
        parser.finishText()
        let start = Int(XML_GetCurrentByteIndex(parser.parser))
        let count = Int(XML_GetCurrentByteCount(parser.parser))
        parser.tokens.append((token, start..<start + count))
        // Before its entities can multiply.
        if case .documentType(hasDeclarations: true) = token {
            XML_StopParser(parser.parser, XML_Bool(0))
        }
    }

    private static func add(
        _ characters: UnsafeBufferPointer<CChar>,
        to this: UnsafeMutableRawPointer?
    ) {
        guard let this else { return }
        let parser = Unmanaged<ExpatParser>.fromOpaque(this).takeUnretainedValue()
        if parser.text.isEmpty { parser.textStart = Int(XML_GetCurrentByteIndex(parser.parser)) }
        parser.text += characters.lazy.map { UInt8(bitPattern: $0) }
    }

    private func finishText() {
        guard !text.isEmpty else { return }
        tokens.append((.text(String(decoding: text, as: UTF8.self)), textStart..<textStart))
        text.removeAll(keepingCapacity: true)
    }

    private static func string(_ characters: UnsafePointer<CChar>?) -> String? {
        characters.map { String(cString: $0) }
    }

    /// Names and values by turns, up to a null.
    private static func attributes(
        _ strings: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> [XMLAttribute] {
        guard var next = strings else { return [] }
        var attributes: [XMLAttribute] = []
        while let name = string(next[0]), let value = string(next[1]) {
            attributes.append(XMLAttribute(name: name, value: value))
            next += 2
        }
        return attributes
    }
}
