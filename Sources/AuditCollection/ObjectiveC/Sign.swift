/// Signs of Objective-C by the numbers of their bytes.
enum Sign {
    static let openParenthesis = UInt32(UInt8(ascii: "("))
    static let closeParenthesis = UInt32(UInt8(ascii: ")"))
    static let openBracket = UInt32(UInt8(ascii: "["))
    static let closeBracket = UInt32(UInt8(ascii: "]"))
    static let openBrace = UInt32(UInt8(ascii: "{"))
    static let closeBrace = UInt32(UInt8(ascii: "}"))
    static let semicolon = UInt32(UInt8(ascii: ";"))
    static let colon = UInt32(UInt8(ascii: ":"))
    static let comma = UInt32(UInt8(ascii: ","))
    static let dot = UInt32(UInt8(ascii: "."))
    static let star = UInt32(UInt8(ascii: "*"))
    static let ampersand = UInt32(UInt8(ascii: "&"))
    static let caret = UInt32(UInt8(ascii: "^"))
    static let question = UInt32(UInt8(ascii: "?"))
    static let equals = UInt32(UInt8(ascii: "="))
    static let less = UInt32(UInt8(ascii: "<"))
    static let greater = UInt32(UInt8(ascii: ">"))
    static let plus = UInt32(UInt8(ascii: "+"))
    static let minus = UInt32(UInt8(ascii: "-"))
    static let at = UInt32(UInt8(ascii: "@"))
    static let exclamation = UInt32(UInt8(ascii: "!"))
    static let tilde = UInt32(UInt8(ascii: "~"))
    static let arrow = two("-", ">")
    static let scope = two(":", ":")
    static let increment = two("+", "+")
    static let decrement = two("-", "-")

    private static func two(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> UInt32 {
        first.value << 8 | second.value
    }
}
