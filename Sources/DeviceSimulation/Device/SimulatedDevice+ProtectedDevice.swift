import KeyManagement
package import ProtectedStore
package import ProtectionModel

extension SimulatedDevice: ProtectedDevice {
    package var state: LockState {
        get throws(ProtectionError) { try status().state }
    }

    package var isProtectedDataAvailable: Bool {
        get throws(ProtectionError) { try status().isProtectedDataAvailable }
    }

    package func isReadable(_ protection: ProtectionClass) throws(ProtectionError) -> Bool {
        try status().isOpenable(protection)
    }

    /// Goes on after a crash, which gives the device another holder of its keys.
    package func observe(
        _ observer: @escaping @Sendable (DeviceEvent) -> Void
    ) -> DeviceObservation {
        DeviceObservation(events.observe(observer))
    }

    private func status() throws(ProtectionError) -> DeviceStatus {
        try ProtectionError.wrapping { try holder.status() }
    }
}
