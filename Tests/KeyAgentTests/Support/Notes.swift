import KeyManagement
import ProtectionModel
import Synchronization

/// What was noted on any thread, in order.
final class Notes<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var seen: [Value] { values.withLock { $0 } }

    func note(_ value: Value) {
        values.withLock { $0.append(value) }
    }
}

/// What an observer heard, in words.
final class NoticeLog: Sendable {
    private let lines = Notes<String>()

    var heard: [String] { lines.seen }

    func note(_ notice: LockNotice) {
        let line =
            switch notice {
            case .event(let event): event.kind.rawValue
            case .willDiscard(let classes): "will-discard \(classes.count)"
            case .didDiscard(let classes): "did-discard \(classes.count)"
            case .willEnd: "will-end"
            case .didEnd: "did-end"
            }
        lines.note(line)
    }
}
