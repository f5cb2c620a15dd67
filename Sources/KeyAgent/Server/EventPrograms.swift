import Dispatch
package import KeyManagement
package import Logging
package import ProtectionModel
import Synchronization
import SystemIO

/// Runs programs when a device locks and unlocks: one at a time, on a thread of its own, so that
/// none of them holds a lock up.
///
/// Of several events that come while a program runs, the last of each kind counts, in their order.
package final class EventPrograms: Sendable {
    /// When a program runs.
    package enum Occasion: Sendable, Hashable {
        /// A lock has begun; keys may be there still.
        case lock
        /// An unlock is done.
        case unlock

        /// Nil for an event that nothing is run at.
        init?(_ kind: DeviceEvent.Kind) {
            switch kind {
            case .willBecomeUnavailable: self = .lock
            case .didBecomeAvailable: self = .unlock
            default: return nil
            }
        }
    }

    private struct State {
        var events: [(occasion: Occasion, event: DeviceEvent)] = []
        var isEnding = false
    }

    /// What the thread keeps alive.
    private final class Runner: Sendable {
        let commands: [Occasion: String]
        let environment: [String: String]
        let limit: Duration
        let elapsed: @Sendable () -> Duration
        let input: @Sendable (DeviceEvent) -> [UInt8]
        let logger: Logger
        let state = Mutex(State())
        let available = DispatchSemaphore(value: 0)
        let end: WakeUp

        init(
            _ commands: [Occasion: String],
            _ environment: [String: String],
            _ limit: Duration,
            _ elapsed: @escaping @Sendable () -> Duration,
            _ input: @escaping @Sendable (DeviceEvent) -> [UInt8],
            _ logger: Logger
        ) throws(SystemError) {
            self.commands = commands
            self.environment = environment
            self.limit = limit
            self.elapsed = elapsed
            self.input = input
            self.logger = logger
            end = try WakeUp()
        }

        var isEnding: Bool { state.withLock { $0.isEnding } }

        func run() {
            while true {
                available.wait()
                if isEnding { return }
                let next = state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
                if let (occasion, event) = next { run(occasion, event) }
            }
        }

        private func run(_ occasion: Occasion, _ event: DeviceEvent) {
            guard let command = commands[occasion] else { return }
            do {
                var group = try ProcessGroup(
                    ["/bin/sh", "-c", command],
                    environment: environment,
                    input: input(event),
                    outputLimit: EventPrograms.outputLimit
                )
                guard let status = try wait(for: &group) else {
                    return tell("A program of the device was ended", occasion, [:])
                }
                guard status != 0 else { return }
                tell("A program of the device failed", occasion, ["status": "\(status)"])
            } catch {
                tell("A program of the device could not be run", occasion, ["why": "\(error)"])
            }
        }

        /// The status it ends with; nil when it had to be killed.
        private func wait(for group: inout ProcessGroup) throws -> Int32? {
            let deadline = elapsed() + limit
            while !isEnding {
                let rest = deadline - elapsed()
                guard rest > .zero else { break }
                for case .ended(let status, _) in try group.wait(for: rest, or: end) {
                    return status
                }
            }
            group.finish(within: .seconds(1))
            return nil
        }

        private func tell(
            _ message: Logger.Message,
            _ occasion: Occasion,
            _ facts: Logger.Metadata
        ) {
            logger.warning(message, metadata: facts.merging(["at": "\(occasion)"]) { $1 })
        }
    }

    /// What a program may write to its standard output, which nobody reads, in bytes.
    private static let outputLimit = 1_048_576

    private let runner: Runner
    private let thread: SystemThread

    /// Gets ready to run `commands` by `/bin/sh -c`, each with what `input` makes of its event on
    /// standard input, and `environment` as its variables.
    ///
    /// One that still runs after `limit`, measured by `elapsed`, is killed with its group; that clock
    /// should stand still while the machine is suspended.
    ///
    /// - Throws: ``SystemError``.
    package init(
        _ commands: [Occasion: String],
        environment: [String: String],
        limit: Duration = .seconds(10),
        elapsed: @escaping @Sendable () -> Duration,
        logger: Logger,
        input: @escaping @Sendable (DeviceEvent) -> [UInt8]
    ) throws {
        let runner = try Runner(commands, environment, limit, elapsed, input, logger)
        self.runner = runner
        thread = try SystemThread { runner.run() }
    }

    /// What runs is killed, and what waits is not run any more.
    deinit {
        runner.state.withLock { $0.isEnding = true }
        runner.end.signal()
        runner.available.signal()
        thread.finish()
    }

    /// For an observer of the device; returns at once.
    package func note(_ notice: LockNotice) {
        guard case .event(let event) = notice, let occasion = Occasion(event.kind) else { return }
        runner.state.withLock { state in
            state.events.removeAll { $0.occasion == occasion }
            state.events.append((occasion, event))
        }
        runner.available.signal()
    }
}
