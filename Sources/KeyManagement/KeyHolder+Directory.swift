import ProtectionModel
import SystemIO

extension KeyHolder {
    /// Notes in the holder file where this holder answers, for whoever finds nobody at the usual
    /// place.
    ///
    /// - Throws: `KeyError` with `io-error` or `no-space`.
    package func publish(socketPath: String) throws(KeyError) {
        do throws(SystemError) {
            try claim.write(Array((socketPath + "\n").utf8), at: 0)
        } catch { throw KeyError(error, "the device '\(directory.path)'") }
    }

    /// Takes the note back, before nobody answers there any more.
    package func withdrawSocketPath() {
        // An address that stays behind is an error for whoever comes before the lock is free.
        try? claim.truncate(to: 0)
    }

    /// Whether the device directory was removed: then nobody can reach this holder any more.
    package var isDirectoryRemoved: Bool {
        (try? directory.directory.status())?.links == 0
    }
}
