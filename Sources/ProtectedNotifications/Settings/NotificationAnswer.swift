/// What comes of an app's request for authorization.
public enum NotificationAuthorizationRequest: Sendable, Hashable {
    /// The prompt is on the screen and waits for an answer; the status is still not determined.
    case prompting
    /// No prompt was shown; this is the status.
    case settled(NotificationAuthorization)
}

/// The user's answer to an app that asks.
public enum NotificationAnswer: String, Sendable, Hashable, CaseIterable {
    case granted, denied
}
