import DeviceSimulation
import ProtectionModel
import Synchronization

/// A clock on which no time passes, and whose wall clock says another time whenever it is asked: so
/// every change has a time of its own, and is written.
final class TickingClock: DeviceClock {
    private let ticks = Atomic<Int64>(0)

    func now() -> Duration { .zero }

    func wallTime() -> Timestamp {
        let tick = ticks.wrappingAdd(1, ordering: .relaxed).newValue
        return Timestamp(seconds: VirtualClock.start.seconds + tick)
    }
}
