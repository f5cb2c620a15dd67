import FoundationEssentials

/// That an application asked, and what the user said.
struct TrackingRecord: Sendable, Hashable, Codable {
    let app: BundleIdentifier
    /// The installation that asked: a later one may ask anew.
    let installation: UUID
    /// Nil while the prompt waits.
    var answer: TrackingAnswer?
}
