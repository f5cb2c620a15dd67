package import DeviceIdentifiers
import ProtectedStore
import ProtectionModel
import SodiumCrypto

extension SimulatedDevice {
    private struct DeviceRandomSource: IdentifierRandomSource {
        let source: any RandomSource

        func bytes(_ count: Int) -> [UInt8] { source.bytes(count) }
    }

    /// The identifiers that are kept among the documents as they are now: a crash gives others.
    package func identifiers(settings: IdentifierSettings = .init()) -> IdentifierService {
        IdentifierService(
            documents,
            clock: clock,
            random: DeviceRandomSource(source: random),
            settings: settings
        ) { GenericHash.hash(of: $0) }
    }
}
