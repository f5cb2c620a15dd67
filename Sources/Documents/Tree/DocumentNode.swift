/// A value of a document, whatever its format, with the place where it starts.
package struct DocumentNode: Sendable, Hashable {
    /// What a node holds.
    package enum Content: Sendable, Hashable {
        /// A single value as it was written; what is not in quotes has the type its reader finds.
        case scalar(DocumentScalar)
        /// A number of a property list: 64 bits, with a sign or without.
        case integer(Int128)
        /// A number of a property list.
        case real(Double)
        /// `<true/>` and `<false/>` of a property list.
        case boolean(Bool)
        /// A date of a property list, from the first second of 1970.
        case date(seconds: Int64, nanoseconds: Int64)
        /// Bytes of a property list.
        case data([UInt8])
        /// A list.
        case sequence([DocumentNode])
        /// Keys with values, in the order of the text; in that of the keys for a binary document,
        /// whose order is not anyone's choice.
        case mapping([DocumentEntry])
    }

    /// Where the value starts; for an empty place, where it would start.
    package let location: DocumentPlace
    /// The line on which it ends, as far as the format's reader knows; not before the first.
    package let lastLine: Int
    /// What it holds.
    package let content: Content

    /// A node that holds `content` and starts at `location`.
    ///
    /// Where no last line is given a collection ends with its last value.
    package init(_ content: Content, at location: DocumentPlace, lastLine: Int? = nil) {
        self.location = location
        self.content = content
        let last = lastLine ?? Self.lastLine(of: content)
        self.lastLine = max(location.line, last ?? location.line)
    }

    private static func lastLine(of content: Content) -> Int? {
        switch content {
        case .sequence(let nodes): nodes.last?.lastLine
        case .mapping(let entries): entries.last?.value.lastLine
        default: nil
        }
    }

    /// Whether nothing was given here: an empty place, `~` or `null`.
    package var isNull: Bool {
        guard case .scalar(let scalar) = content else { return false }
        return scalar.isNull
    }

    /// The value in the words of a message: `a mapping`, `a list`, `nothing`, `'10s'`.
    package var spoken: String {
        switch content {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar) where scalar.isQuoted: "the text \(scalar.text.quotedForMessage)"
        case .scalar(let scalar): scalar.text.quotedForMessage
        case .integer(let number): "'\(number)'"
        case .real(let number): "'\(number)'"
        case .boolean(let flag): "'\(flag)'"
        case .date: "a date"
        case .data: "data"
        }
    }
}

/// A key of a mapping with its value.
package struct DocumentEntry: Sendable, Hashable {
    /// The key; unique in its mapping where the format's rules are kept.
    package let key: String
    /// Where the key starts.
    package let keyLocation: DocumentPlace
    /// The file it stands in, when that is another one than the mapping's own, such as the project
    /// file for a key that a build setting adds to a property list.
    package let origin: String?
    /// What stands under the key.
    package let value: DocumentNode

    /// The entry of `value` under `key`.
    package init(
        key: String,
        keyLocation: DocumentPlace,
        origin: String? = nil,
        value: DocumentNode
    ) {
        self.key = key
        self.keyLocation = keyLocation
        self.origin = origin
        self.value = value
    }
}

/// A single value as it was written.
package struct DocumentScalar: Sendable, Hashable {
    /// The value without its quotes and with its escapes resolved.
    package let text: String
    /// Whether it is text for certain: in quotes, as a `|` or `>` block, or in a property list.
    package let isQuoted: Bool

    /// The value `text`, written in quotes (or as a block) or plainly.
    package init(text: String, isQuoted: Bool) {
        self.text = text
        self.isQuoted = isQuoted
    }

    /// Whether nothing was given: an empty place, `~` or `null`, not in quotes (YAML 1.1,
    /// `!!null`).
    package var isNull: Bool {
        !isQuoted && ["", "~", "null", "Null", "NULL"].contains(text)
    }
}
