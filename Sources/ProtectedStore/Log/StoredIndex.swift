import KeyManagement

/// An index as it stands in a log, so that opening a file need not read what came before.
///
/// | bytes | field (little-endian) |
/// |---|---|
/// | 0 | where the index's first frame stands in the file (8) |
/// | 8 | tag of the frame before it (16) |
/// | 24 | bytes of the base that can still be seen (8) |
/// | 32 | logical length (8) |
/// | 40 | number of frames *n* (8), number of extents *m* (8) |
/// | 56 | *n* times, by position: position (8), payload (4), nonce (24), code (16) |
/// | then | *m* times, in order and apart: start (8), length (8), index of the frame, from 1, or 0 for zeros (4), offset in its payload (4) |
///
/// Only frames of which something is seen are in it. It is sealed under the file's log key and part
/// of the chain, and counts from the moment that an anchor in the header vouches for it: so nobody
/// can have made it but a writer of the file, and an older one does not count.
enum StoredIndex {
    private static let headByteCount = 56
    private static let frameByteCount = 52
    private static let extentByteCount = 24

    /// Bytes of an index, at most.
    static func byteCount(of index: LogIndex) -> UInt64 {
        UInt64(
            headByteCount + index.entries.count * frameByteCount
                + index.extents.count * extentByteCount
        )
    }

    /// The index as it goes into the log at its end.
    static func encode(_ index: LogIndex) -> [UInt8] {
        let seen = index.entries.indices.filter { index.entries[$0].isSeen }
        var writer = ByteWriter(
            capacity: Int(byteCount(of: index))
        )
        writer.append(index.end)
        writer.append(index.lastTag)
        writer.append(index.extents.baseLimit)
        writer.append(index.logicalLength)
        writer.append(UInt64(seen.count))
        writer.append(UInt64(index.extents.count))
        var numbers = [UInt32](repeating: 0, count: index.entries.count)
        for (number, place) in seen.enumerated() {
            let entry = index.entries[place]
            numbers[place] = UInt32(number + 1)
            writer.append(entry.position)
            writer.append(entry.payloadByteCount)
            entry.seal.write(to: &writer)
        }
        for extent in index.extents.all {
            writer.append(extent.range.lowerBound)
            writer.append(UInt64(extent.range.count))
            switch extent.source {
            case .zeros:
                writer.append(UInt64(0))
            case .frame(let place, let skip):
                writer.append(numbers[place])
                writer.append(UInt32(skip))
            }
        }
        return writer.bytes
    }

    /// Whether `bytes` are an index of what `index` says, at its end.
    static func follows(_ bytes: [UInt8], _ index: LogIndex) -> Bool {
        var reader = ByteReader(bytes)
        return reader.integer(UInt64.self) == index.end
            && reader.bytes(index.lastTag.count) == index.lastTag
    }

    /// What an index says that `chain` has just read to its end.
    ///
    /// - Returns: nil when it contradicts itself, its place or the header.
    static func decode(_ bytes: [UInt8], _ header: SealedHeader, _ chain: LogChain) -> LogIndex? {
        guard let position = header.anchor?.index else { return nil }
        var reader = ByteReader(bytes)
        guard reader.integer(UInt64.self) == position, reader.bytes(16) != nil,
            let baseLimit = reader.integer(UInt64.self), baseLimit <= header.baseLength,
            let length = reader.integer(UInt64.self), length == chain.logicalLength,
            let frameCount = reader.integer(UInt64.self),
            let extentCount = reader.integer(UInt64.self),
            // Neither overflows: no index is longer than its file.
            frameCount <= UInt64(bytes.count), extentCount <= UInt64(bytes.count),
            bytes.count == headByteCount + Int(frameCount) * frameByteCount
                + Int(extentCount) * extentByteCount
        else { return nil }
        var entries: [LogIndex.Entry] = []
        entries.reserveCapacity(Int(frameCount))
        var end = header.logOffset
        for _ in 0..<frameCount {
            guard let entry = entry(&reader), entry.position >= end else { return nil }
            end = entry.position + entry.recordByteCount(chunk: header.chunkByteCount)
            entries.append(entry)
        }
        guard end <= position else { return nil }
        var extents = ExtentMap(baseLimit: baseLimit)
        var start: UInt64 = 0
        for _ in 0..<extentCount {
            guard let extent = extent(&reader, &entries), extent.range.lowerBound >= start else {
                return nil
            }
            start = extent.range.upperBound
            extents.append(extent)
        }
        guard start <= length, entries.allSatisfy(\.isSeen) else { return nil }
        return LogIndex(header, entries, extents, after: chain)
    }

    private static func entry(_ reader: inout ByteReader) -> LogIndex.Entry? {
        guard let position = reader.integer(UInt64.self), position <= LogFrame.lengthLimit,
            let count = reader.integer(UInt32.self), count <= LogFrame.payloadLimit,
            let seal = FrameSeal(&reader)
        else { return nil }
        return LogIndex.Entry(position: position, payloadByteCount: count, seal: seal)
    }

    private static func extent(
        _ reader: inout ByteReader,
        _ entries: inout [LogIndex.Entry]
    ) -> ExtentMap.Extent? {
        guard let start = reader.integer(UInt64.self), start <= LogFrame.lengthLimit,
            let count = reader.integer(UInt64.self), count <= LogFrame.lengthLimit, count > 0,
            let number = reader.integer(UInt32.self), let skip = reader.integer(UInt32.self)
        else { return nil }
        let range = start..<start + count
        guard number > 0 else { return ExtentMap.Extent(range: range, source: .zeros) }
        let place = Int(number) - 1
        guard place < entries.count, entries[place].see(count, from: skip) else { return nil }
        return ExtentMap.Extent(range: range, source: .frame(place, skip: UInt64(skip)))
    }
}
