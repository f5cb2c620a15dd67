package import CloudRecords
package import ProtectedStore
package import ProtectionModel

/// Keeps the state of a ``SyncEngine`` in a sealed file of a device.
///
/// A state that is locked is not one that is missing: an engine that begins without it would lose
/// what is pending. So whoever cannot read it waits for the unlock.
package struct SyncStateFile: Sendable {
    private let files: @Sendable () throws(ProtectionError) -> FileStore
    private let path: DevicePath
    private let protection: ProtectionClass

    /// A file, be it there or not.
    ///
    /// - Parameters:
    ///   - files: asked at each use, for a device that restarts has another store.
    ///   - path: where it lies.
    ///   - protection: its class: with the usual one an app synchronizes while the device is locked.
    package init(
        _ files: @escaping @Sendable () throws(ProtectionError) -> FileStore,
        at path: DevicePath,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication
    ) {
        self.files = files
        self.path = path
        self.protection = protection
    }

    /// An engine that goes on where the last one ended.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the state can be read,
    ///   `authentication-failure` for one that was changed, and as the engine itself.
    package func engine(
        _ database: RecordDatabase,
        delegate: any SyncEngineDelegate
    ) throws(ProtectionError) -> SyncEngine {
        try SyncEngine(database, state: try read(), delegate: delegate)
    }

    private func read() throws(ProtectionError) -> [UInt8]? {
        do throws(ProtectionError) {
            return try files().read(path)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// Keeps what ``SyncEvent/stateUpdate(_:)`` gave.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `no-space`.
    package func write(_ state: [UInt8]) throws(ProtectionError) {
        try files().write(state, to: path, as: protection)
    }
}
