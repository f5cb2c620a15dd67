/// What rules may ask: the facts, the policy and what follows from both.
package struct AuditContext: Sendable {
    /// What was read.
    package let facts: AuditFacts
    /// What is demanded.
    package let policy: Policy
    /// Calls, constants and declarations of the app's own sources.
    package let code: CodeIndex
    /// The day that end dates are compared with, `YYYY-MM-DD`.
    package let today: String
}
