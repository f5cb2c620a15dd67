package import DeviceIdentifiers

/// Pushes for a device that cannot be reached: the newest of each app waits, and those before it are gone.
///
/// (Apple, "Setting up a remote notification server": APNs stores one notification of an app for a device.)
package struct WaitingPushes: Sendable, Hashable {
    /// A push that waits.
    package struct Push: Sendable, Hashable {
        /// Whose it is.
        package let application: BundleIdentifier
        /// What was sent.
        package let payload: RemotePayload
    }

    private var pushes: [Push] = []

    /// Nothing waits.
    package init() {}

    /// Keeps a push in the place of the one of its app that waits.
    package mutating func add(_ payload: RemotePayload, for application: BundleIdentifier) {
        pushes.removeAll { $0.application == application }
        pushes.append(Push(application: application, payload: payload))
    }

    /// Hands over what waits, in the order in which it was sent.
    package mutating func take() -> [Push] {
        defer { pushes = [] }
        return pushes
    }
}
