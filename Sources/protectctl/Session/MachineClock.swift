import ProtectionModel
import SystemIO

/// The machine's own time: the boot clock, which counts while it is suspended.
struct MachineClock: DeviceClock {
    func now() -> Duration { SystemTime.sinceBoot() }

    func wallTime() -> Timestamp {
        let (seconds, nanoseconds) = SystemTime.wall()
        return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    }
}
