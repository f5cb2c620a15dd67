import ArgumentParser
import Synchronization
import SystemIO

/// Cleans up before SIGINT, SIGTERM or SIGHUP ends the tool.
///
/// Without it a `get` that is interrupted would leave decrypted content under a hidden name.
final class Interruption: Sendable {
    /// 128 and the number of SIGINT, as a shell shows it.
    private static let status: Int32 = 130

    private let cleanup = Mutex<(@Sendable () -> Void)?>(nil)

    /// Takes over the signals; comes before any other thread is started.
    init() throws {
        let signals = try TerminationSignals()
        // It is never joined: it waits as long as the process lives.
        _ = try SystemThread { [self] in
            var entries = [Poll.Entry(signals.descriptor)]
            repeat {
                guard (try? Poll.wait(&entries, timeout: nil)) != nil else { return }
            } while !entries[0].hasInput
            cleanup.withLock { $0?() }
            ProtectctlCommand.exit(withError: ExitCode(Self.status))
        }
    }

    /// Says what to do when a signal comes from now on.
    func onSignal(_ action: (@Sendable () -> Void)?) {
        cleanup.withLock { $0 = action }
    }
}
