import AuditPolicy
import Documents

/// What `policy check` prints.
struct PolicyCheckDocument: Encodable {
    /// What is wrong in one policy and what it extends.
    struct Policy {
        let path: String
        let problems: [PolicyProblem]
        /// How many combinations of traits were tried; `nil` where none was asked for.
        var combinations: Int?
        var contradictions: [TraitContradiction]?

        var isGood: Bool { problems.isEmpty && contradictions?.isEmpty ?? true }
    }

    private struct Report: Encodable {
        let path: String
        let problems: [Problem]
        let combinations: Int?
        let contradictions: [Contradiction]?
    }

    private struct Contradiction: Encodable {
        let path: String
        let line: Int
        let column: Int
        let message: String
        let traits: [String: String]
        let overlays: [OverlayDocument]

        init(_ contradiction: TraitContradiction) {
            path = contradiction.file
            line = contradiction.place.line
            column = contradiction.place.column
            message = contradiction.message
            traits = contradiction.traits.values
            overlays = contradiction.overlays.map { OverlayDocument($0) }
        }
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
                },
                combinations: policy.combinations,
                contradictions: policy.contradictions?.map { Contradiction($0) }
            )
        }
    }
}
