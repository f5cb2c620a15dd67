import Synchronization

/// The devices of runs that are over, which nobody should use any more.
final class RetiredDevices: Sendable {
    private let monitors = Mutex<[DeviceMonitor]>([])

    func add(_ monitor: DeviceMonitor) {
        monitor.retire()
        monitors.withLock { $0.append(monitor) }
    }

    /// How often one of them was used all the same.
    var lateUseCount: Int {
        monitors.withLock { $0.map(\.lateUseCount).reduce(0, +) }
    }
}
