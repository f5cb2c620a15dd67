import KeyManagement
import ProtectionModel
import Synchronization

/// Keeps what happened to a device until somebody asks.
final class EventRecorder: Sendable {
    private let events = Mutex<[DeviceEvent]>([])

    func record(_ notice: LockNotice) {
        guard case .event(let event) = notice else { return }
        events.withLock { $0.append(event) }
    }

    func take() -> [DeviceEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
