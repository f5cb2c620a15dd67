import ProtectionModel
import Dispatch
import KeyManagement
import Synchronization
import SystemIO

/// Runs what stretches a passcode on a thread of its own, one job at a time, since one derivation
/// may take a gigabyte.
final class PasscodeWorker: Sendable {
    typealias Work = @Sendable () throws -> Void

    private struct Job: Sendable {
        let client: Int
        let request: UInt64
        let work: Work
    }

    private struct State {
        var jobs: [Job] = []
        var isEnding = false
        var isBusy = false
    }

    /// What the thread keeps alive.
    private final class Queue: Sendable {
        let state = Mutex(State())
        let available = DispatchSemaphore(value: 0)
        let inbox: AgentInbox

        init(_ inbox: AgentInbox) { self.inbox = inbox }

        func run() {
            while true {
                available.wait()
                let (job, isEnding) = state.withLock { state -> (Job?, Bool) in
                    guard !state.isEnding, !state.jobs.isEmpty else { return (nil, state.isEnding) }
                    state.isBusy = true
                    return (state.jobs.removeFirst(), false)
                }
                if isEnding { return }
                guard let job else { continue }
                finish(job)
            }
        }

        private func finish(_ job: Job) {
            var failure: ProtectionError?
            do { try job.work() } catch {
                failure = ProtectionError(error, "the passcode")
            }
            // The outcome is there before the worker counts as idle, so it cannot be missed.
            inbox.put(
                AgentInbox.PasscodeOutcome(
                    client: job.client,
                    request: job.request,
                    error: failure
                )
            )
            state.withLock { $0.isBusy = false }
            inbox.wakeUp.signal()
        }
    }

    private let queue: Queue
    private let thread: SystemThread

    /// - Throws: ``SystemError`` when no thread can be started.
    init(_ inbox: AgentInbox) throws(SystemError) {
        let queue = Queue(inbox)
        self.queue = queue
        thread = try SystemThread { queue.run() }
    }

    /// Jobs that wait do not run any more; the one that runs is waited for.
    deinit {
        queue.state.withLock { $0.isEnding = true }
        queue.available.signal()
        thread.finish()
    }

    var isIdle: Bool { queue.state.withLock { $0.jobs.isEmpty && !$0.isBusy } }

    /// Runs `work` after what was submitted before; the outcome goes to the inbox.
    func submit(client: Int, request: UInt64, _ work: @escaping Work) {
        queue.state.withLock {
            $0.jobs.append(Job(client: client, request: request, work: work))
        }
        queue.available.signal()
    }

    /// Forgets what a client that is gone wanted, unless it runs already.
    func cancel(client: Int) {
        queue.state.withLock { $0.jobs.removeAll { $0.client == client } }
    }
}
