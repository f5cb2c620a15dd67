/// How sure a finding is.
public enum Confidence: String, Sendable, Hashable, CaseIterable {
    /// Rests on names alone.
    case low
    /// Rests on what code says, with a part that could not be resolved.
    case medium
    /// Everything it rests on was resolved.
    case high
}
