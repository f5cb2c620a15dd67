import Dispatch
import ProtectionModel
import Synchronization
package import SystemIO

/// Listens on the machine's buses for what a device is to lock with, on a thread of its own for each
/// bus, so that one that does not answer holds up no other.
///
/// It gives no key back: that a session is unlocked, or a screen saver gone, is not even asked for.
package final class SessionWatch: Sendable {
    /// Makes a connection to a bus, which has to answer within `patience`.
    package typealias Connect =
        @Sendable (WatchedBus, _ patience: Duration) throws -> any BusConnection
    /// Is told of an event on the thread of its bus, and calls what it is given once the keys are gone.
    package typealias Handler =
        @Sendable (_ event: SessionEvent, _ whenDone: @escaping @Sendable () -> Void) -> Void

    /// How long a watch waits before it tries anew to reach a bus that is gone, or to get a delay of
    /// sleep that was refused: twice as long each time.
    package struct Pauses: Sendable {
        package var first: Duration = .seconds(1)
        package var longest: Duration = .seconds(60)
        /// How long a bus and its services may take for all calls of one occasion together, such as the
        /// start.
        package var patience: Duration = .seconds(5)

        /// The pauses of the tool.
        package init() {}
    }

    private struct State {
        var standings: [WatchedBus: SessionReport.Standing] = [:]
        var delay: SleepDelay?
        var refusesDelay = false
        var delayLimit: Duration?
        var isStopping = false
        var threads: [SystemThread] = []
    }

    private let sources: Set<LockSource>
    private let user: UInt32
    private let pauses: Pauses
    private let elapsed: @Sendable () -> Duration
    private let connect: Connect
    /// One for the thread of each bus that is listened to.
    private let wakeUps: [WatchedBus: WakeUp]
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
        var wakeUps: [WatchedBus: WakeUp] = [:]
        for bus in Set(sources.map(\.bus)) { wakeUps[bus] = try WakeUp() }
        self.wakeUps = wakeUps
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
                refusesDelay: state.refusesDelay,
                delayLimit: state.delayLimit
            )
        }
    }

    /// Begins, and returns when all buses are listened to, or ``Pauses/patience`` has passed.
    ///
    /// From then on a bus that goes is an event, and is tried again until ``stop()``.
    ///
    /// - Throws: `ProtectionError` with `agent-unreachable` when one cannot be listened to; the watch
    ///   has stopped then.
    package func start(_ onEvent: @escaping Handler) throws {
        let opening = Opening()
        do {
            for (bus, wakeUp) in wakeUps {
                let thread = try SystemThread { [self] in run(bus, wakeUp, opening, onEvent) }
                state.withLock { $0.threads.append(thread) }
            }
        } catch {
            stop()
            throw ProtectionError(
                .agentUnreachable,
                "the session cannot be watched: \(error)",
                cause: error
            )
        }
        do { for _ in wakeUps { try opening.wait() } } catch {
            stop()
            throw error
        }
    }

    /// Ends the watch, and lets the machine sleep.
    package func stop() {
        let threads = state.withLock { state in
            state.isStopping = true
            defer { state.threads = [] }
            return state.threads
        }
        wake()
        for thread in threads { thread.finish() }
    }

    /// Makes the watch look at the time now.
    package func wake() { for wakeUp in wakeUps.values { wakeUp.signal() } }
}

// On the thread of a bus.
extension SessionWatch {
    private func run(
        _ bus: WatchedBus,
        _ wakeUp: WakeUp,
        _ opening: Opening,
        _ onEvent: Handler
    ) {
        let watch = BusWatch(
            bus,
            for: sources,
            of: user,
            pauses: pauses,
            elapsed: elapsed,
            connect: connect
        )
        do { try watch.open() } catch { return opening.end(with: error) }
        publish(watch)
        opening.end(with: nil)
        listen(to: watch, wakeUp) { event, whenDone in
            // Whoever hears of it finds it in the report.
            publish(watch)
            onEvent(event, whenDone)
        }
        watch.close()
        publish(watch)
    }

    private func listen(to watch: BusWatch, _ wakeUp: WakeUp, _ tell: BusWatch.Handler) {
        var retry: Retry?
        while goesOn {
            if let present = retry { retry = self.retry(watch, present, tell) }
            watch.retryDelay()
            // From before the loss is told, so that a pause is counted from then at the latest.
            let first = Retry(moment: elapsed() + pauses.first, pause: pauses.first)
            // In any case before the wait: poll does not tell of signals that calls have fetched.
            watch.hear(while: { goesOn }, tell)
            if watch.connection == nil, retry == nil { retry = first }
            publish(watch)
            let deadline = [retry?.moment, watch.delayRetry?.moment].compactMap(\.self).min()
            var entries = [Poll.Entry(wakeUp.descriptor)]
            if let connection = watch.connection { entries.append(connection.entry) }
            // Without poll nothing can be heard; a pause keeps that from being a busy loop.
            if (try? Poll.wait(&entries, timeout: deadline.map { $0 - elapsed() })) == nil {
                SystemTime.sleep(pauses.first)
            }
            wakeUp.clear()
        }
    }

    /// Opens a bus that is gone, when it is time; says when it is tried again, nil once it is there.
    private func retry(_ watch: BusWatch, _ retry: Retry, _ tell: BusWatch.Handler) -> Retry? {
        guard retry.moment <= elapsed() else { return retry }
        let pause = min(retry.pause * 2, pauses.longest)
        let next = Retry(moment: elapsed() + pause, pause: pause)
        do {
            try watch.open()
            tell(.found(watch.bus)) {}
            watch.catchUp(tell)
            return nil
        } catch { return next }
    }

    private var goesOn: Bool { state.withLock { !$0.isStopping } }

    private func publish(_ watch: BusWatch) {
        state.withLock { state in
            state.standings[watch.bus] = watch.standing
            guard watch.bus == .system else { return }
            state.delay = watch.delay
            state.refusesDelay = watch.delayRetry != nil
            state.delayLimit = watch.delayLimit
        }
    }
}

/// When something is tried again, and how long that pause is.
struct Retry {
    let moment: Duration
    let pause: Duration
}

/// Tells who starts a watch how that went, bus by bus.
private final class Opening: Sendable {
    private let outcomes = Mutex<[(any Error)?]>([])
    private let isOver = DispatchSemaphore(value: 0)

    func end(with error: (any Error)?) {
        outcomes.withLock { $0.append(error) }
        isOver.signal()
    }

    /// Waits for one of them.
    func wait() throws {
        isOver.wait()
        if let failure = outcomes.withLock({ $0.removeFirst() }) { throw failure }
    }
}
