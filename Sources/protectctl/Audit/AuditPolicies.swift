import AuditPolicy
import PolicyAudit

/// The policies of an audit, with the texts that findings about it stand in.
///
/// Files have the names that the user gave them while they are read, and afterwards, in reports,
/// paths relative to the audited root.
struct AuditPolicies {
    let policies: TraitPolicies
    /// What was asked for, and what it was asked of.
    let asked: TraitCollection
    let stack: PolicyStack
    private let texts: [String: [UInt8]]

    /// Reads the policies that `words` name; none is `.protectctl.yml` in the folder `root`, else
    /// `baseline`.
    ///
    /// - Throws: `ToolError` for a policy that cannot be read, `PolicyError` for what is wrong in
    ///   one.
    init(_ words: [String], root: String, traits: TraitOptions) throws {
        let input = PolicyInput()
        let stack = try input.stack(words, in: root)
        asked = try traits.values(for: stack)
        self.stack = stack
        let texts = input.texts
        policies = TraitPolicies(stack, asked: asked) { file in
            texts[file] == nil ? file : Self.relative(file, to: root)
        }
        self.texts = Dictionary(
            texts.map { (Self.relative($0.key, to: root), $0.value) }
        ) { first, _ in first }
    }

    /// The text of a policy by its name in reports.
    func text(_ name: String) -> [UInt8]? {
        texts[name] ?? ShippedPolicy(rawValue: name)?.text
    }

    private static func relative(_ file: String, to root: String) -> String {
        let names = HostPath.absolute(file).split(separator: "/")
        let folders = root.split(separator: "/")
        let common = zip(names, folders).prefix { $0 == $1 }.count
        let up = Array(repeating: Substring(".."), count: folders.count - common)
        return (up + names[common...]).joined(separator: "/")
    }
}
