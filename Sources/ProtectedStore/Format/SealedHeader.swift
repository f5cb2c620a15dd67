package import KeyManagement
package import ProtectionModel
package import SodiumCrypto

/// What stands at the start of every sealed file, twice; readable in every booted state.
///
/// Body of the slot, from byte 40 (little-endian): file id (16), class (1), cipher suite (1), log2
/// of the chunk size (1), zero (1), length of the wrapped key (2), zeros (2), base length (8), then
/// of the log's anchor: frame number (8, 0 for none), end of the log (8), tag (16), logical length
/// (8), where the log's index stands (8, 0 for none); commitment (32), wrapped key (112,
/// zero-padded), attributes (112).
package struct SealedHeader: SlotRecord, Sendable, Equatable {
    /// Where the sealed base starts: after both slots.
    package static let byteCount = 2 * AuthenticatedSlot.byteCount
    /// 16 KiB: a TLS record's size, 0.1 % overhead.
    package static let chunkByteCountLog2: UInt8 = 14

    static let magic = "PTSEALED"
    private static let wrapRoom = 112

    package var generation: UInt64
    package let deviceID: DeviceID
    package let fileID: FileID
    package let suite: ChunkCipherSuite
    package let chunkByteCountLog2: UInt8
    /// What is remembered of the file besides its content.
    package var attributes: NodeAttributes
    /// Plaintext bytes of the base.
    package var baseLength: UInt64
    /// The last frame of the log at the last close that left one; nil before the first such close.
    package var anchor: LogAnchor?
    /// Shows that a key is the one this base was sealed with.
    package let commitment: [UInt8]
    /// The file key, sealed under the class.
    package var wrapped: WrappedKey

    /// The file's class.
    package var protection: ProtectionClass { wrapped.protection }
    /// Plaintext bytes of a whole chunk.
    package var chunkByteCount: Int { 1 << Int(chunkByteCountLog2) }
    /// Logical length as far as the header knows.
    package var anchoredLength: UInt64 { anchor?.logicalLength ?? baseLength }

    /// Where the log starts: after the sealed base.
    package var logOffset: UInt64 {
        let chunks = baseLength >> UInt64(chunkByteCountLog2) + 1
        return UInt64(Self.byteCount) + baseLength + chunks * UInt64(ChunkCipher.tagByteCount)
    }

    func encode(_ keys: VolumeKeys) throws(CryptoError) -> [UInt8] {
        var body = ByteWriter(capacity: 440)
        body.append(fileID.bytes)
        body.append([protection.rawValue, suite.rawValue, chunkByteCountLog2, 0])
        body.append(UInt16(wrapped.bytes.count))
        body.append(UInt16(0))
        body.append(baseLength)
        body.append(anchor?.number ?? 0)
        body.append(anchor?.end ?? 0)
        body.append(anchor?.tag ?? [UInt8](repeating: 0, count: 16))
        body.append(anchor?.logicalLength ?? 0)
        body.append(anchor?.index ?? 0)
        body.append(commitment)
        body.append(wrapped.bytes)
        body.append([UInt8](repeating: 0, count: Self.wrapRoom - wrapped.bytes.count))
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

    private static func decode(
        _ slot: [UInt8],
        device: DeviceID,
        keys: VolumeKeys
    ) throws -> SlotPair<SealedHeader>.Slot {
        var (generation, body) = try AuthenticatedSlot.open(
            slot,
            magic: magic,
            device: device,
            keys: keys,
            keyOffset: VolumeKeys.headerOffset
        )
        guard let header = SealedHeader(&body, generation: generation, device: device) else {
            throw AuthenticatedSlot.Defect.unsupported
        }
        return SlotPair.Slot(
            generation: generation,
            identifier: header.fileID.bytes,
            record: header
        )
    }

    /// Reads both slots of a file.
    ///
    /// - Throws: as ``SlotPair/init(_:decode:)``; `AuthenticatedSlot.Defect.noFile` for those of a
    ///   link or special file.
    static func read(
        _ bytes: ArraySlice<UInt8>,
        device: DeviceID,
        keys: VolumeKeys
    ) throws -> SlotPair<SealedHeader> {
        do {
            return try readFile(bytes, device: device, keys: keys)
        } catch AuthenticatedSlot.Defect.damaged {
            let link = try LinkRecord.read(bytes, device: device, keys: keys).record
            throw AuthenticatedSlot.Defect.noFile(link.attributes.kind)
        }
    }

    /// Reads both slots, and takes those of anything else for damaged.
    static func readFile(
        _ bytes: ArraySlice<UInt8>,
        device: DeviceID,
        keys: VolumeKeys
    ) throws -> SlotPair<SealedHeader> {
        try SlotPair(bytes) { try decode($0, device: device, keys: keys) }
    }
}

extension SealedHeader {
    /// Nil for values this version does not know; the slot authenticates, so a newer one made it.
    fileprivate init?(_ body: inout ByteReader, generation: UInt64, device: DeviceID) {
        guard let id = body.bytes(16),
            let protection = body.integer(UInt8.self).flatMap(ProtectionClass.init(rawValue:)),
            let suite = body.integer(UInt8.self).flatMap(ChunkCipherSuite.init(rawValue:)),
            let chunk = body.integer(UInt8.self), (12...20).contains(chunk),
            body.integer(UInt8.self) == 0, let count = body.integer(UInt16.self),
            body.integer(UInt16.self) == 0, count == WrappedKey.byteCount(of: protection),
            let length = body.integer(UInt64.self), length <= UInt64(Int64.max) / 2,
            let anchor = OptionalAnchor(&body), let commitment = body.bytes(32),
            let wrapped = body.bytes(Int(count)),
            body.bytes(Self.wrapRoom - wrapped.count) != nil,
            let attributes = NodeAttributes(&body), attributes.kind == .file
        else { return nil }
        self.init(
            generation: generation,
            deviceID: device,
            fileID: FileID(id),
            suite: suite,
            chunkByteCountLog2: chunk,
            attributes: attributes,
            baseLength: length,
            anchor: anchor.value,
            commitment: commitment,
            wrapped: WrappedKey(protection: protection, bytes: wrapped)
        )
    }
}

/// The anchor as it stands in a slot, where it may be none.
private struct OptionalAnchor {
    let value: LogAnchor?

    init?(_ body: inout ByteReader) {
        guard let number = body.integer(UInt64.self), let end = body.integer(UInt64.self),
            let tag = body.bytes(16), let logical = body.integer(UInt64.self),
            let index = body.integer(UInt64.self), index <= end
        else { return nil }
        guard number > 0 else {
            value = nil
            return
        }
        value = LogAnchor(number: number, end: end, tag: tag, logicalLength: logical, index: index)
    }
}

/// The last frame of a log that is known to be durable; a log that ends before it was cut.
package struct LogAnchor: Sendable, Equatable {
    /// The frame's number, from 1.
    package let number: UInt64
    /// Where the log ends after that frame, in bytes of the file.
    package let end: UInt64
    /// The frame's authentication tag (16 bytes).
    package let tag: [UInt8]
    /// Plaintext bytes of the file after that frame.
    package let logicalLength: UInt64
    /// Where in the file the last index stands, at or before that frame; 0 for none.
    package let index: UInt64
}
