import ProtectionModel
import KeyManagement
import Synchronization
import SystemIO

/// What other threads, and observers on any thread, leave for the agent's loop.
final class AgentInbox: Sendable {
    /// A notice and the lock epoch at its time.
    struct StampedNotice: Sendable {
        let notice: AgentNotice
        let epoch: UInt64
    }

    /// How a passcode request ended.
    struct PasscodeOutcome: Sendable {
        let client: Int
        let request: UInt64
        let error: ProtectionError?
    }

    private struct State {
        var notices: [StampedNotice] = []
        var outcomes: [PasscodeOutcome] = []
        var completions: [@Sendable () -> Void] = []
        var isStopping = false
        var hasDirectoryChanged = false
        var hasSocketFolderChanged = false
    }

    private let state = Mutex(State())
    let wakeUp: WakeUp

    init() throws(SystemError) {
        wakeUp = try WakeUp()
    }

    /// Whether everything was taken.
    var isEmpty: Bool {
        state.withLock {
            $0.notices.isEmpty && $0.outcomes.isEmpty && $0.completions.isEmpty
        }
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    func noteDirectoryChange() {
        state.withLock { $0.hasDirectoryChanged = true }
        wakeUp.signal()
    }

    /// Whether something in the device directory was removed or replaced since the last call.
    func takeDirectoryChange() -> Bool {
        state.withLock { state in
            defer { state.hasDirectoryChanged = false }
            return state.hasDirectoryChanged
        }
    }

    func noteSocketFolderChange() {
        state.withLock { $0.hasSocketFolderChanged = true }
        wakeUp.signal()
    }

    /// Whether something in the socket's folder was removed or replaced since the last call.
    func takeSocketFolderChange() -> Bool {
        state.withLock { state in
            defer { state.hasSocketFolderChanged = false }
            return state.hasSocketFolderChanged
        }
    }

    func put(_ notice: AgentNotice, epoch: UInt64) {
        state.withLock { $0.notices.append(StampedNotice(notice: notice, epoch: epoch)) }
        wakeUp.signal()
    }

    func put(_ outcome: PasscodeOutcome) {
        state.withLock { $0.outcomes.append(outcome) }
        wakeUp.signal()
    }

    /// Has something called once all notices that are here by now are acknowledged.
    func put(afterAcknowledgement completion: @escaping @Sendable () -> Void) {
        state.withLock { $0.completions.append(completion) }
        wakeUp.signal()
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        wakeUp.signal()
    }

    /// Takes, in order, the notices up to and including an epoch.
    func takeNotices(upTo epoch: UInt64 = .max) -> [StampedNotice] {
        state.withLock { state in
            let end = state.notices.firstIndex { $0.epoch > epoch } ?? state.notices.count
            let taken = Array(state.notices[..<end])
            state.notices.removeFirst(end)
            return taken
        }
    }

    func takeCompletions() -> [@Sendable () -> Void] {
        state.withLock { state in
            defer { state.completions = [] }
            return state.completions
        }
    }

    func takeOutcomes() -> [PasscodeOutcome] {
        state.withLock { state in
            defer { state.outcomes = [] }
            return state.outcomes
        }
    }
}
