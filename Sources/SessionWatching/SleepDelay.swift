import Synchronization
import SystemIO

/// Makes sleep wait, until it is ended or gone: an inhibitor lock of logind's.
final class SleepDelay: Sendable {
    private let inhibitor: Mutex<BusDescriptor?>

    init(_ inhibitor: BusDescriptor) { self.inhibitor = Mutex(inhibitor) }

    /// Whether sleep still waits.
    var isHeld: Bool { inhibitor.withLock { $0 != nil } }

    /// Lets the machine sleep, from any thread.
    func end() { inhibitor.withLock { $0 = nil } }
}
