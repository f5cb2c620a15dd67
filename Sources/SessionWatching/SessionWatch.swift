import Dispatch
import ProtectionModel
import Synchronization
package import SystemIO

/// Listens on the machine's buses for what a device is to lock with, on a thread of its own.
///
/// It gives no key back: that a session is unlocked, or a screen saver gone, is not even asked for.
package final class SessionWatch: Sendable {
    /// Makes a connection to a bus.
    package typealias Connect = @Sendable (WatchedBus) throws -> any BusConnection
    /// Is told of an event on the watch's thread, and calls what it is given once the keys are gone.
    package typealias Handler =
        @Sendable (_ event: SessionEvent, _ whenDone: @escaping @Sendable () -> Void) -> Void

    /// How long a watch waits before it tries anew to reach a bus that is gone: twice as long each
    /// time.
    package struct Pauses: Sendable {
        package var first: Duration = .seconds(1)
        package var longest: Duration = .seconds(60)

        /// The pauses of the tool.
        package init() {}
    }

    private struct State {
        var standings: [WatchedBus: SessionReport.Standing] = [:]
        var delay: SleepDelay?
        var delayLimit: Duration?
        var isStopping = false
        var thread: SystemThread?
    }

    private let sources: Set<LockSource>
    private let user: UInt32
    private let pauses: Pauses
    private let elapsed: @Sendable () -> Duration
    private let connect: Connect
    private let wakeUp: WakeUp
    private let state = Mutex(State())

    /// A watch for what `sources` tell about `user`, who owns the device; `elapsed` measures the
    /// pauses, and never runs backwards.
    ///
    /// - Throws: ``SystemError``.
    package init(
        _ sources: Set<LockSource>,
        of user: UInt32,
        pauses: Pauses = Pauses(),
        elapsed: @escaping @Sendable () -> Duration,
        connect: @escaping Connect
    ) throws(SystemError) {
        self.sources = sources
        self.user = user
        self.pauses = pauses
        self.elapsed = elapsed
        self.connect = connect
        wakeUp = try WakeUp()
    }

    /// How it stands with what is followed.
    package var report: SessionReport {
        state.withLock { state in
            SessionReport(
                followed: LockSource.allCases.filter(sources.contains).map { source in
                    SessionReport.Followed(
                        source: source,
                        standing: state.standings[source.bus] ?? .lost
                    )
                },
                delaysSleep: state.delay?.isHeld == true,
                delayLimit: state.delayLimit
            )
        }
    }

    /// Begins, and returns when all buses are listened to.
    ///
    /// From then on a bus that goes is an event, and is tried again until ``stop()``.
    ///
    /// - Throws: `ProtectionError` with `agent-unreachable` when one cannot be listened to.
    package func start(_ onEvent: @escaping Handler) throws {
        let opening = Opening()
        let thread: SystemThread
        do { thread = try SystemThread { [self] in run(opening, onEvent) } } catch {
            throw ProtectionError(
                .agentUnreachable,
                "the session cannot be watched: \(error)",
                cause: error
            )
        }
        do { try opening.wait() } catch {
            thread.finish()
            throw error
        }
        state.withLock { $0.thread = thread }
    }

    /// Ends the watch, and lets the machine sleep.
    package func stop() {
        let thread = state.withLock { state in
            state.isStopping = true
            defer { state.thread = nil }
            return state.thread
        }
        wakeUp.signal()
        thread?.finish()
    }

    /// Makes the watch look at the time now.
    package func wake() { wakeUp.signal() }
}

// On the watch's thread.
extension SessionWatch {
    private func run(_ opening: Opening, _ onEvent: Handler) {
        let buses = Set(sources.map(\.bus))
        let watches = WatchedBus.allCases.filter(buses.contains).map {
            BusWatch($0, for: sources, of: user, connect: connect)
        }
        do {
            for watch in watches { try watch.open() }
        } catch {
            opening.end(with: error)
            return
        }
        publish(watches)
        opening.end(with: nil)
        listen(to: watches) { event, whenDone in
            // Whoever hears of it finds it in the report.
            publish(watches)
            onEvent(event, whenDone)
        }
        for watch in watches { watch.close() }
        publish(watches)
    }

    private func listen(to watches: [BusWatch], _ tell: BusWatch.Handler) {
        var retries: [WatchedBus: Retry] = [:]
        while goesOn {
            for watch in watches {
                if let present = retries[watch.bus] {
                    retries[watch.bus] = retry(watch, present, tell)
                }
                // From before the loss is told, so that a pause is counted from then at the latest.
                let first = Retry(moment: elapsed() + pauses.first, pause: pauses.first)
                // In any case before the wait: poll does not tell of signals that calls have fetched.
                watch.hear(while: { goesOn }, tell)
                if watch.connection == nil, retries[watch.bus] == nil {
                    retries[watch.bus] = first
                }
            }
            publish(watches)
            let deadline = retries.values.map(\.moment).min()
            let entries = watches.compactMap { $0.connection?.entry }
            var all = [Poll.Entry(wakeUp.descriptor)] + entries
            // Without poll nothing can be heard; a pause keeps that from being a busy loop.
            if (try? Poll.wait(&all, timeout: deadline.map { $0 - elapsed() })) == nil {
                SystemTime.sleep(pauses.first)
            }
            wakeUp.clear()
        }
    }

    /// Opens a bus that is gone, when it is time; says when it is tried again, nil once it is there.
    private func retry(_ watch: BusWatch, _ retry: Retry, _ tell: BusWatch.Handler) -> Retry? {
        guard retry.moment <= elapsed() else { return retry }
        do {
            try watch.open()
            tell(.found(watch.bus)) {}
            watch.catchUp(tell)
            return nil
        } catch {
            let pause = min(retry.pause * 2, pauses.longest)
            return Retry(moment: elapsed() + pause, pause: pause)
        }
    }

    private var goesOn: Bool { state.withLock { !$0.isStopping } }

    private func publish(_ watches: [BusWatch]) {
        state.withLock { state in
            for watch in watches {
                state.standings[watch.bus] = watch.standing
                guard watch.bus == .system else { continue }
                state.delay = watch.delay
                state.delayLimit = watch.delayLimit
            }
        }
    }
}

/// When a bus is tried again, and how long that pause is.
private struct Retry {
    let moment: Duration
    let pause: Duration
}

/// Tells who starts a watch how that went.
private final class Opening: Sendable {
    private let failure = Mutex<(any Error)?>(nil)
    private let isOver = DispatchSemaphore(value: 0)

    func end(with error: (any Error)?) {
        failure.withLock { $0 = error }
        isOver.signal()
    }

    func wait() throws {
        isOver.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
