import DeviceIdentifiers
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// The settings of a device that is off and has no agent: its keys are in this process for the moment.
enum OfflineIdentifiers {
    /// Stores the rule of a device that was just made, and leaves it off.
    ///
    /// - Throws: `ToolError` with the code of what went wrong, and how to store the rule later.
    static func store(
        _ rule: VendorRule,
        on device: DeviceID,
        at location: DeviceLocation,
        _ arena: SecureArena
    ) throws {
        do {
            let directory = try location.open()
            let holder = try KeyHolder(
                directory,
                keySource: try location.keySource(of: device),
                clock: MachineClock(),
                random: SystemRandomSource(),
                arena: arena
            )
            try holder.boot()
            let documents = DeviceDocuments(
                in: directory,
                StoreContext(
                    fileSystem: PosixFileSystem(),
                    keys: holder,
                    workerCount: 1,
                    patience: .none
                )
            )
            try IdentifierService(of: documents).setSettings(IdentifierSettings(vendorRule: rule))
            try holder.shutDown()
        } catch {
            let report = ErrorReport(error)
            throw ToolError(
                report?.code ?? .internalError,
                "the device is made, but its vendor rule could not be stored: "
                    + (report?.message ?? "\(error)"),
                hint: "'protectctl id settings --vendor-rule \(rule.rawValue)' stores it"
            )
        }
    }
}
