/// A place in a document.
///
/// Columns count bytes of UTF-8 and lines end at CR LF, CR and LF, as compilers have it; a byte
/// order mark has no column. In YAML, and in JSON that might also be YAML, columns count Unicode
/// scalars, as libyaml does, and YAML's lines also end at U+0085, U+2028 and U+2029.
package struct DocumentPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, from 1; 0 in a binary document, which has none.
    package let line: Int
    /// The column, from 1; 0 in a binary document.
    package let column: Int
    /// The bytes before it; `nil` where the format's library does not count them.
    package let offset: Int?

    /// The place `column` of `line`, both from 1.
    package init(line: Int, column: Int, offset: Int? = nil) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// A place in a binary document.
    package init(offset: Int) {
        self.init(line: 0, column: 0, offset: offset)
    }

    /// The first place of a text.
    package static let start = DocumentPlace(line: 1, column: 1)

    /// What tells places of one document apart: lines and columns where there are any.
    private var key: (Int, Int, Int) { (line, column, line == 0 ? offset ?? 0 : 0) }

    /// Whether both are the same place, whether or not their bytes were counted.
    package static func == (left: DocumentPlace, right: DocumentPlace) -> Bool {
        left.key == right.key
    }

    /// Feeds what ``==(_:_:)`` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(key.0)
        hasher.combine(key.1)
        hasher.combine(key.2)
    }

    /// Whether a place comes before another of the same document.
    package static func < (left: DocumentPlace, right: DocumentPlace) -> Bool {
        left.key < right.key
    }

    /// `line:column`, as compilers print it, or `byte 12`.
    package var description: String {
        line == 0 ? "byte \(offset ?? 0)" : "\(line):\(column)"
    }
}

/// What is wrong with a text, and where.
package struct DocumentFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The subject and the facts, in lower case and without a full stop.
    ///
    /// Parts of the text are quoted shortened and with unprintable characters escaped.
    package let message: String
    /// The place the message is about.
    package let location: DocumentPlace

    /// An error with `message` about `location`.
    package init(_ message: String, at location: DocumentPlace) {
        self.message = message
        self.location = location
    }

    /// For example `3:7: expected a duration such as 10s, found 'soon'`.
    package var description: String { "\(location): \(message)" }
}
