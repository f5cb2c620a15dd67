import AuditRules
import ProtectionModel
import Documents

/// Names of rules that the user gives.
enum RuleName {
    /// The rule called `id`.
    ///
    /// - Throws: `ToolError` with the names nearest to it.
    static func description(of id: String) throws -> RuleDescription {
        if let known = RuleCatalogue.description(of: id) { return known }
        let near = nearest(to: id)
        throw ToolError(
            .invalidArgument,
            "unknown rule '\(id)'",
            hint: near.isEmpty
                ? "'protectctl audit rules' lists them"
                : "did you mean \(near.joined(separator: ", "))?"
        )
    }

    /// At most five: the one that is spelled nearly like it and those with the same mnemonic, else
    /// those of the same group.
    private static func nearest(to id: String) -> [String] {
        let names = RuleCatalogue.descriptions.map(\.id)
        let parts = id.split(separator: ".", maxSplits: 1).map { String($0) }
        let spelled = EditDistance.nearest(to: id, among: names)
        let alike = names.filter { name in
            name == spelled || parts.last.map { name.hasSuffix("." + $0) } ?? false
        }
        guard alike.isEmpty else { return Array(alike.prefix(5)) }
        return Array(names.filter { $0.hasPrefix((parts.first ?? "") + ".") }.prefix(5))
    }
}
