public import DeviceIdentifiers
import KeyManagement
import ProtectionModel
import SodiumCrypto

extension Device {
    /// The applications on this device, what they read as identifiers, and what the user can do
    /// about it.
    ///
    /// ```swift
    /// let mail = try BundleIdentifier("com.example.mail")
    /// try device.identifiers.applications.install(NewApplication(mail))
    /// let identifier = try device.identifiers.vendorIdentifier(for: mail, purpose: "crash reports")
    /// ```
    ///
    /// Ask for it anew after a restart: before the first unlock nothing is known of applications,
    /// which is not the same as that there are none.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`; `protected-data-unavailable` before the first
    ///   unlock.
    public var identifiers: IdentifierService {
        get throws(ProtectionError) {
            try ProtectionError.wrapping { try documents.identifiers() }
        }
    }
}

extension DeviceDocuments {
    /// The identifiers among these documents, from the first unlock on.
    ///
    /// - Throws: `ProtectionError` with `device-off`; `protected-data-unavailable` before the first
    ///   unlock.
    package func identifiers() throws -> IdentifierService {
        guard try isOpenable(.completeUntilFirstUserAuthentication) else {
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
