/// What `audit explain` prints as JSON.
struct RulePageDocument: Encodable {
    let version = 1
    let rule: RuleDocument
    let examples: [Example]

    /// Files with what the rule reports in them.
    struct Example: Encodable {
        let title: String
        let files: [String: String]
        let policy: String
        let findings: [String]
    }
}
