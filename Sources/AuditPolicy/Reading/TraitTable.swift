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

    /// The traits that the mapping `node` specifies, at least one.
    func collection(_ node: DocumentNode, _ log: ProblemLog) -> TraitCollection {
        var collection = TraitCollection()
        log.attempt { () throws(DocumentFault) in
            let entries = try TextReader(node).entries
            guard !entries.isEmpty else {
                throw DocumentFault("expected at least one trait, found none", at: node.location)
            }
            for entry in entries {
                log.attempt { () throws(DocumentFault) in
                    collection[entry.key] = try value(of: entry)
                }
            }
        }
        return collection
    }

    private func value(of entry: DocumentEntry) throws(DocumentFault) -> String {
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
                + Self.suggestion(name, names)
        }
        guard !allowed.isEmpty, !allowed.contains(value) else { return nil }
        return "'\(name)' cannot be '\(value)'; it may be: \(allowed.joined(separator: ", "))"
            + Self.suggestion(value, allowed)
    }

    /// The name nearest to `word`, in the words of a message; nothing where none is near.
    static func suggestion(_ word: String, _ names: [String]) -> String {
        EditDistance.nearest(to: word, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The traits there are, by name.
    var names: [String] { values.keys.sorted() }

    /// The values that the trait called `name` may have; empty for any, and for an unknown one.
    func declared(_ name: String) -> [String] { values[name] ?? [] }
}
