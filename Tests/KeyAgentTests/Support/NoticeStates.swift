import ProtectionModel
import Synchronization

/// The lock states that were seen.
final class NoticeStates: Sendable {
    private let states = Mutex<[LockState?]>([])

    var seen: [LockState?] { states.withLock { $0 } }

    func note(_ state: LockState?) {
        states.withLock { $0.append(state) }
    }
}
