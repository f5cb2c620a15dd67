import AuditPolicy
import ProtectionModel

extension ErrorReport {
    /// The first of what is wrong in policies, and how much more there is.
    init(_ error: PolicyError) {
        let first = error.problems.first
        let others = error.problems.count - 1
        self.init(
            ErrorCode(.malformedPolicy),
            (first.map { "\($0)" } ?? "a policy cannot be read")
                + (others > 0 ? " (and \(others) more)" : ""),
            path: first?.file,
            hint: others > 0 ? "'protectctl policy check' names all of them" : nil
        )
    }
}
