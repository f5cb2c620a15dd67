import KeyManagement
import ProtectionModel
import Synchronization

/// What an observer heard, in words.
final class NoticeLog: Sendable {
    private let lines = Mutex<[String]>([])

    var heard: [String] { lines.withLock { $0 } }

    func note(_ notice: LockNotice) {
        let line =
            switch notice {
            case .event(let event): event.kind.rawValue
            case .willDiscard(let classes): "will-discard \(classes.count)"
            case .didDiscard(let classes): "did-discard \(classes.count)"
            case .willEnd: "will-end"
            case .didEnd: "did-end"
            }
        lines.withLock { $0.append(line) }
    }
}
