import Dispatch
import SodiumCrypto
import Synchronization
import SystemIO

/// A thread that uses a primitive once and then stands still, so that nothing covers its stack.
final class ResidueThread: Sendable {
    private final class Signals: Sendable {
        let done = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        let failure = Mutex<String?>(nil)
    }

    private let signals = Signals()
    private let thread: SystemThread

    /// Returns when the primitive has been used and its secrets are gone.
    init(_ residue: Residue) throws {
        let signals = signals
        thread = try SystemThread {
            do {
                _ = try residue.run(SecureArena())
            } catch {
                signals.failure.withLock { $0 = "\(error)" }
            }
            signals.done.signal()
            signals.end.wait()
        }
        signals.done.wait()
    }

    deinit {
        signals.end.signal()
        thread.finish()
    }

    /// What went wrong.
    var failure: String? { signals.failure.withLock { $0 } }
}
