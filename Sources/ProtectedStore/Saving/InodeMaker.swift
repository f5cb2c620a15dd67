import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Makes sealed files, and puts them in the place of their name.
struct InodeMaker {
    let context: StoreContext

    /// Makes keys for files to be, all or none.
    ///
    /// A class whose key is not available now leaves nothing behind.
    func makeKeys(
        _ protections: [ProtectionClass],
        _ path: DevicePath
    ) throws -> [NewInodeKey] {
        try ProtectionError.telling(of: path) {
            let requests = protections.map {
                NewKeyRequest(fileID: FileID(context.keys.random.bytes(16)), protection: $0)
            }
            let new = try context.keys.makeKeys(requests)
            guard new.count == requests.count else {
                throw ProtectionError(.internalError, "no key was made")
            }
            return zip(requests, new).map {
                NewInodeKey(fileID: $0.fileID, wrapped: $1.wrapped, key: $1.key)
            }
        }
    }

    /// A key for one file, which may have been made in advance.
    private func makeKey(_ protection: ProtectionClass, _ path: DevicePath) throws -> NewInodeKey {
        if context.spareKeys.limit > 1 {
            // As if it were asked for: a lock that is due takes effect, and the device is in use.
            context.keys.advance()
            context.keys.noteActivity()
        }
        return try context.spareKeys.take(protection) { count in
            try makeKeys(Array(repeating: protection, count: count), path)
        }
    }

    /// Seals content into a temporary beside its future name, with a key of its own.
    ///
    /// The wrap is obtained first; any later failure removes the temporary.
    func make(
        _ source: any ContentSource,
        protection: ProtectionClass,
        attributes: NodeAttributes,
        _ extended: ExtendedAttributes = ExtendedAttributes(),
        at place: EntryPlace,
        durability: Durability = .full
    ) throws -> NewInode {
        try make(
            source,
            key: try makeKey(protection, place.path),
            attributes: attributes,
            extended,
            at: place,
            durability: durability
        )
    }

    /// Seals content into a temporary beside its future name, with a key that was made before.
    ///
    /// The attributes of a file that is new have no number; those of one that takes another inode
    /// have it, and name extended attributes that are there.
    func make(
        _ source: any ContentSource,
        key: NewInodeKey,
        attributes: NodeAttributes,
        _ extended: ExtendedAttributes = ExtendedAttributes(),
        at place: EntryPlace,
        durability: Durability = .full
    ) throws -> NewInode {
        try ProtectionError.telling(of: place.path) {
            let isNew = attributes.number == 0
            let temporary = try makeTemporary(
                isNew ? Temporary.newPrefix : Temporary.foldPrefix,
                in: place.folder
            )
            do {
                let (header, keys) = try seal(
                    source,
                    key: key,
                    attributes: attributes,
                    extended,
                    to: temporary.file,
                    in: place.folder.descriptor,
                    isDurable: durability == .full
                )
                if durability == .full { try temporary.file.synchronize() }
                return NewInode(temporary, header: header, keys: keys)
            } catch {
                discard(temporary.name, in: place.folder)
                throw error
            }
        }
    }

    /// Seals content into an empty file, which is in `folder` for now.
    func seal(
        _ source: any ContentSource,
        key: NewInodeKey,
        attributes: NodeAttributes,
        _ extended: ExtendedAttributes,
        to file: borrowing OwnedFile,
        in folder: Descriptor,
        isDurable: Bool
    ) throws -> (header: SealedHeader, keys: SecretBox) {
        var attributes = attributes
        if attributes.number == 0 {
            attributes.number = NodeAttributes.number(from: key.fileID.bytes)
        }
        let blob = try AttributeBlobs(context: context).seal(extended, of: attributes.number)
        if let blob { attributes.extended = blob.siv }
        let sealed = try seal(source, key, attributes, to: file)
        // Not before the header, by which a repair sees whose it is.
        if let blob {
            try AttributeBlobs(context: context).write(blob, in: folder, isDurable: isDurable)
        }
        return sealed
    }

    private func seal(
        _ source: any ContentSource,
        _ key: NewInodeKey,
        _ attributes: NodeAttributes,
        to file: borrowing OwnedFile
    ) throws -> (header: SealedHeader, keys: SecretBox) {
        let volume = try context.keys.volumeKeys()
        let suite = context.keys.suite
        let keys = try ContentKeys.derive(
            from: key.key.secret,
            suite: suite,
            chunkByteCountLog2: 14,
            device: context.deviceID,
            fileID: key.fileID
        )
        let header = SealedHeader(
            generation: 1,
            deviceID: context.deviceID,
            fileID: key.fileID,
            suite: suite,
            chunkByteCountLog2: 14,
            attributes: attributes,
            baseLength: 0,
            anchor: nil,
            commitment: try ContentKeys.commitment(of: keys),
            wrapped: key.wrapped
        )
        return (try write(source, header, keys, volume, to: file), keys)
    }

    func makeTemporary(
        _ prefix: String = Temporary.newPrefix,
        in folder: Folder
    ) throws -> TemporaryFile {
        try context.unfinished.change { undoing in
            let temporary = try Temporary.makeFile(prefix, in: folder.descriptor, context)
            let name = temporary.name
            undoing[name] = { [context] in
                Garbage(context).finishRemoving(name, from: folder.descriptor)
            }
            return temporary
        }
    }

    private func write(
        _ source: any ContentSource,
        _ header: SealedHeader,
        _ keys: SecretBox,
        _ volume: VolumeKeys,
        to file: borrowing OwnedFile
    ) throws -> SealedHeader {
        var header = header
        var isWritten = false
        let pipeline = SealingPipeline(
            cipher: try ContentKeys.baseCipher(header),
            keys: keys,
            workerCount: context.workerCount
        )
        let active = ActiveSource(source, context.keys)
        let length = try pipeline.run(active, to: file, at: UInt64(SealedHeader.byteCount)) {
            length,
            sealed in
            header.baseLength = length
            let slot = try header.encode(volume)
            var whole = WipedBuffer(count: SealedHeader.byteCount + sealed.byteCount)
            whole.copy((slot + slot).span.bytes, to: 0)
            whole.copy(sealed, to: SealedHeader.byteCount)
            try whole.withBytes(0..<whole.count) { try file.write($0, at: 0) }
            isWritten = true
        }
        guard !isWritten else { return header }
        header.baseLength = length
        let slot = try header.encode(volume)
        try file.write(slot + slot, at: 0)
        return header
    }

    /// Removes a temporary that will not be used.
    ///
    /// What it holds may be on the disk already, so its wrap goes first.
    func discard(_ name: String, in folder: Folder) {
        Garbage(context).finishRemoving(name, from: folder.descriptor)
        context.unfinished.settle(name)
    }
}

/// A sealed file that is written but has no name yet: a locked temporary in its future folder.
struct NewInode: ~Copyable {
    let temporaryName: String
    let file: OwnedFile
    let header: SealedHeader
    let keys: SecretBox

    init(_ temporary: consuming TemporaryFile, header: SealedHeader, keys: SecretBox) {
        temporaryName = temporary.name
        file = temporary.file
        self.header = header
        self.keys = keys
    }
}

/// The key of a sealed file that is yet to be made, and its wrap.
struct NewInodeKey: Sendable {
    let fileID: FileID
    let wrapped: WrappedKey
    let key: SecretBox
}
