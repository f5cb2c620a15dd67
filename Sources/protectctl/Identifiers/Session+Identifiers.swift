import DeviceIdentifiers
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto

extension SystemRandomSource: IdentifierRandomSource {}

extension IdentifierService {
    /// The identifiers in a device's documents, with the machine's clock and randomness.
    init(of documents: any DocumentStore) {
        self.init(documents, clock: MachineClock(), random: SystemRandomSource()) {
            GenericHash.hash(of: $0)
        }
    }
}

extension Session {
    /// The applications and identifiers of the device.
    ///
    /// - Throws: `protected-data-unavailable` before the first unlock, when nothing is known of them,
    ///   which must not look like a device without any.
    func identifiers() throws -> IdentifierService {
        guard try keys.status().isOpenable(.completeUntilFirstUserAuthentication) else {
            throw Self.beforeFirstUnlock
        }
        return IdentifierService(of: documents)
    }

    static var beforeFirstUnlock: ToolError {
        ToolError(
            .protectedDataUnavailable,
            "applications and identifiers cannot be read before the first unlock"
        )
    }
}
