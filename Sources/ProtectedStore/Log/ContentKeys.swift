import KeyManagement
import ProtectionModel
import SodiumCrypto

/// The keys of one inode's content, derived from its file key.
///
/// HKDF-Expand-SHA-512(file key, `"protection-toolkit file"` || version (2) || suite (1) || log2 of
/// the chunk size (1) || device id (16) || file id (16)), 108 bytes: base key (32), base nonce
/// (12), commitment (32), log key (32). File key and id are fresh for every inode, so no salt is
/// needed.
enum ContentKeys {
    static let baseKeyOffset = 0
    static let baseNonceOffset = 32
    static let commitmentOffset = 44
    static let logKeyOffset = 76
    static let byteCount = 108

    /// Derives into the file key's own group, so that the same discard takes both.
    static func derive(
        from fileKey: borrowing SecureBytes,
        suite: ChunkCipherSuite,
        chunkByteCountLog2: UInt8,
        device: DeviceID,
        fileID: FileID
    ) throws(CryptoError) -> SecretBox {
        let keys = try SecureBytes(count: byteCount, group: fileKey.group, arena: fileKey.arena)
        var info = ByteWriter(capacity: 64)
        info.append("protection-toolkit file".utf8)
        info.append(SealedFormat.current)
        info.append([suite.rawValue, chunkByteCountLog2])
        info.append(device.bytes)
        info.append(fileID.bytes)
        try HKDFSHA512.expand(fileKey, info: info.bytes, into: keys)
        return SecretBox(keys)
    }

    /// Unwraps the file key of an inode, and derives what its content needs.
    static func unwrap(_ header: SealedHeader, _ context: StoreContext) throws -> SecretBox {
        let request = UnwrapRequest(header.wrapped, fileID: header.fileID)
        guard let fileKey = try context.keys.unwrap([request]).first?.get() else {
            throw ProtectionError(.internalError, "no key came back")
        }
        let keys = try derive(
            from: fileKey.secret,
            suite: header.suite,
            chunkByteCountLog2: header.chunkByteCountLog2,
            device: header.deviceID,
            fileID: header.fileID
        )
        // The keys that the base was sealed with, and no others.
        guard ConstantTime.areEqual(try commitment(of: keys), header.commitment) else {
            throw AuthenticatedSlot.Defect.damaged
        }
        return keys
    }

    /// The public value by which a header shows which key it belongs to.
    static func commitment(of keys: SecretBox) throws(CryptoError) -> [UInt8] {
        try keys.secret.withBytes { bytes in
            bytes.extracting(commitmentOffset..<commitmentOffset + 32).array
        }
    }

    static func baseCipher(_ header: SealedHeader) throws(CryptoError) -> ChunkCipher {
        try ChunkCipher(
            suite: header.suite,
            chunkByteCount: header.chunkByteCount,
            keyOffset: baseKeyOffset,
            nonceOffset: baseNonceOffset
        )
    }
}
