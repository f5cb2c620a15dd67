import FoundationEssentials

/// What one container knows of the user.
struct UserRecord: Sendable, Hashable, Codable {
    let container: String
    let identifier: UUID
    /// Whether others may find the user there.
    var isDiscoverable: Bool
}
