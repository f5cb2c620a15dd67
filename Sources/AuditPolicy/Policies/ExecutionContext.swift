package import ProtectionModel

/// A circumstance in which an app's code runs.
package struct ExecutionContext: Sendable, Hashable {
    /// Its name in policies, such as `notification-service`.
    package let name: String
    /// What it is, for the reader.
    package var title: String
    /// The lock states it may run in.
    package var states: Set<LockState>
    /// Extension points that mean it, such as `com.apple.usernotifications.service`.
    package var extensionPoints: [String]
    /// Values of `UIBackgroundModes` that mean it, such as `voip`.
    package var backgroundModes: [String]
    /// Whether a text took it out, and a later one may bring it back; never in a policy that is
    /// in effect.
    var isAbsent = false

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
    package var runsLocked: Bool {
        states.contains(.locked) || states.contains(.beforeFirstUnlock)
    }
}
