/// Typed reading of a mapping that notices keys which were not asked for.
///
/// ```swift
/// var reader = try TextReader(node)
/// let path = try reader.required("path", as: .string)
/// let grace = try reader.optional("grace", as: .duration) ?? .seconds(10)
/// try reader.finish()
/// ```
package struct TextReader: Sendable {
    /// Where the mapping starts.
    package let location: DocumentPlace
    /// The entries in the order of the text.
    package let entries: [DocumentEntry]
    private var knownKeys: Set<String> = []

    /// A reader of the mapping `node`.
    ///
    /// - Throws: `DocumentFault` when `node` is not a mapping.
    package init(_ node: DocumentNode) throws(DocumentFault) {
        guard case .mapping(let entries) = node.content else { throw node.expected("a mapping") }
        self.entries = entries
        location = node.location
    }

    /// The value under `key`.
    ///
    /// - Throws: `DocumentFault` when there is none, or it is of another kind.
    package mutating func required<Value>(
        _ key: String,
        as kind: TextKind<Value>
    ) throws(DocumentFault) -> Value {
        guard let entry = entry(key) else {
            throw DocumentFault("missing key \(key.quotedForMessage)", at: location)
        }
        return try kind.read(entry.value)
    }

    /// The value under `key`, or `nil` when the key is absent.
    ///
    /// A key with nothing behind it is not absent: that is an error for every kind but `.node`.
    /// With `.durationOrNever`, the outer `nil` is absence and the inner one is `never`.
    ///
    /// - Throws: `DocumentFault` when the value is of another kind.
    package mutating func optional<Value>(
        _ key: String,
        as kind: TextKind<Value>
    ) throws(DocumentFault) -> Value? {
        guard let entry = entry(key) else { return nil }
        return try kind.read(entry.value)
    }

    /// Where the value under `key` starts; the mapping's own place when there is none.
    ///
    /// For errors about what a value means. Asking does not make the key known.
    package func location(of key: String) -> DocumentPlace {
        entries.first { $0.key == key }?.value.location ?? location
    }

    /// Ends the reading.
    ///
    /// - Throws: `DocumentFault` at the first key that was never asked for, with the known keys.
    package func finish() throws(DocumentFault) {
        if let error = unknownKeys(atMost: 1).first { throw error }
    }

    /// An error for each of the first `limit` keys that were never asked for, with the known keys.
    package func unknownKeys(atMost limit: Int) -> [DocumentFault] {
        let known = knownKeys.sorted()
        return entries.lazy.filter { !knownKeys.contains($0.key) }.prefix(limit).map { entry in
            var message = "unknown key \(entry.key.quotedForMessage)"
            message += known.isEmpty ? "; no keys are known here" : "; known keys: "
            message += known.joined(separator: ", ")
            if let nearest = EditDistance.nearest(to: entry.key, among: known) {
                message += "; did you mean '\(nearest)'?"
            }
            return DocumentFault(message, at: entry.keyLocation)
        }
    }

    private mutating func entry(_ key: String) -> DocumentEntry? {
        knownKeys.insert(key)
        return entries.first { $0.key == key }
    }
}
