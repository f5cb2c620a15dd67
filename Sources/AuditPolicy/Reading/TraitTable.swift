import Documents

/// The traits that overlays may name, with the values each may have.
struct TraitTable {
    /// Empty for a trait with any value.
    private var values: [String: [String]] = [
        "configuration": [], "target": [], "region": [], "audience": Policy.audiences,
    ]

    /// Adds the trait under the key of `entry`, with a list of its values.
    mutating func declare(_ entry: DocumentEntry, _ log: ProblemLog) {
        log.attempt { () throws(DocumentFault) in
            guard values[entry.key] == nil else {
                throw DocumentFault(
                    "the trait '\(entry.key)' exists already",
                    at: entry.keyLocation
                )
            }
            var words: [String] = []
            for node in try entry.value.list() { words.append(try node.bounded(.string)) }
            guard !words.isEmpty else { throw entry.value.expected("at least one value") }
            values[entry.key] = words
        }
    }

    /// The value of a trait in an overlay.
    func value(of entry: DocumentEntry) throws(DocumentFault) -> String {
        guard let allowed = values[entry.key] else {
            throw entry.keyNode.expected("a trait: \(names.joined(separator: ", "))")
                .suggesting(entry.key, among: names)
        }
        if allowed.isEmpty { return try entry.value.bounded(.string) }
        return try entry.value.choice(
            "a value of '\(entry.key)'",
            among: allowed.map { ($0, $0) }
        )
    }

    /// What is wrong with a trait that is asked for; `nil` for nothing.
    func complaint(about name: String, _ value: String) -> String? {
        guard let allowed = values[name] else {
            return "unknown trait '\(name)'; known are: \(names.joined(separator: ", "))"
        }
        guard !allowed.isEmpty, !allowed.contains(value) else { return nil }
        return "'\(name)' cannot be '\(value)'; it may be: \(allowed.joined(separator: ", "))"
    }

    private var names: [String] { values.keys.sorted() }
}
