import KeyManagement
import Synchronization

/// Keys that two threads look at.
final class Boxes: Sendable {
    private let boxes = Mutex<[SecretBox]>([])

    var first: SecretBox? { boxes.withLock { $0.first } }

    func keep(_ box: SecretBox) {
        boxes.withLock { $0.append(box) }
    }
}
