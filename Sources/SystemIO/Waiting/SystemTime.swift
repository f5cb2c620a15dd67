import CSystemShims
import Glibc

/// The machine's clocks.
package enum SystemTime {
    /// CLOCK_BOOTTIME: goes on while the machine is suspended.
    package static func sinceBoot() -> Duration {
        .nanoseconds(shim_boot_nanoseconds())
    }

    /// CLOCK_MONOTONIC: stands still while the machine is suspended, as its programs do.
    package static func awake() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// CLOCK_REALTIME: seconds and nanoseconds since 1970 (UTC).
    package static func wall() -> (seconds: Int64, nanoseconds: Int64) {
        var seconds: Int64 = 0
        var nanoseconds: Int64 = 0
        _ = shim_wall_time(&seconds, &nanoseconds)
        return (seconds, nanoseconds)
    }

    /// Waits; only for polling what cannot be waited for otherwise.
    package static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var request = timespec(
            tv_sec: Int(seconds),
            tv_nsec: Int(attoseconds / 1_000_000_000)
        )
        var remaining = timespec()
        while nanosleep(&request, &remaining) != 0, errno == EINTR { request = remaining }
    }

    /// How many processors are online, at least 1.
    package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
