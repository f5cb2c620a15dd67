/// A type of value that a `TextReader` can be asked for, such as `.string`.
///
/// Each kind names the function of `DocumentNode` that reads it.
package struct TextKind<Value>: Sendable {
    package let read: @Sendable (DocumentNode) throws(DocumentFault) -> Value

    /// A kind that is read by `read`, which throws at the node's location.
    package init(_ read: @escaping @Sendable (DocumentNode) throws(DocumentFault) -> Value) {
        self.read = read
    }
}

extension TextKind where Value == String {
    /// Text: any single value but null.
    package static var string: Self { Self { node throws(DocumentFault) in try node.text() } }
}

extension TextKind where Value == Bool {
    /// `true` or `false`.
    package static var bool: Self { Self { node throws(DocumentFault) in try node.bool() } }
}

extension TextKind where Value == Int {
    /// A whole number.
    package static var integer: Self { Self { node throws(DocumentFault) in try node.integer() } }
}

extension TextKind where Value == UInt64 {
    /// A number of bytes, with or without `KiB`, `MiB` or `GiB`.
    package static var byteCount: Self {
        Self { node throws(DocumentFault) in try node.byteCount() }
    }
}

extension TextKind where Value == Duration {
    /// A duration such as `10s`.
    package static var duration: Self { Self { node throws(DocumentFault) in try node.duration() } }
}

extension TextKind where Value == Duration? {
    /// A duration, or `nil` for `never`.
    package static var durationOrNever: Self {
        Self { node throws(DocumentFault) in try node.durationOrNever() }
    }
}

extension TextKind where Value == [String] {
    /// A list of texts.
    package static var strings: Self { Self { node throws(DocumentFault) in try node.texts() } }
}

extension TextKind where Value == [DocumentNode] {
    /// A list of anything.
    package static var list: Self { Self { node throws(DocumentFault) in try node.list() } }
}

extension TextKind where Value == DocumentNode {
    /// Anything, null too: the caller looks.
    package static var node: Self { Self { node throws(DocumentFault) in node } }
}

extension TextKind where Value == TextReader {
    /// A mapping, as a reader of its own that wants its own `finish()`.
    package static var mapping: Self {
        Self { node throws(DocumentFault) in try TextReader(node) }
    }
}
