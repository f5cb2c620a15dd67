/// What `audit rules` prints as JSON.
struct RuleListDocument: Encodable {
    let version = 1
    let rules: [RuleDocument]
}
