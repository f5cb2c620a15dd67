import KeyManagement
package import ProtectionModel
import SodiumCrypto

/// What a folder knows about itself: the file `.folder` in it, two slots of 512 bytes.
///
/// Body of the slot, from byte 40: folder id (16), class (1), zeros (3), POSIX mode (4).
package struct FolderRecord: Sendable, Equatable {
    static let fileName = ".folder"
    static let magic = "PTFOLDER"

    var generation: UInt64
    /// Binds the names in the folder to it: a name copied elsewhere does not authenticate.
    let folderID: [UInt8]
    /// What new children take.
    package var protection: ProtectionClass
    /// Permission bits, as `put` found them.
    package var mode: UInt32

    func encode(_ keys: VolumeKeys, device: DeviceID) throws(CryptoError) -> [UInt8] {
        var body = ByteWriter(capacity: 24)
        body.append(folderID)
        body.append([protection.rawValue, 0, 0, 0])
        body.append(mode)
        return try AuthenticatedSlot.seal(
            magic: Self.magic,
            generation: generation,
            device: device,
            body: body.bytes,
            keys: keys,
            keyOffset: VolumeKeys.folderOffset
        )
    }

    static func read(
        _ bytes: ArraySlice<UInt8>,
        device: DeviceID,
        keys: VolumeKeys
    ) throws -> SlotPair<FolderRecord> {
        try SlotPair(bytes) { slot in
            var (generation, body) = try AuthenticatedSlot.open(
                slot,
                magic: magic,
                device: device,
                keys: keys,
                keyOffset: VolumeKeys.folderOffset
            )
            guard let id = body.bytes(16),
                let protection = body.integer(UInt8.self).flatMap(ProtectionClass.init(rawValue:)),
                body.bytes(3) == [0, 0, 0], let mode = body.integer(UInt32.self)
            else { throw AuthenticatedSlot.Defect.unsupported }
            return (
                generation,
                FolderRecord(
                    generation: generation,
                    folderID: id,
                    protection: protection,
                    mode: mode
                )
            )
        }
    }
}
