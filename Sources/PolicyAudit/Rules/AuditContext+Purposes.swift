extension AuditContext {
    /// An app or extension that runs the file at `path` and whose Info.plist has no text under
    /// `key` in a release; `nil` where all have one, or nothing is known to run it.
    package func host(of path: String, lacking key: String) -> Target? {
        graph.hosts(of: path).first { target in
            target.releases.contains { configuration in
                guard let info = configuration.info else { return false }
                return info[key]?.string.map(\.isEmpty) ?? true
            }
        }
    }
}
