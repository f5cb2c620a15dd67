package import KeyManagement

/// Keeps an observer of a ``Device`` registered; ends with the object or when cancelled.
public final class DeviceObservation: Sendable {
    private let observation: LockObservation

    /// Wraps the observation of a holder of keys.
    package init(_ observation: LockObservation) {
        self.observation = observation
    }

    /// No event arrives after this returns, except one already under way.
    public func cancel() {
        observation.cancel()
    }
}
