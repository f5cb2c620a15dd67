import ProtectionModel
package import SystemIO

extension KeyHolder {
    /// Notes in the holder file where this holder answers, for whoever finds nobody at the usual
    /// place.
    ///
    /// - Throws: `ProtectionError` with `io-error` or `no-space`.
    package func publish(socketPath: String) throws {
        do { try claim.publish(socket: socketPath) } catch {
            throw ProtectionError(error, "the device '\(directory.path)'")
        }
    }

    /// Takes the note back, before nobody answers there any more.
    package func withdrawSocketPath() {
        // An address that stays behind is an error for whoever comes before the lock is free.
        try? claim.publish(socket: nil)
    }

    /// Notes anew what was noted, where the holder file was removed or replaced.
    ///
    /// Nothing happens in a directory without a keybag: it is being removed.
    ///
    /// - Returns: false when that was refused, as on a full disk.
    package func restorePublication() -> Bool {
        let keybag = try? directory.fileSystem.status(
            of: Keybag.fileName,
            in: directory.directory.descriptor
        )
        return keybag == nil || claim.restorePublication()
    }

    /// Calls `onChange`, on a thread of its own, after a name in the device directory was removed or
    /// replaced; nil where the machine has no such watch left.
    package func watchDirectory(
        _ onChange: @escaping @Sendable () -> Void
    ) -> DirectoryWatch? {
        try? directory.fileSystem.watch(directory.directory.descriptor, onChange)
    }

    /// Whether the device directory was removed: then nobody can reach this holder any more.
    package var isDirectoryRemoved: Bool {
        (try? directory.directory.status())?.links == 0
    }
}
