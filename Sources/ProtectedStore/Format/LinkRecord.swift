import KeyManagement
import ProtectionModel
import SodiumCrypto

/// What stands in the host's file of a symbolic link or special file: two slots of 512 bytes, and
/// after them the sealed target of a link.
///
/// Body of the slot, from byte 40: id (16), bytes of the sealed target (2, 0 for a special file),
/// zeros (6), attributes (112).
///
/// The target is sealed as names are, bound to the id instead of a folder, so that a link can be
/// moved, and no target stands under another link. It is readable wherever names are, and whoever
/// made it is the only one who ever follows it.
struct LinkRecord: SlotRecord {
    static let magic = "PTLINKED"
    /// PATH_MAX without the NUL.
    static let targetLimit = 4_095
    /// Slots and the longest target.
    static let byteLimit =
        2 * AuthenticatedSlot.byteCount + SyntheticIV.byteCount + targetLimit
    private static let idByteCount = 16

    var generation: UInt64
    let deviceID: DeviceID
    let linkID: [UInt8]
    var attributes: NodeAttributes
    /// Bytes of the sealed target; 0 for a special file.
    let sealedByteCount: Int

    /// Bytes of a link's target.
    var targetByteCount: Int { max(0, sealedByteCount - SyntheticIV.byteCount) }

    func encode(_ keys: VolumeKeys) throws(CryptoError) -> [UInt8] {
        var body = ByteWriter(capacity: 160)
        body.append(linkID)
        body.append(UInt16(sealedByteCount))
        body.append([0, 0, 0, 0, 0, 0])
        attributes.encode(to: &body)
        return try AuthenticatedSlot.seal(
            magic: Self.magic,
            generation: generation,
            device: deviceID,
            body: body.bytes,
            keys: keys,
            keyOffset: VolumeKeys.headerOffset
        )
    }

    static func read(
        _ bytes: ArraySlice<UInt8>,
        device: DeviceID,
        keys: VolumeKeys
    ) throws -> SlotPair<LinkRecord> {
        try SlotPair(bytes) { try decode($0, device: device, keys: keys) }
    }

    private static func decode(
        _ slot: [UInt8],
        device: DeviceID,
        keys: VolumeKeys
    ) throws -> SlotPair<LinkRecord>.Slot {
        var (generation, body) = try AuthenticatedSlot.open(
            slot,
            magic: magic,
            device: device,
            keys: keys,
            keyOffset: VolumeKeys.headerOffset
        )
        guard let id = body.bytes(idByteCount), let count = body.integer(UInt16.self),
            body.bytes(6) == [0, 0, 0, 0, 0, 0], let attributes = NodeAttributes(&body),
            isPossible(Int(count), for: attributes.kind)
        else { throw AuthenticatedSlot.Defect.unsupported }
        return SlotPair.Slot(
            generation: generation,
            identifier: id,
            record: LinkRecord(
                generation: generation,
                deviceID: device,
                linkID: id,
                attributes: attributes,
                sealedByteCount: Int(count)
            )
        )
    }

    private static func isPossible(_ sealedByteCount: Int, for kind: FileMetadata.Kind) -> Bool {
        switch kind {
        case .file, .directory: false
        case .symbolicLink:
            (1...targetLimit).contains(sealedByteCount - SyntheticIV.byteCount)
        case .fifo, .socket, .characterDevice, .blockDevice: sealedByteCount == 0
        }
    }

    /// The target of a link in the bytes of its host file.
    ///
    /// - Throws: `AuthenticatedSlot.Defect.damaged` when it is not whole, or of another link.
    func target(in bytes: [UInt8], _ keys: VolumeKeys) throws -> [UInt8] {
        let sealed = Array(bytes.dropFirst(2 * AuthenticatedSlot.byteCount))
        guard sealed.count == sealedByteCount,
            let target = try SyntheticIV.names.open(sealed, in: linkID, keys)
        else { throw AuthenticatedSlot.Defect.damaged }
        return target
    }
}
