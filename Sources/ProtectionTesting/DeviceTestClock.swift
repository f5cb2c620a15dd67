import DeviceSimulation
import KeyManagement
import ProtectionModel
import Synchronization

/// The clock of a test device: it stands still until the device's time is moved, which wakes sleepers.
///
/// Hand it to code that takes `any Clock<Duration>`.
public final class DeviceTestClock: Clock, Sendable {
    /// A moment, counted from the making of the first device.
    public struct Instant: InstantProtocol, Sendable {
        /// Time since then.
        public let offset: Duration

        /// Names a moment.
        public init(offset: Duration) { self.offset = offset }

        /// A later moment.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// How long it is to another moment.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Earlier comes first.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
    }

    private let simulation: SimulatedDevice
    private let state = Mutex(State())

    init(_ simulation: SimulatedDevice) {
        self.simulation = simulation
        simulation.clock.follow { [weak self] in self?.wake() }
    }

    /// The present moment.
    public var now: Instant { Instant(offset: simulation.clock.now()) }

    /// Exact.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many wait for a later moment: a test that moves the time waits until its code is among them.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// When the first of those wakes that wait; nil when nobody does.
    var nextDeadline: Duration? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

    /// Waits until the time was moved to `deadline`.
    ///
    /// - Throws: `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline.offset <= simulation.clock.now() { return .success(()) }
                    state.sleepers[id] = Sleeper(
                        deadline: deadline.offset,
                        continuation: continuation
                    )
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state in
            // It may not sleep yet.
            if state.sleepers[id] == nil { state.cancelled.insert(id) }
            return state.sleepers.removeValue(forKey: id)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    /// Moves the time: what the device has to do is done first, then tasks that slept long enough wake, the
    /// earliest first.
    func advance(by duration: Duration) { simulation.advance(by: duration) }

    private func wake() {
        let now = simulation.clock.now()
        let due = state.withLock { state in
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for (_, sleeper) in due { sleeper.continuation.resume() }
    }
}
