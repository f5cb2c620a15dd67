import Dispatch
import ProtectionModel
import Synchronization

/// Tells how many handles are open: the first change at once, those that follow together.
///
/// A mount opens and closes thousands of files a second; nobody looks at the number as often.
final class HandleReport: Sendable {
    typealias Counts = @Sendable () -> [ProtectionClass: Int]

    private enum State {
        /// Nothing was told of late.
        case quiet
        /// Something was, so what comes now waits; `later` has come since.
        case told(later: Counts?)
    }

    private static let pause: DispatchTimeInterval = .milliseconds(20)

    /// Counting and telling go together, lest an older number comes after a newer one.
    private let tell: Mutex<@Sendable ([OpenHandleCount]) -> Void>
    private let state = Mutex(State.quiet)

    init(_ tell: @escaping @Sendable ([OpenHandleCount]) -> Void) {
        self.tell = Mutex(tell)
    }

    /// The number may have changed.
    func note(_ counts: @escaping Counts) {
        let isFirst = state.withLock { state in
            switch state {
            case .quiet:
                state = .told(later: nil)
                return true
            case .told:
                state = .told(later: counts)
                return false
            }
        }
        guard isFirst else { return }
        send(counts)
        continueLater()
    }

    /// Tells what is waiting.
    func flush() {
        let waiting = state.withLock { state -> Counts? in
            guard case .told(let later?) = state else { return nil }
            state = .told(later: nil)
            return later
        }
        if let waiting { send(waiting) }
    }

    private func continueLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { [weak self] in
            self?.goOn()
        }
    }

    private func goOn() {
        let waiting = state.withLock { state -> Counts? in
            guard case .told(let later?) = state else {
                state = .quiet
                return nil
            }
            state = .told(later: nil)
            return later
        }
        guard let waiting else { return }
        send(waiting)
        continueLater()
    }

    private func send(_ counts: Counts) {
        tell.withLock { tell in
            tell(
                counts().sorted { $0.key.rawValue < $1.key.rawValue }.map { entry in
                    OpenHandleCount(protection: entry.key, count: UInt32(clamping: entry.value))
                }
            )
        }
    }
}
