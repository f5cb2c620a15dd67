import CSystemShims
import Glibc
import SystemPackage

/// Lets any thread, or a signal, wake one that waits in ``Poll``.
package final class WakeUp: Sendable {
    /// Readable from a signal until the next ``clear()``.
    package let descriptor: Descriptor

    /// - Throws: ``SystemError``.
    package init() throws(SystemError) {
        let result = shim_wake_up()
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "eventfd")
        }
        descriptor = Descriptor(rawValue: result)
    }

    deinit {
        close(descriptor.rawValue)
    }

    /// Wakes the waiting thread; several signals count as one.
    package func signal() {
        var one: UInt64 = 1
        _ = write(descriptor.rawValue, &one, 8)
    }

    /// Takes the signals that came so far.
    package func clear() {
        var count: UInt64 = 0
        _ = read(descriptor.rawValue, &count, 8)
    }
}
