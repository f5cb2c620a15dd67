/// The time a device lives by; injected, so that tests and simulations need no waiting.
public protocol DeviceClock: Sendable {
    /// Time since some fixed start, which goes on while the machine is suspended.
    func now() -> Duration
    /// The wall clock, for events and file times only: it may jump.
    func wallTime() -> Timestamp
}
