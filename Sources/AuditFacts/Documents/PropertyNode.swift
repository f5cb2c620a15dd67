/// A value of a property list or JSON document with the place where it stands.
package struct PropertyNode: Sendable, Hashable {
    /// What a node holds.
    package indirect enum Value: Sendable, Hashable {
        case string(String)
        case integer(Int64)
        case real(Double)
        case boolean(Bool)
        /// A date as it is written.
        case date(String)
        /// Data of so many bytes; what they are is nobody's business here.
        case data(byteCount: Int)
        /// JSON's `null`.
        case null
        case array([PropertyNode])
        case dictionary([PropertyEntry])
    }

    /// Where it stands; line 1 in a binary file.
    package let span: SourceSpan
    /// What it holds.
    package let value: Value

    /// The node `value` at `span`.
    package init(_ value: Value, at span: SourceSpan) {
        self.span = span
        self.value = value
    }

    /// The text; `nil` for anything else.
    package var string: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    /// The truth; `nil` for anything else, also for numbers and `YES`.
    package var boolean: Bool? {
        guard case .boolean(let flag) = value else { return nil }
        return flag
    }

    /// The elements; `nil` for anything but an array.
    package var array: [PropertyNode]? {
        guard case .array(let nodes) = value else { return nil }
        return nodes
    }

    /// The entries in the order of the text; `nil` for anything but a dictionary.
    package var entries: [PropertyEntry]? {
        guard case .dictionary(let entries) = value else { return nil }
        return entries
    }

    /// The value under `key`; `nil` where there is none or this is no dictionary.
    package subscript(key: String) -> PropertyNode? {
        entry(key)?.value
    }

    /// The entry under `key`; `nil` where there is none or this is no dictionary.
    package func entry(_ key: String) -> PropertyEntry? {
        entries?.first { $0.key == key }
    }

    /// The texts of an array of texts, other elements left out; a lone text counts as one.
    package var strings: [String] {
        if let string { return [string] }
        return array?.compactMap(\.string) ?? []
    }
}

/// A key of a dictionary with its value.
package struct PropertyEntry: Sendable, Hashable {
    /// The key.
    package let key: String
    /// Where the key stands.
    package let place: SourcePlace
    /// The file it stands in, when that is another one than the dictionary's own: the project file
    /// for a key that a build setting adds to the Info.plist.
    package let origin: String?
    /// What stands under the key.
    package let value: PropertyNode

    /// The entry of `value` under `key`.
    package init(
        key: String,
        place: SourcePlace,
        origin: String? = nil,
        value: PropertyNode
    ) {
        self.key = key
        self.place = place
        self.origin = origin
        self.value = value
    }
}
