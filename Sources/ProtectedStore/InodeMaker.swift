import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Makes sealed files, and puts them in the place of their name.
struct InodeMaker {
    let context: StoreContext

    /// Seals content into a temporary of `folder`.
    ///
    /// The wrap is obtained first, so a class that cannot be had now leaves nothing behind; any
    /// later failure removes the temporary.
    func make(
        _ source: any ContentSource,
        protection: ProtectionClass,
        mode: UInt32,
        in folder: Folder,
        _ durability: Durability,
        _ path: DevicePath
    ) throws(StoreError) -> NewInode {
        try StoreError.translating(path) {
            let fileID = FileID(context.keys.random.bytes(16))
            let volume = try context.keys.volumeKeys()
            guard
                let new = try context.keys.makeKeys([
                    NewKeyRequest(fileID: fileID, protection: protection)
                ]).first
            else { throw StoreError(.internalError, "no key was made") }
            let suite = context.keys.suite
            let keys = try ContentKeys.derive(
                from: new.key.secret,
                suite: suite,
                chunkByteCountLog2: 14,
                device: context.deviceID,
                fileID: fileID
            )
            var header = SealedHeader(
                generation: 1,
                deviceID: context.deviceID,
                fileID: fileID,
                suite: suite,
                chunkByteCountLog2: 14,
                mode: mode,
                baseLength: 0,
                anchor: nil,
                commitment: try ContentKeys.commitment(of: keys),
                wrapped: new.wrapped
            )
            let temporary = try Temporary.makeFile(in: folder.descriptor, context)
            do {
                header = try write(source, header, keys, volume, to: temporary.file)
                if durability == .full { try temporary.file.synchronize() }
            } catch {
                discard(temporary.name, in: folder)
                throw error
            }
            return NewInode(temporary, header: header, keys: keys)
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
        let length = try pipeline.run(source, to: file, at: UInt64(SealedHeader.byteCount)) {
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
    func discard(_ name: String, in folder: Folder) {
        // A failure leaves garbage that `fsck --repair` collects.
        try? context.fileSystem.unlink(name, in: folder.descriptor, folder: false)
    }

    /// What may stand where a new inode goes.
    enum Condition {
        /// Nothing, or a file.
        case freeOrFile
        /// Nothing.
        case free
        /// This inode only: it was read, and is replaced by itself in another form.
        case still(FileIdentity)

        /// Whoever replaces an inode by itself holds its locks.
        var isClaimed: Bool {
            if case .still = self { true } else { false }
        }
    }

    /// Gives a new inode its name, and takes the wraps out of the one it replaces.
    ///
    /// - Throws: `StoreError` with `is-a-directory`, `already-exists`, or `busy` when the name no
    ///   longer leads to the expected inode; the temporary is then gone.
    func commit(
        _ inode: borrowing NewInode,
        as name: SealedName,
        in folder: Folder,
        if condition: Condition,
        _ durability: Durability,
        _ path: DevicePath
    ) throws(StoreError) {
        let temporary = inode.temporaryName
        let file = inode.file.descriptor
        do throws(StoreError) {
            try Folder.withLock(on: [folder], path) {
                try put(temporary, file, as: name, in: folder, if: condition, durability, path)
            }
        } catch {
            discard(temporary, in: folder)
            throw error
        }
    }

    private func put(
        _ temporary: String,
        _ file: Descriptor,
        as name: SealedName,
        in folder: Folder,
        if condition: Condition,
        _ durability: Durability,
        _ path: DevicePath
    ) throws {
        let existing = try entry(name, in: folder, path)
        try check(existing, condition, path)
        let wraps = WrapEraser(context)
        let old = existing == nil ? nil : try wraps.open(name.onDisk, in: folder)
        if existing != nil, durability == .none {
            // The rename could survive a power loss without the bytes, and the old file be gone.
            try context.fileSystem.synchronize(file, dataOnly: true)
        }
        try SideFile(context).prepare(name, in: folder)
        try context.fileSystem.rename(
            temporary,
            in: folder.descriptor,
            to: name.onDisk,
            in: folder.descriptor,
            replacing: existing != nil
        )
        guard durability == .full else { return }
        try folder.file.synchronize()
        // Not before the rename is durable: a power loss may bring the old file back.
        if let old { wraps.erase(old, isClaimed: condition.isClaimed) }
    }

    private func entry(
        _ name: SealedName,
        in folder: Folder,
        _ path: DevicePath
    ) throws -> FileStatus? {
        do throws(SystemError) {
            return try context.fileSystem.status(of: name.onDisk, in: folder.descriptor)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw error
        }
    }

    private func check(
        _ existing: FileStatus?,
        _ condition: Condition,
        _ path: DevicePath
    ) throws(StoreError) {
        guard existing?.kind != .directory else { throw StoreError(.isADirectory, path: path) }
        guard existing == nil || existing?.kind == .file else {
            throw StoreError(.authenticationFailure, path: path)
        }
        switch condition {
        case .freeOrFile: break
        case .free:
            guard existing == nil else { throw StoreError(.alreadyExists, path: path) }
        case .still(let identity):
            guard existing?.identity == identity else { throw StoreError(.busy, path: path) }
        }
    }
}
