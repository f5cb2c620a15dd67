package import DeviceIdentifiers
package import KeyManagement
import ProtectionModel
import SodiumCrypto

extension DeviceDocuments {
    /// The identifiers among these documents, from the first unlock on; `keys` are the device's.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `device-erased`; `protected-data-unavailable`
    ///   before the first unlock.
    package func identifiers(_ keys: any KeyService) throws -> IdentifierService {
        // That the device is off says more than that it is locked.
        _ = try keys.volumeKeys()
        guard try keys.status().isOpenable(.completeUntilFirstUserAuthentication) else {
            throw ProtectionError.identifiersUnavailable
        }
        return IdentifierService(of: self)
    }
}

extension IdentifierService {
    /// The identifiers in a device's documents, with the machine's time and chance; of these the
    /// settings can be used in every lock state.
    package init(of documents: DeviceDocuments) {
        self.init(documents, clock: MachineClock(), random: SystemRandomSource()) {
            GenericHash.hash(of: $0)
        }
    }
}

extension SystemRandomSource: IdentifierRandomSource {}
