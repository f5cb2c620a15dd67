import AuditFacts

extension ObjectiveCLexer {
    /// Reads the token that begins here; no space, comment or preprocessor line does.
    mutating func token() {
        let start = next
        let kind = kind()
        if kind == .name { surveyName(start..<next) }
        var sign: UInt32 = 0
        if kind == .sign {
            for byte in bytes[start..<next] { sign = sign << 8 | UInt32(byte) }
            count(bytes[start])
        }
        tokens.append(ObjectiveCToken(kind: kind, sign: sign, range: start..<next))
    }

    /// Moves past the token and says what it is.
    private mutating func kind() -> ObjectiveCToken.Kind {
        let byte = bytes[next]
        if Self.beginsName(byte) {
            skipName()
            return .name
        }
        if Self.isDigit(byte) || byte == UInt8(ascii: "."),
            Self.isDigit(byte) || Self.isDigit(peek())
        {
            skipNumber()
            return .number
        }
        switch byte {
        case UInt8(ascii: "\""):
            skipQuoted(byte)
            return .text
        case UInt8(ascii: "'"):
            skipQuoted(byte)
            return .character
        case UInt8(ascii: "@"): return directive()
        default:
            next += signLength()
            return .sign
        }
    }

    private mutating func directive() -> ObjectiveCToken.Kind {
        next += 1
        guard next < bytes.count else { return .sign }
        if bytes[next] == UInt8(ascii: "\"") {
            skipQuoted(bytes[next])
            return .objectText
        }
        guard Self.beginsName(bytes[next]) else { return .sign }
        skipName()
        return .directive
    }

    private mutating func surveyName(_ range: Range<Int>) {
        let name = String(decoding: bytes[range], as: UTF8.self)
        if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[range.lowerBound]) {
            mentions.insert(name)
        }
        if watched.contains(name) { watchedTokens.append(tokens.count) }
    }

    private mutating func count(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): openCount += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): openCount -= 1
        default: break
        }
    }

    private mutating func skipName() {
        while next < bytes.count, Self.beginsName(bytes[next]) || Self.isDigit(bytes[next]) {
            next += 1
        }
    }

    private mutating func skipNumber() {
        while next < bytes.count {
            let byte = bytes[next]
            let isExponentSign =
                (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
                && (bytes[next - 1] | 0x20 == UInt8(ascii: "e"))
            guard
                Self.beginsName(byte) || Self.isDigit(byte) || byte == UInt8(ascii: ".")
                    || isExponentSign
            else { return }
            next += 1
        }
    }

    /// Skips a literal in quotes; one that is not closed ends with its line.
    private mutating func skipQuoted(_ quote: UInt8) {
        let start = next
        next += 1
        while next < bytes.count {
            switch bytes[next] {
            case quote:
                next += 1
                return
            case UInt8(ascii: "\n"):
                flaw("a quote is not closed", at: start)
                return
            case UInt8(ascii: "\\"): next = min(next + 2, bytes.count)
            default: next += 1
            }
        }
        flaw("a quote is not closed", at: start)
    }

    private func signLength() -> Int {
        let byte = bytes[next]
        let second = peek()
        switch byte {
        case UInt8(ascii: "."):
            return second == byte && peek(2) == byte ? 3 : 1
        case UInt8(ascii: "<"), UInt8(ascii: ">"):
            // `>>` may close two lists of types.
            if second == UInt8(ascii: "=") { return 2 }
            guard byte == UInt8(ascii: "<"), second == byte else { return 1 }
            return peek(2) == UInt8(ascii: "=") ? 3 : 2
        case UInt8(ascii: "-"):
            return [UInt8(ascii: "-"), UInt8(ascii: ">"), UInt8(ascii: "=")].contains(second)
                ? 2 : 1
        case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "="):
            return second == byte || second == UInt8(ascii: "=") ? 2 : 1
        case UInt8(ascii: ":"): return second == byte ? 2 : 1
        case UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"),
            UInt8(ascii: "^"), UInt8(ascii: "~"):
            return second == UInt8(ascii: "=") ? 2 : 1
        default: return 1
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    static func beginsName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$") || byte >= 0x80
    }
}
