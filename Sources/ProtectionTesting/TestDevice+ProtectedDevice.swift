import DeviceSimulation
public import ProtectedStore
public import ProtectionModel

extension TestDevice: ProtectedDevice {
    /// The files, without Foundation in between.
    public var files: FileStore { simulation.files }

    /// Settings, identifiers and the like.
    public var documents: DeviceDocuments { simulation.documents }

    /// Where the device stands now.
    public var state: LockState {
        get throws(ProtectionError) {
            monitor.isUsed = true
            return try simulation.state
        }
    }

    /// What `isProtectedDataAvailable` answers on iOS: false from the lock on, also in the grace.
    public var isProtectedDataAvailable: Bool {
        get throws(ProtectionError) {
            monitor.isUsed = true
            return try simulation.isProtectedDataAvailable
        }
    }

    /// Whether files of a class can be opened now.
    ///
    /// - Throws: `ProtectionError` with `internal-error`.
    public func isReadable(_ protection: ProtectionClass) throws(ProtectionError) -> Bool {
        monitor.isUsed = true
        return try simulation.isReadable(protection)
    }

    /// Calls `observer` at every event, synchronously: at `willBecomeUnavailable` no key is gone.
    public func observe(
        _ observer: @escaping @Sendable (DeviceEvent) -> Void
    ) -> DeviceObservation {
        simulation.observe(observer)
    }
}
