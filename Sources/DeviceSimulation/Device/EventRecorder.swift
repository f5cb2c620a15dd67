import KeyManagement
import ProtectionModel
import Synchronization

/// Keeps a device's events until they are taken, and tells observers, who outlive a crash.
final class EventRecorder: Sendable {
    private let events = Mutex<[DeviceEvent]>([])
    private let observers = ObserverList()

    func record(_ notice: LockNotice) {
        guard case .event(let event) = notice else { return }
        events.withLock { $0.append(event) }
        observers.notify(notice)
    }

    func take() -> [DeviceEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    func observe(_ observer: @escaping @Sendable (DeviceEvent) -> Void) -> LockObservation {
        observers.add { notice in
            if case .event(let event) = notice { observer(event) }
        }
    }
}
