/// A position in a text that counts lines and columns as libyaml does.
struct TextCursor {
    private let scalars: [Unicode.Scalar]
    /// How many scalars lie behind.
    private(set) var index = 0
    private(set) var location = DocumentPlace.start

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    var column: Int { location.column }
    var isAtEnd: Bool { index >= scalars.count }
    var isAtBlank: Bool { peek() == " " || peek() == "\t" }
    var isAtBreak: Bool { peek().map(Self.isBreak) ?? false }

    /// Whether the scalar `offset` places ahead is a blank, a line break or the end.
    func isSpace(ahead offset: Int) -> Bool {
        guard let scalar = peek(offset) else { return true }
        return scalar == " " || scalar == "\t" || Self.isBreak(scalar)
    }

    /// The scalar `offset` places ahead, `nil` past the end.
    func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        let place = index + offset
        return place < scalars.count ? scalars[place] : nil
    }

    /// Whether `---` or `...` stands here alone at the start of a line.
    var isAtDocumentMark: Bool {
        guard column == 1, let first = peek(), first == "-" || first == "." else { return false }
        return peek(1) == first && peek(2) == first && isSpace(ahead: 3)
    }

    /// Steps over one scalar, or over CR LF together.
    ///
    /// Does nothing at the end.
    mutating func advance() {
        guard let scalar = peek() else { return }
        if scalar == "\r", peek(1) == "\n" {
            index += 1
        }
        index += 1
        location =
            Self.isBreak(scalar)
            ? DocumentPlace(line: location.line + 1, column: 1)
            : DocumentPlace(line: location.line, column: location.column + 1)
    }

    /// Steps over the rest of the line, not over its break.
    mutating func advanceToBreak() {
        while !isAtEnd, !isAtBreak {
            advance()
        }
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}
