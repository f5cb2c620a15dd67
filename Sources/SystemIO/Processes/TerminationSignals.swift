import CSystemShims
import Glibc
import SystemPackage

/// Turns SIGTERM, SIGINT and SIGHUP into something that ``Poll`` waits for.
package final class TerminationSignals: Sendable {
    /// Readable once such a signal has come.
    package let descriptor: Descriptor

    /// Blocks the signals for good in this thread and in all that it starts.
    ///
    /// So make one before any other thread is started.
    /// - Throws: ``SystemError``.
    package init() throws(SystemError) {
        let result = shim_termination_signals()
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "signalfd")
        }
        descriptor = Descriptor(rawValue: result)
    }

    deinit {
        close(descriptor.rawValue)
    }
}
