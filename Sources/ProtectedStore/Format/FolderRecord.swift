import KeyManagement
package import ProtectionModel
import SodiumCrypto

/// Where a folder is, as its record says it.
///
/// Whoever can write to the device directory needs no key to copy a folder, or its record, to where
/// another one was: so that files put there would take its class. In the wrong place it is refused.
package struct FolderPlace: Sendable, Equatable {
    private static let parentByteCount = 16
    private static let codeByteCount = 24

    /// The identifier of the folder it is in; zeros for the root of a tree.
    let parentID: [UInt8]
    /// The code of its name there; for the root of a tree the tree's own name, padded with zeros.
    let nameCode: [UInt8]

    /// Under a name in a folder.
    init(_ name: SealedName, in parent: Folder) {
        self.init(name, inFolder: parent.folderID)
    }

    /// Under a name in the folder with that identifier.
    init(_ name: SealedName, inFolder parentID: [UInt8]) {
        self.init(parentID: parentID, nameCode: name.code)
    }

    /// The root of the tree of that name.
    init(root tree: String) {
        let name = Array(tree.utf8)
        let zeros = [UInt8](repeating: 0, count: Self.codeByteCount - name.count)
        self.init(
            parentID: [UInt8](repeating: 0, count: Self.parentByteCount),
            nameCode: name + zeros
        )
    }

    /// Whether it is the root of a tree.
    var isRoot: Bool { parentID.allSatisfy { $0 == 0 } }

    private init(parentID: [UInt8], nameCode: [UInt8]) {
        self.parentID = parentID
        self.nameCode = nameCode
    }

    fileprivate init?(_ body: inout ByteReader) {
        guard let parentID = body.bytes(Self.parentByteCount),
            let nameCode = body.bytes(Self.codeByteCount)
        else { return nil }
        self.init(parentID: parentID, nameCode: nameCode)
    }
}

/// What a folder knows about itself: the file `.folder` in it, two slots of 512 bytes.
///
/// Body of the slot, from byte 40: folder id (16), class (1), zeros (7), id of the folder it is in
/// (16), code of its name there (24), attributes (112).
///
/// A slot counts only in its place. While the folder is moved one slot is bound to the old place
/// and the other to the new one, so that it is whole in either.
package struct FolderRecord: Sendable, Equatable {
    static let fileName = ".folder"
    static let magic = "PTFOLDER"

    var generation: UInt64
    /// Binds the names in the folder to it: a name copied elsewhere does not authenticate.
    let folderID: [UInt8]
    /// What new children take.
    package var protection: ProtectionClass
    /// Where the folder is.
    var place: FolderPlace
    /// What is remembered of it besides.
    package var attributes: NodeAttributes

    func encode(_ keys: VolumeKeys, device: DeviceID) throws(CryptoError) -> [UInt8] {
        var body = ByteWriter(capacity: 176)
        body.append(folderID)
        body.append([protection.rawValue, 0, 0, 0, 0, 0, 0, 0])
        body.append(place.parentID)
        body.append(place.nameCode)
        attributes.encode(to: &body)
        return try AuthenticatedSlot.seal(
            magic: Self.magic,
            generation: generation,
            device: device,
            body: body.bytes,
            keys: keys,
            keyOffset: VolumeKeys.folderOffset
        )
    }

    /// Reads both slots; with `place` nil those that are bound to any.
    static func read(
        _ bytes: ArraySlice<UInt8>,
        in place: FolderPlace?,
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
                body.bytes(7) == [0, 0, 0, 0, 0, 0, 0], let found = FolderPlace(&body),
                let attributes = NodeAttributes(&body), attributes.kind == .directory
            else { throw AuthenticatedSlot.Defect.unsupported }
            return SlotPair.Slot(
                generation: generation,
                identifier: id,
                isInPlace: place == nil || found == place,
                record: FolderRecord(
                    generation: generation,
                    folderID: id,
                    protection: protection,
                    place: found,
                    attributes: attributes
                )
            )
        }
    }
}
