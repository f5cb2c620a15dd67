import StructuredText

extension AuditContext {
    /// An app or extension for iOS that runs the file at `path` and whose Info.plist has no text
    /// under `key` in a release; `nil` where all have one, or nothing is known to run it.
    package func host(of path: String, lacking key: String) -> Target? {
        graph.hosts(of: path).filter(\.isProcess).first { target in
            target.releases.contains { configuration in
                configuration.info.map { !$0.hasText(under: key) } ?? false
            }
        }
    }
}

extension TextNode {
    /// Whether there is a text under `key` that is more than spaces, or a dictionary with entries.
    func hasText(under key: String) -> Bool {
        guard let value = self[key] else { return false }
        if let text = value.string { return !text.allSatisfy(\.isWhitespace) }
        return value.entries?.isEmpty == false
    }
}
