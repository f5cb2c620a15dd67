import AuditPolicy
import Documents

/// What `policy check` prints.
struct PolicyCheckDocument: Encodable {
    /// What is wrong in one policy and what it extends.
    struct Policy {
        let path: String
        let problems: [PolicyProblem]
    }

    private struct Report: Encodable {
        let path: String
        let problems: [Problem]
    }

    private struct Problem: Encodable {
        let path: String
        let line: Int
        let column: Int
        let message: String
    }

    private let version = 1
    private let policies: [Report]

    init(policies: [Policy]) {
        self.policies = policies.map { policy in
            Report(
                path: policy.path,
                problems: policy.problems.map {
                    Problem(
                        path: $0.file,
                        line: $0.location.line,
                        column: $0.location.column,
                        message: $0.message
                    )
                }
            )
        }
    }
}
