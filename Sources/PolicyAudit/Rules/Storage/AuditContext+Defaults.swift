extension AuditContext {
    /// What is kept in `UserDefaults` and is of `sensitivity`.
    func observations(ofDefaults sensitivity: Sensitivity) -> [Observation] {
        DefaultsWrites.all(in: code).compactMap { write in
            guard let found = write.sensitivity(self), found.match.sensitivity == sensitivity else {
                return nil
            }
            return Observation(
                "'\(found.name)' is kept in UserDefaults",
                confidence: .medium,
                path: write.path,
                span: write.span
            )
        }
    }
}
