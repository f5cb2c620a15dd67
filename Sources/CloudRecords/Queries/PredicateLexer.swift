import Documents

/// Divides a predicate into words, numbers, texts and signs.
struct PredicateLexer {
    struct Token: Equatable {
        enum Kind: Equatable {
            case word(String)
            case text(String)
            case integer(Int64)
            case real(Double)
            case sign(String)
            /// `%@` and its like: the letter behind the sign.
            case argument(Character)
            case end
        }

        let kind: Kind
        let place: DocumentPlace

        /// Whether it is this word, whatever its case.
        func `is`(_ keyword: String) -> Bool {
            if case .word(let word) = kind { word.uppercased() == keyword } else { false }
        }

        func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

        /// As a message names it.
        var shown: String {
            switch kind {
            case .word(let text), .sign(let text): text.quotedForMessage
            case .text(let text): "the text \(text.quotedForMessage)"
            case .integer(let number): "'\(number)'"
            case .real(let number): "'\(number)'"
            case .argument(let letter): "'%\(letter)'"
            case .end: "the end"
            }
        }
    }

    /// Signs, the longer ones first.
    private static let signs: [StaticString] = [
        "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")", "{",
        "}", "[", "]", ",", "*", "+", "/", "-", "@",
    ]

    private var cursor: ByteCursor

    static func tokens(of bytes: [UInt8]) throws(DocumentFault) -> [Token] {
        var lexer = PredicateLexer(cursor: ByteCursor(bytes))
        var tokens: [Token] = []
        repeat { tokens.append(try lexer.token()) } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func token() throws(DocumentFault) -> Token {
        cursor.skipSpace()
        let place = cursor.location
        guard let next = cursor.next else { return Token(kind: .end, place: place) }
        return Token(kind: try kind(from: next, at: place), place: place)
    }

    private mutating func kind(
        from next: UInt8,
        at place: DocumentPlace
    ) throws(DocumentFault) -> Token.Kind {
        switch next {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .text(try text(behind: next, at: place))
        case UInt8(ascii: "%"):
            cursor.advance()
            if cursor.isAt("ld") || cursor.isAt("lu") { cursor.advance() }
            guard let letter = cursor.next, "@Kdiufg".utf8.contains(letter) else {
                throw DocumentFault("'%' is followed by '@', 'K', 'd' or 'f'", at: place)
            }
            cursor.advance()
            return .argument(Character(Unicode.Scalar(letter)))
        case _ where Self.isDigit(next): return try number(at: place)
        case UInt8(ascii: "-"), UInt8(ascii: "."):
            if cursor.second.map(Self.isDigit) == true { return try number(at: place) }
        case _ where Self.isWordByte(next):
            // Colons belong to names of functions, dots to key paths.
            let word = cursor.take { Self.isWordByte($0) || $0 == 0x3A || $0 == 0x2E }
            return .word(String(decoding: word, as: UTF8.self))
        default: break
        }
        for sign in Self.signs where cursor.isAt(sign) {
            cursor.advance(by: sign.utf8CodeUnitCount)
            return .sign("\(sign)")
        }
        let shown = cursor.scalar.map { String($0).quotedForMessage } ?? ""
        throw DocumentFault("\(shown) has no meaning here", at: place)
    }

    private mutating func number(at place: DocumentPlace) throws(DocumentFault) -> Token.Kind {
        var last: UInt8 = 0
        let bytes = cursor.take { byte in
            let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            defer { last = byte }
            return Self.isDigit(byte) || byte == UInt8(ascii: ".") || byte | 0x20 == 0x65
                || isSign && (last == 0 || last | 0x20 == 0x65)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else {
            throw DocumentFault("\(text.quotedForMessage) is not a number", at: place)
        }
        return .real(number)
    }

    private mutating func text(
        behind quote: UInt8,
        at place: DocumentPlace
    ) throws(DocumentFault) -> String {
        cursor.advance()
        var bytes: [UInt8] = []
        while let byte = cursor.next {
            cursor.advance()
            if byte == quote {
                let text = String(decoding: bytes, as: UTF8.self)
                guard CombiningMarks.excess(in: text) == nil else {
                    throw DocumentFault(CombiningMarks.complaint, at: place)
                }
                return text
            }
            guard byte == UInt8(ascii: "\\"), let escaped = cursor.next else {
                bytes.append(byte)
                continue
            }
            cursor.advance()
            switch escaped {
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            default: bytes.append(escaped)
            }
        }
        throw DocumentFault("the predicate ends inside a text", at: place)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || isDigit(byte)
            || byte == UInt8(ascii: "_")
    }
}
