import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// A symbolic link or special file that is to be made.
struct NewLink: Sendable {
    let kind: FileMetadata.Kind
    let target: [UInt8]
    let device: UInt64
    let attributes: NewAttributes

    /// - Throws: `ProtectionError` with `invalid-argument` for what can be no target.
    init(to target: [UInt8], _ attributes: NewAttributes, _ path: DevicePath) throws {
        guard (1...LinkRecord.targetLimit).contains(target.count), !target.contains(0) else {
            throw ProtectionError(
                .invalidArgument,
                "the target of a link has 1 to \(LinkRecord.targetLimit) bytes, and no NUL",
                path: path
            )
        }
        kind = .symbolicLink
        self.target = target
        device = 0
        self.attributes = attributes
    }

    /// - Throws: `ProtectionError` with `invalid-argument` for any other kind.
    init(
        special kind: FileMetadata.Kind,
        device: UInt64,
        _ attributes: NewAttributes,
        _ path: DevicePath
    ) throws {
        switch kind {
        case .fifo, .socket, .characterDevice, .blockDevice: break
        case .file, .directory, .symbolicLink:
            throw ProtectionError(.invalidArgument, "\(kind.noun) is no special file", path: path)
        }
        self.kind = kind
        target = []
        self.device = kind.isDevice ? device : 0
        self.attributes = attributes
    }
}

extension InodeMaker {
    /// Makes a link or special file as a temporary beside its future name, which stays locked as
    /// long as it is held: until then it would be taken for what a crash left.
    func make(
        _ link: NewLink,
        at place: EntryPlace,
        durability: Durability
    ) throws -> TemporaryFile {
        try ProtectionError.telling(of: place.path) {
            let temporary = try makeTemporary(in: place.folder)
            let isDurable = durability == .full
            do {
                let folder = place.folder.descriptor
                _ = try write(link, to: temporary.file, in: folder, isDurable: isDurable)
                return temporary
            } catch {
                discard(temporary.name, in: place.folder)
                throw error
            }
        }
    }

    /// Writes a link or special file into an empty host file, which is in `folder` for now, and says
    /// what attributes it got.
    func write(
        _ link: NewLink,
        to file: borrowing OwnedFile,
        in folder: Descriptor,
        isDurable: Bool
    ) throws -> NodeAttributes {
        let keys = try context.volumeKeys()
        let id = context.keys.random.bytes(16)
        var attributes = context.attributes(
            link.kind,
            link.attributes,
            number: NodeAttributes.number(from: id),
            device: link.device
        )
        let blobs = AttributeBlobs(context: context)
        let blob = try blobs.seal(link.attributes.extended, of: attributes.number)
        attributes.extended = blob?.siv
        let sealed =
            link.target.isEmpty ? [] : try SyntheticIV.names.seal(link.target, in: id, keys)
        let record = LinkRecord(
            generation: 1,
            deviceID: context.deviceID,
            linkID: id,
            attributes: attributes,
            sealedByteCount: sealed.count
        )
        let slot = try record.encode(keys)
        try file.write(slot + slot + sealed, at: 0)
        // Not before the record, by which a repair sees whose it is.
        if let blob { try blobs.write(blob, in: folder, isDurable: isDurable) }
        if isDurable { try file.synchronize() }
        return attributes
    }
}
