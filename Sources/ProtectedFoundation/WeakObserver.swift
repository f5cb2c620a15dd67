import ProtectedStore

/// Passes on what a mirror is to hear without keeping it: the device would keep it for ever.
final class WeakObserver: OperationObserver {
    private weak let mirror: NameMirror?

    init(_ mirror: NameMirror) { self.mirror = mirror }

    func willPerform(_ operation: FileOperation) {}

    func didPerform(_ operation: FileOperation, _ failure: ProtectionError?) {
        mirror?.didPerform(operation, failure)
    }
}
