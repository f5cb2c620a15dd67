/// A Swift source divided into code and comments.
///
/// Both parts have the length and the lines of the source: what does not belong to a part is
/// blank there. String literals are blank in both, but code interpolated into them is code.
/// Regular-expression literals are recognized in their extended form (`#/…/#`) only.
struct SwiftText {
    /// The source without comments and string literals, as UTF-8.
    private(set) var code: [UInt8]
    /// The comments alone, as UTF-8.
    private(set) var comments: [UInt8]

    private let source: [UInt8]
    private var position = 0
    private var modes: [Mode] = [.code(openParentheses: 0)]

    private enum Mode {
        /// Code of the file, or of an interpolation that ends with a parenthesis too many.
        case code(openParentheses: Int)
        /// A string literal with so many `#` around it.
        case string(hashes: Int, isMultiline: Bool)
    }

    /// Divides a source.
    init(_ text: String) {
        source = Array(text.utf8)
        let blank = source.map { Self.isNewline($0) ? $0 : UInt8(ascii: " ") }
        code = blank
        comments = blank
        while position < source.count {
            switch modes.last {
            case .string(let hashes, let isMultiline):
                readString(hashes: hashes, isMultiline: isMultiline)
            case .code(let openParentheses): readCode(openParentheses: openParentheses)
            case nil: return
            }
        }
    }

    private mutating func readCode(openParentheses: Int) {
        if starts(with: "//") { return readLineComment() }
        if starts(with: "/*") { return readBlockComment() }
        let hashes = source[position...].prefix { $0 == UInt8(ascii: "#") }.count
        let next = byte(at: position + hashes)
        if next == UInt8(ascii: "\"") { return beginString(hashes: hashes) }
        if hashes > 0, next == UInt8(ascii: "/") { return skipRegularExpression(hashes: hashes) }
        switch source[position] {
        case UInt8(ascii: "("):
            modes[modes.count - 1] = .code(openParentheses: openParentheses + 1)
        case UInt8(ascii: ")") where openParentheses == 0 && modes.count > 1:
            modes.removeLast()
        case UInt8(ascii: ")"):
            modes[modes.count - 1] = .code(openParentheses: max(0, openParentheses - 1))
        default: break
        }
        code[position] = source[position]
        position += 1
    }

    private mutating func readLineComment() {
        while position < source.count, !Self.isNewline(source[position]) { keepComment(1) }
    }

    private mutating func readBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                keepComment(2)
            } else if starts(with: "*/") {
                depth -= 1
                keepComment(2)
            } else {
                keepComment(1)
            }
        } while depth > 0 && position < source.count
    }

    private mutating func keepComment(_ count: Int) {
        for _ in 0..<count {
            comments[position] = source[position]
            position += 1
        }
    }

    private mutating func beginString(hashes: Int) {
        let quotes = source[(position + hashes)...].prefix { $0 == UInt8(ascii: "\"") }.count
        // A line of its own must begin after three quotes; `#"""#` is a string of one quote.
        let rest = source[(position + hashes + min(quotes, 3))...].drop {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
        }
        let isMultiline = quotes >= 3 && rest.first.map(Self.isNewline) ?? true
        modes.append(.string(hashes: hashes, isMultiline: isMultiline))
        position += hashes + (isMultiline ? 3 : 1)
    }

    private mutating func readString(hashes: Int, isMultiline: Bool) {
        let fence = String(repeating: "#", count: hashes)
        if starts(with: "\\" + fence) {
            position += 1 + hashes
            if byte(at: position) == UInt8(ascii: "(") {
                modes.append(.code(openParentheses: 0))
            }
            position += 1
        } else if starts(with: (isMultiline ? "\"\"\"" : "\"") + fence) {
            position += (isMultiline ? 3 : 1) + hashes
            modes.removeLast()
        } else {
            // A string that its line does not close ends there, so that one slip stays one line.
            if !isMultiline, Self.isNewline(source[position]) { modes.removeLast() }
            position += 1
        }
    }

    private mutating func skipRegularExpression(hashes: Int) {
        let end = "/" + String(repeating: "#", count: hashes)
        position += hashes + 1
        while position < source.count, !starts(with: end) { position += 1 }
        position += end.utf8.count
    }

    private func starts(with prefix: String) -> Bool {
        source[position...].starts(with: prefix.utf8)
    }

    private func byte(at index: Int) -> UInt8? {
        index < source.count ? source[index] : nil
    }

    private static func isNewline(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
