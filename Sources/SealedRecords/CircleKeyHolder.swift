package import CloudRecords
import KeyManagement
package import ProtectedStore
package import ProtectionModel
package import SodiumCrypto
package import TrustedDevices

/// The keys of a device for records: those that it has for its circle.
///
/// A device that is alone founds a circle first, by ``TrustCircle/create(named:)``: joining another
/// one later means new keys, and what was sealed to the old ones is lost unless it is saved anew.
package final class CircleKeyHolder: RecordKeyHolder {
    private let circle: TrustCircle
    private let documents: @Sendable () -> DeviceDocuments

    /// The keys of a real or simulated device in its circle.
    package convenience init(_ device: any ProtectedDevice, in circle: TrustCircle) {
        self.init(circle) { device.documents }
    }

    /// Those in a device's documents, asked for at each use: a crash gives others.
    package init(_ circle: TrustCircle, _ documents: @escaping @Sendable () -> DeviceDocuments) {
        self.circle = circle
        self.documents = documents
    }

    private var keys: any KeyService { documents().keys }

    package var arena: SecureArena { keys.arena }
    package var random: any RandomSource { keys.random }

    package func group(of protection: ProtectionClass) -> SecretGroup { .fileKeys(protection) }

    package func devices() throws(ProtectionError) -> KeyDevices {
        let standing = try standing()
        guard let own = KeyDeviceID(standing.own) else { throw .strange }
        return KeyDevices(
            own: own,
            trusted: Set(standing.membership.devices.compactMap { KeyDeviceID($0.id) })
        )
    }

    private func standing() throws(ProtectionError) -> TrustCircle.Standing {
        guard let standing = try circle.standing() else {
            throw ProtectionError(
                .notFound,
                "the device is in no circle, whose keys seal its records"
            )
        }
        return standing
    }

    package func seal(
        _ key: borrowing SecureBytes,
        to device: KeyDeviceID,
        as protection: ProtectionClass,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> [UInt8] {
        let membership = try standing().membership
        guard let id = TrustedDevice.ID(bytes: device.bytes), let recipient = membership[id] else {
            throw .strange
        }
        return try circle.seal(
            key,
            to: recipient,
            as: protection,
            info: info,
            authenticating: data
        )
    }

    package func open(
        _ sealed: [UInt8],
        from device: KeyDeviceID,
        as protection: ProtectionClass,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> SecureBytes {
        let membership = try standing().membership
        let known = membership.devices + membership.removedDevices
        guard let sender = known.first(where: { $0.id.bytes == device.bytes }) else {
            throw .strange
        }
        return try circle.openKey(
            sealed,
            from: sender,
            as: protection,
            info: info,
            authenticating: data
        )
    }
}

extension KeyDeviceID {
    fileprivate init?(_ id: TrustedDevice.ID) { self.init(bytes: id.bytes) }
}

extension ProtectionError {
    fileprivate static let strange = ProtectionError(
        .notTrusted,
        "the device whose key is meant is not in the circle"
    )
}
