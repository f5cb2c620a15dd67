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
            defer { state = .told(later: counts) }
            if case .quiet = state { return true }
            return false
        }
        guard isFirst else { return }
        flush()
        continueLater()
    }

    /// Tells what is waiting; when it returns, all that was noted before has been told.
    func flush() {
        _ = sendWaiting(orFallQuiet: false)
    }

    private func continueLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { [weak self] in
            guard let self, sendWaiting(orFallQuiet: true) else { return }
            continueLater()
        }
    }

    /// - Returns: whether something was waiting.
    private func sendWaiting(orFallQuiet isLate: Bool) -> Bool {
        tell.withLock { tell in
            let waiting = state.withLock { state -> Counts? in
                guard case .told(let later?) = state else {
                    if isLate { state = .quiet }
                    return nil
                }
                state = .told(later: nil)
                return later
            }
            guard let waiting else { return false }
            tell(
                waiting().sorted { $0.key.rawValue < $1.key.rawValue }.map { entry in
                    OpenHandleCount(protection: entry.key, count: UInt32(clamping: entry.value))
                }
            )
            return true
        }
    }
}
