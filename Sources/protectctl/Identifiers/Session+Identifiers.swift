import DeviceIdentifiers
import ProtectedStore

extension Session {
    /// The applications and identifiers of the device.
    ///
    /// - Throws: `device-off`, `device-erased`; `protected-data-unavailable` before the first unlock.
    func identifiers() throws -> IdentifierService { try documents.identifiers(keys) }
}
