/// What the user says to an application that asks for tracking.
public enum TrackingAnswer: String, Sendable, Hashable, CaseIterable, Codable {
    /// Allow.
    case authorized
    /// Ask the application not to track.
    case denied

    /// The status it leads to.
    var status: TrackingStatus {
        switch self {
        case .authorized: .authorized
        case .denied: .denied
        }
    }
}
