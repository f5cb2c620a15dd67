import Synchronization

/// Answers an observer noted down.
final class NoticeFlags: Sendable {
    private let flags = Mutex<[Bool]>([])

    var seen: [Bool] { flags.withLock { $0 } }

    func note(_ flag: Bool) {
        flags.withLock { $0.append(flag) }
    }
}
