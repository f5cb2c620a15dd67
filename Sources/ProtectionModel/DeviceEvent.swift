/// Something that happened to a device, for `watch`, scenarios and observers.
public struct DeviceEvent: Sendable, Hashable {
    /// What happened; raw values are the names that `protectctl watch` prints.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The device was started.
        case booted
        /// The first unlock since the boot; comes just before `didBecomeAvailable`.
        case firstUnlock = "first-unlock"
        /// The device locks; no key is gone yet, and synchronous observers may still read.
        case willBecomeUnavailable = "will-become-unavailable"
        /// The grace is over and the keys are wiped.
        case becameUnavailable = "became-unavailable"
        /// Every unlock after a lock, also inside the grace.
        case didBecomeAvailable = "did-become-available"
        /// The device was switched off.
        case shutdown
        /// The device was restarted, by a person or after too long without the user.
        case rebooted
        /// A passcode was set, changed or removed.
        case passcodeChanged = "passcode-changed"
        /// The key that everything hangs on was destroyed.
        case erased
    }

    /// What happened.
    public let kind: Kind
    /// The state after the event.
    public let state: LockState
    /// When, by the wall clock.
    public let at: Timestamp

    /// Describes an event.
    public init(_ kind: Kind, state: LockState, at: Timestamp) {
        self.kind = kind
        self.state = state
        self.at = at
    }
}
