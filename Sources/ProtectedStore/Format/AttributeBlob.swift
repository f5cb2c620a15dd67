import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Extended attributes as they are stored, in a host file `.attr-` and their siv: beside their
/// node, or in their folder.
///
/// They are sealed by ``SyntheticIV`` in the context device id || inode number (8), so that those of
/// one node do not open for another, and the record of the node names them by their siv.
struct AttributeBlob {
    static let prefix = ".attr-"
    /// What a blob has at most: the siv, and with each value the lengths of two.
    static let byteLimit = SyntheticIV.byteCount + 3 * ExtendedAttributes.byteLimit

    let siv: [UInt8]
    let sealed: [UInt8]

    /// Nil for no attributes.
    init?(
        _ attributes: ExtendedAttributes,
        of number: UInt64,
        _ device: DeviceID,
        _ keys: VolumeKeys
    ) throws(CryptoError) {
        guard !attributes.isEmpty else { return nil }
        let context = Self.context(number, device)
        sealed = try SyntheticIV.attributes.seal(attributes.encode(), in: context, keys)
        siv = Array(sealed[..<SyntheticIV.byteCount])
    }

    /// What a blob holds; nil when it is not the one that the record names.
    static func open(
        _ sealed: [UInt8],
        _ siv: [UInt8],
        of number: UInt64,
        _ device: DeviceID,
        _ keys: VolumeKeys
    ) throws(CryptoError) -> ExtendedAttributes? {
        guard sealed.starts(with: siv) else { return nil }
        return try SyntheticIV.attributes.open(sealed, in: context(number, device), keys)
            .flatMap(ExtendedAttributes.init)
    }

    static func name(of siv: [UInt8]) -> String { prefix + Base64URL.encode(siv) }

    private static func context(_ number: UInt64, _ device: DeviceID) -> [UInt8] {
        var writer = ByteWriter(capacity: 24)
        writer.append(device.bytes)
        writer.append(number)
        return writer.bytes
    }
}

/// Reads and writes the extended attributes that records name.
///
/// A blob is there, durably, before a record names it, and goes when none does any more. One that
/// stays, because a crash came in between, means nothing, and a repair takes it away.
struct AttributeBlobs {
    let context: StoreContext

    /// The blob of these attributes; nil for none.
    func seal(_ attributes: ExtendedAttributes, of number: UInt64) throws -> AttributeBlob? {
        guard !attributes.isEmpty else { return nil }
        return try AttributeBlob(attributes, of: number, context.deviceID, context.volumeKeys())
    }

    /// The attributes that a record names.
    ///
    /// - Throws: `AuthenticatedSlot.Defect.damagedAttributes` when they are missing or broken.
    func read(_ attributes: NodeAttributes, in folder: Descriptor) throws -> ExtendedAttributes {
        guard let siv = attributes.extended else { return ExtendedAttributes() }
        let keys = try context.volumeKeys()
        guard let sealed = try sealed(siv, in: folder),
            let found = try AttributeBlob.open(
                sealed,
                siv,
                of: attributes.number,
                context.deviceID,
                keys
            )
        else { throw AuthenticatedSlot.Defect.damagedAttributes }
        return found
    }

    private func sealed(_ siv: [UInt8], in folder: Descriptor) throws -> [UInt8]? {
        let name = AttributeBlob.name(of: siv)
        do {
            let file = try OwnedFile(name, in: folder, [], on: context.fileSystem)
            let size = try file.status().size
            guard size <= UInt64(AttributeBlob.byteLimit) else { return nil }
            return try file.read(Int(size), at: 0)
        } catch {
            // Lost, or replaced by something that is not a file of ours.
            let strange: [ErrorCode] = [.notFound, .authenticationFailure, .isADirectory]
            guard !strange.contains(ErrorCode(error)) else { return nil }
            throw error
        }
    }

    /// Writes a blob, its bytes durably if that is asked for; its name becomes durable with the
    /// folder.
    func write(
        _ blob: AttributeBlob,
        in folder: Descriptor,
        isDurable: Bool
    ) throws(SystemError) {
        try write(blob.sealed, to: AttributeBlob.name(of: blob.siv), in: folder, isDurable)
    }

    private func write(
        _ sealed: [UInt8],
        to name: String,
        in folder: Descriptor,
        _ isDurable: Bool
    ) throws(SystemError) {
        // What a crash left of the same attributes is written over.
        let file = try OwnedFile(name, in: folder, [.writing, .creating], on: context.fileSystem)
        try file.write(sealed, at: 0)
        try file.truncate(to: UInt64(sealed.count))
        if isDurable { try file.synchronize() }
    }

    /// Copies blobs to where their node is about to go, their bytes durably: the old ones go with
    /// the move, which may be made durable by others.
    ///
    /// What is missing stays so.
    func copy(_ sivs: [[UInt8]], from old: Descriptor, to new: Descriptor) throws {
        for siv in sivs {
            guard let sealed = try sealed(siv, in: old) else { continue }
            try write(sealed, to: AttributeBlob.name(of: siv), in: new, true)
        }
    }

    /// Removes blobs that no record names any more.
    func remove(_ sivs: [[UInt8]], from folder: Descriptor) {
        for siv in sivs {
            let name = AttributeBlob.name(of: siv)
            try? context.fileSystem.unlink(name, in: folder, folder: false)
        }
    }

    /// The record at the start of an open host file; nil when there is none that counts.
    func record(of file: borrowing OwnedFile) -> NodeRecord? {
        guard let bytes = try? file.read(SealedHeader.byteCount, at: 0),
            let keys = try? context.volumeKeys()
        else { return nil }
        return try? NodeRecord(bytes[...], device: context.deviceID, keys: keys)
    }
}
