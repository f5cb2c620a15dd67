/// What an application may read about tracking.
///
/// Raw values are Apple's (`ATTrackingManager.AuthorizationStatus`).
public enum TrackingStatus: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The user was not asked, or has not answered.
    case notDetermined = 0
    /// The user cannot be asked.
    case restricted = 1
    /// The user said no.
    case denied = 2
    /// The user said yes.
    case authorized = 3

    /// The word, such as `not-determined`.
    public var description: String {
        switch self {
        case .notDetermined: "not-determined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "authorized"
        }
    }
}
