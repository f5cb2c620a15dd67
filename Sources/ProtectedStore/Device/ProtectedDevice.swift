package import KeyManagement
public import ProtectionModel

/// A device whose keys are in this process, real or simulated: what a view of its files needs.
///
/// Two implementations: ``Device``, and the simulated one of the testing library. Code that takes a
/// `ProtectedDevice` cannot tell them apart.
public protocol ProtectedDevice: AnyObject, Sendable {
    /// The files, there while the device is on; another object after a crash.
    var files: FileStore { get throws(ProtectionError) }
    /// What the device keeps of its own, such as settings and identifiers.
    var documents: DeviceDocuments { get }
    /// Where the device stands now.
    var state: LockState { get throws(ProtectionError) }
    /// What `isProtectedDataAvailable` answers on iOS: false from the lock on, also in the grace.
    var isProtectedDataAvailable: Bool { get throws(ProtectionError) }
    /// Whether files of a class can be opened now.
    ///
    /// - Throws: ``ProtectionError`` with `internal-error`.
    func isReadable(_ protection: ProtectionClass) throws(ProtectionError) -> Bool
    /// Calls `observer` at every event, synchronously: at `willBecomeUnavailable` no key is gone.
    ///
    /// It may use files; it must not lock, unlock or end the device.
    func observe(_ observer: @escaping @Sendable (DeviceEvent) -> Void) -> DeviceObservation
}

extension Device: ProtectedDevice {}

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
