import AuditFacts

extension UnreadInput {
    /// The file at `path`, which breaks its format's rules at the flaw's place.
    init(path: String, _ flaw: SourceFlaw) {
        self.init(path: path, place: flaw.place, reason: .malformed, message: flaw.message)
    }
}
