import ProtectedStore
import ProtectionTesting
import Synchronization

/// What a test keeps longer than it should.
final class Kept: Sendable {
    private let state = Mutex<(device: TestDevice?, handle: ProtectedFile?)>((nil, nil))

    var device: TestDevice? {
        get { state.withLock { $0.device } }
        set { state.withLock { $0.device = newValue } }
    }

    var handle: ProtectedFile? {
        get { state.withLock { $0.handle } }
        set { state.withLock { $0.handle = newValue } }
    }
}
