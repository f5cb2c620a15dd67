import AuditPolicy
import Testing

/// Policies in memory: a root and files it may extend.
struct PolicyDesk {
    static let rules: Set<String> = ["store.class-none", "store.log-personal", "keychain.always"]
    private struct Missing: Error {}

    var files: [String: String] = [:]

    /// The stack of `text`, which is called `app.yml`.
    func stack(_ text: String, knownRules: Set<String>? = rules) throws -> PolicyStack {
        let files = files
        let reader = PolicyReader(knownRules: knownRules) { path in
            guard let text = files[path] else { throw Missing() }
            return Array(text.utf8)
        }
        return try reader.read([PolicyText(file: "app.yml", Array(text.utf8))])
    }

    /// The effective policy of `text`, a whole document.
    func policy(_ text: String, under traits: TraitCollection = [:]) throws -> Policy {
        try stack(text).policy(under: traits)
    }

    /// What is wrong in `text`.
    func problems(_ text: String) -> [String] {
        do {
            _ = try stack(text)
            return []
        } catch {
            return (error as? PolicyError)?.problems.map(\.description) ?? ["\(error)"]
        }
    }
}
