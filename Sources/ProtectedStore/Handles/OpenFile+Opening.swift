import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

extension OpenFile {
    /// Opens an existing sealed file.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `authentication-failure`,
    ///   `unsupported-version`, `not-found`; `busy` when others have what is claimed.
    static func open(
        _ place: Place,
        _ context: StoreContext,
        claiming claim: InodeClaim = .use
    ) throws -> OpenFile {
        try ProtectionError.telling(of: place.path) {
            try place.withInode(context, claiming: claim) { file, status in
                try open(file, status, place, context)
            }
        }
    }

    /// Opens the sealed file that an inode holds.
    static func open(
        _ file: consuming OwnedFile,
        _ status: FileStatus,
        _ place: Place,
        _ context: StoreContext
    ) throws -> OpenFile {
        let volume = try context.keys.volumeKeys()
        let slots = try file.read(SealedHeader.byteCount, at: 0)
        let header = try SealedHeader.read(
            slots[...],
            device: context.deviceID,
            keys: volume
        ).record
        let keys = try contentKeys(header, context)
        guard status.size >= header.logOffset else { throw AuthenticatedSlot.Defect.damaged }
        var scanner = LogScanner(header, volume, keys)
        let index =
            status.size > header.logOffset || header.anchor != nil
            ? try scanner.scan(file) : LogIndex(header)
        let content = SealedContent(header: header, keys: keys, index: index)
        if !content.provesItsEnd { try content.checkEnd(file) }
        return OpenFile(
            OpenInode(file, status.identity),
            header: header,
            keys: keys,
            index: index,
            place: place,
            context
        )
    }
    /// Unwraps the file key and derives what the content needs.
    static func contentKeys(
        _ header: SealedHeader,
        _ context: StoreContext
    ) throws -> SecretBox {
        let request = UnwrapRequest(header.wrapped, fileID: header.fileID)
        guard let fileKey = try context.keys.unwrap([request]).first?.get() else {
            throw ProtectionError(.internalError, "no key came back")
        }
        let keys = try ContentKeys.derive(
            from: fileKey.secret,
            suite: header.suite,
            chunkByteCountLog2: header.chunkByteCountLog2,
            device: header.deviceID,
            fileID: header.fileID
        )
        try SealedContent.checkCommitment(keys, header)
        return keys
    }
}
