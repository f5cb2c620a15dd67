import CSystemShims
import Glibc
import SystemPackage

/// A timer on the boot clock, which goes on while the machine is suspended.
package final class BootTimer: Sendable {
    /// Readable once the timer has fired, until it is armed again.
    package let descriptor: Descriptor

    /// A timer that is not armed.
    ///
    /// - Throws: ``SystemError``.
    package init() throws(SystemError) {
        let result = shim_boot_timer()
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "timerfd_create")
        }
        descriptor = Descriptor(rawValue: result)
    }

    deinit {
        close(descriptor.rawValue)
    }

    /// Fires when ``SystemTime/sinceBoot()`` reaches `moment`, at once when it is past, and never for nil.
    package func arm(at moment: Duration?) {
        _ = shim_boot_timer_arm(descriptor.rawValue, moment.map(Self.nanoseconds) ?? -1)
    }

    private static func nanoseconds(_ moment: Duration) -> Int64 {
        let (seconds, attoseconds) = moment.components
        guard seconds < Int64.max / 2_000_000_000 else { return -1 }
        return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
