/// Whose device it is.
public enum DeviceAccount: String, Sendable, Hashable, CaseIterable, Codable {
    /// Somebody who may decide.
    case adult
    /// Nobody is signed in: there is no user identifier.
    case signedOut = "none"
    /// A child's account.
    case child
    /// Somebody under 18.
    case under18 = "under-18"
    /// An account that an organisation manages.
    case managed
    /// An account of less than three days.
    case new

    /// Whether applications may not ask for tracking (Apple Support, "If an app asks to track your
    /// activity").
    var isRestricted: Bool {
        switch self {
        case .child, .under18, .managed, .new: true
        case .adult, .signedOut: false
        }
    }
}
