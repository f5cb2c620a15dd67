import Synchronization

/// A clock that stands still until it is moved.
final class StandingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        // Not zero, so that nobody takes the clock's time for a run's.
        var now = Duration.seconds(1_000)
        var lastSleeper = 0
        var sleepers: [Int: (deadline: Duration, waiting: CheckedContinuation<Void, any Error>)] =
            [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    var now: Instant { Instant(offset: state.withLock { $0.now }) }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// How many have gone to sleep so far.
    var sleepCount: Int { state.withLock { $0.lastSleeper } }

    /// Moves it to a time, counted from its beginning; back it does not go.
    func move(to time: Duration) {
        let due = state.withLock { state in
            state.now = max(state.now, .seconds(1_000) + time)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.waiting)
        }
        due.forEach { $0.resume() }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if deadline.offset <= state.now { return .success(()) }
                    state.sleepers[id] = (deadline.offset, waiting)
                    return nil
                }
                if let outcome { waiting.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.waiting.resume(throwing: CancellationError())
        }
    }
}

/// Something that happens once, which tasks and threads wait for.
final class Happening: Sendable {
    private struct State {
        var hasHappened = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var hasHappened: Bool { state.withLock { $0.hasHappened } }

    func happen() {
        let waiting = state.withLock { state in
            state.hasHappened = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isPast = state.withLock { state in
                if !state.hasHappened { state.waiting.append(continuation) }
                return state.hasHappened
            }
            if isPast { continuation.resume() }
        }
    }
}
