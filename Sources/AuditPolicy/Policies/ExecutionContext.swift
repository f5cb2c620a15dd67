public import ProtectionModel

/// A circumstance in which an app's code runs.
public struct ExecutionContext: Sendable, Hashable {
    /// Its name in policies, such as `notification-service`.
    public let name: String
    /// What it is, for the reader.
    public var title: String
    /// The lock states it may run in.
    public var states: Set<LockState>
    /// Extension points that mean it, such as `com.apple.usernotifications.service`.
    public var extensionPoints: [String]
    /// Values of `UIBackgroundModes` that mean it, such as `voip`.
    public var backgroundModes: [String]

    package init(
        name: String,
        title: String,
        states: Set<LockState>,
        extensionPoints: [String] = [],
        backgroundModes: [String] = []
    ) {
        self.name = name
        self.title = title
        self.states = states
        self.extensionPoints = extensionPoints
        self.backgroundModes = backgroundModes
    }

    /// Whether it may run while the device is locked or was not unlocked since it started.
    public var runsLocked: Bool {
        states.contains(.locked) || states.contains(.beforeFirstUnlock)
    }
}
