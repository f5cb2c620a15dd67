import KeyManagement
package import ProtectedStore
package import ProtectionModel

extension SimulatedDevice: ProtectedDevice {
    package var state: LockState {
        get throws(StoreError) { try status().state }
    }

    package var isProtectedDataAvailable: Bool {
        get throws(StoreError) { try status().isProtectedDataAvailable }
    }

    package func isReadable(_ protection: ProtectionClass) throws(StoreError) -> Bool {
        try status().isOpenable(protection)
    }

    /// Goes on after a crash, which gives the device another holder of its keys.
    package func observe(
        _ observer: @escaping @Sendable (DeviceEvent) -> Void
    ) -> DeviceObservation {
        DeviceObservation(events.observe(observer))
    }

    private func status() throws(StoreError) -> DeviceStatus {
        do throws(KeyError) { return try holder.status() } catch { throw StoreError(error) }
    }
}
