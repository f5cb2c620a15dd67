/// What came of an application's request.
public enum TrackingRequest: Sendable, Hashable {
    /// The prompt is on the screen and waits for an answer; the status is still not determined.
    case prompting
    /// No prompt was shown; this is the status.
    case settled(TrackingStatus)

    /// The status after the request.
    public var status: TrackingStatus {
        switch self {
        case .prompting: .notDetermined
        case .settled(let status): status
        }
    }
}
