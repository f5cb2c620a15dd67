/// Resolves the escapes of a string literal, of Swift and of C.
///
/// ```
/// escape = "\" pounds ( n | r | t | a | b | e | f | v | "u{" hex "}" | u hex | U hex | x hex
///                     | octal | space line-end | any other sign, which stands for itself )
/// ```
struct StringEscapes {
    private let text: [UInt8]
    private let pounds: Int
    private var next = 0
    private var result: [UInt8] = []

    /// `text` with its escapes resolved; each begins with a backslash and `pounds` number signs.
    static func resolve(_ text: [UInt8], pounds: Int = 0) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")) else { return text }
        var escapes = StringEscapes(text: text, pounds: pounds)
        escapes.resolve()
        return escapes.result
    }

    private init(text: [UInt8], pounds: Int) {
        self.text = text
        self.pounds = pounds
    }

    private mutating func resolve() {
        result.reserveCapacity(text.count)
        while let byte = take() {
            let end = next + pounds
            guard byte == UInt8(ascii: "\\"), end < text.count,
                text[next..<end].allSatisfy({ $0 == UInt8(ascii: "#") })
            else {
                result.append(byte)
                continue
            }
            next = end
            escape()
        }
    }

    private mutating func take() -> UInt8? {
        guard next < text.count else { return nil }
        next += 1
        return text[next - 1]
    }

    private mutating func escape() {
        guard let kind = take() else { return }
        switch kind {
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "a"): result.append(0x07)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "e"): result.append(0x1B)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "v"): result.append(0x0B)
        case UInt8(ascii: "u"): scalar(digits: 4)
        case UInt8(ascii: "U"): scalar(digits: 8)
        case UInt8(ascii: "x"): result.append(UInt8(truncatingIfNeeded: number(16, digits: 8)))
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            next -= 1
            result.append(UInt8(truncatingIfNeeded: number(8, digits: 3)))
        case 0x0A, 0x0D, 0x20, 0x09: lineEnd(kind)
        default: result.append(kind)
        }
    }

    /// Leaves out the end of a line and the space before it.
    private mutating func lineEnd(_ first: UInt8) {
        var byte: UInt8? = first
        while let space = byte, space != 0x0A {
            guard next < text.count, [0x0A, 0x0D, 0x20, 0x09].contains(text[next]) else { return }
            byte = take()
        }
    }

    private mutating func scalar(digits: Int) {
        let isBraced = next < text.count && text[next] == UInt8(ascii: "{")
        if isBraced { next += 1 }
        let value = number(16, digits: isBraced ? 8 : digits)
        if isBraced, next < text.count, text[next] == UInt8(ascii: "}") { next += 1 }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        result.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func number(_ radix: UInt32, digits: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard next < text.count,
                let digit = Character(Unicode.Scalar(text[next])).hexDigitValue, digit < radix
            else { break }
            value = value &* radix &+ UInt32(digit)
            next += 1
        }
        return value
    }
}
