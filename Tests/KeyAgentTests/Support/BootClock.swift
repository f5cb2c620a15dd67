import ProtectionModel
import SystemIO

/// The machine's own clock.
struct BootClock: DeviceClock {
    func now() -> Duration { SystemTime.sinceBoot() }

    func wallTime() -> Timestamp {
        let (seconds, nanoseconds) = SystemTime.wall()
        return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    }
}
