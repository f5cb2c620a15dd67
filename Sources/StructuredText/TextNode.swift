/// A value of a YAML or JSON document with the place where it starts.
package struct TextNode: Sendable, Equatable {
    /// What a node holds.
    package enum Content: Sendable, Equatable {
        /// A single value.
        case scalar(TextScalar)
        /// A list.
        case sequence([TextNode])
        /// Keys with values, in the order of the text.
        case mapping([TextEntry])
    }

    /// Where the value starts; for an empty place, where it would start.
    package let location: TextLocation
    /// What it holds.
    package let content: Content

    /// A node that holds `content` and starts at `location`.
    package init(_ content: Content, at location: TextLocation) {
        self.location = location
        self.content = content
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
        }
    }
}
