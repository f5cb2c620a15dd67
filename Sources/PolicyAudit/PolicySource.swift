public import AuditPolicy

/// Where a policy comes from: one that is shipped, a YAML or JSON file, or a text.
public struct PolicySource: Sendable, Hashable {
    enum Origin: Hashable {
        case shipped(ShippedPolicy)
        case file(String)
        case text(String, name: String)
    }

    let origin: Origin

    /// A policy that comes with the library.
    public static func shipped(_ policy: ShippedPolicy) -> PolicySource {
        PolicySource(origin: .shipped(policy))
    }

    /// The file at `path`.
    ///
    /// What it extends by a relative path is looked for beside it.
    public static func file(_ path: String) -> PolicySource {
        PolicySource(origin: .file(path))
    }

    /// A text, called `name` in findings and errors.
    public static func text(_ text: String, named name: String) -> PolicySource {
        PolicySource(origin: .text(text, name: name))
    }
}
