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

    /// Seals content into a temporary beside its future name, with a key of its own.
    ///
    /// The wrap is obtained first; any later failure removes the temporary.
    func make(
        _ source: any ContentSource,
        protection: ProtectionClass,
        mode: UInt32,
        modified: Timestamp? = nil,
        at place: EntryPlace,
        durability: Durability = .full
    ) throws -> NewInode {
        try make(
            source,
            key: try makeKeys([protection], place.path)[0],
            mode: mode,
            modified: modified,
            at: place,
            durability: durability
        )
    }

    /// Seals content into a temporary beside its future name, with a key that was made before.
    func make(
        _ source: any ContentSource,
        key: NewInodeKey,
        mode: UInt32,
        modified: Timestamp?,
        at place: EntryPlace,
        durability: Durability = .full
    ) throws -> NewInode {
        try ProtectionError.telling(of: place.path) {
            let temporary = try makeTemporary(in: place.folder)
            do {
                let (header, keys) = try seal(
                    source,
                    key: key,
                    mode: mode,
                    modified: modified,
                    to: temporary.file
                )
                if durability == .full { try temporary.file.synchronize() }
                return NewInode(temporary, header: header, keys: keys)
            } catch {
                discard(temporary.name, in: place.folder)
                throw error
            }
        }
    }

    /// Seals content into an empty file.
    func seal(
        _ source: any ContentSource,
        key: NewInodeKey,
        mode: UInt32,
        modified: Timestamp?,
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
            mode: mode,
            baseLength: 0,
            anchor: nil,
            commitment: try ContentKeys.commitment(of: keys),
            wrapped: key.wrapped
        )
        let written = try write(source, header, keys, volume, to: file)
        if let modified {
            // A time that cannot be kept is no reason to lose the content.
            try? context.fileSystem.setModified(
                file.descriptor,
                seconds: modified.seconds,
                nanoseconds: modified.nanoseconds
            )
        }
        return (written, keys)
    }

    private func makeTemporary(in folder: Folder) throws -> TemporaryFile {
        try context.unfinished.change { undoing in
            let temporary = try Temporary.makeFile(in: folder.descriptor, context)
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
