package import ProtectionModel
import SystemIO

/// The machine's own time: the boot clock, which counts while it is suspended.
package struct MachineClock: DeviceClock {
    /// The only instance anyone needs.
    package init() {}

    package func now() -> Duration { SystemTime.sinceBoot() }

    package func wallTime() -> Timestamp {
        let (seconds, nanoseconds) = SystemTime.wall()
        return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    }
}
