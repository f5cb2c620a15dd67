import KeyManagement
import SodiumCrypto
import SystemIO

/// Turns writes into frames at the end of a log.
struct LogWriter {
    let fileID: FileID
    let volume: VolumeKeys
    let keys: SecretBox
    let random: any RandomSource

    /// One change of a file.
    enum Change {
        case setLength(UInt64)
        case zeros(Range<UInt64>)
        case data(Range<UInt64>)
    }

    /// Seals a change of at most 64 KiB and chains it to the group so far.
    ///
    /// Returns the record as it goes to the file. `data` is the payload.
    func seal(
        _ change: Change,
        _ data: RawSpan,
        chain: inout LogChain,
        isGroupEnd: Bool
    ) throws(CryptoError) -> [UInt8] {
        var frame = LogFrame(
            number: chain.number + 1,
            offset: 0,
            length: 0,
            logicalLength: chain.logicalLength,
            flags: isGroupEnd ? [] : .more,
            nonce: random.bytes(XChaCha20Poly1305.nonceByteCount)
        )
        switch change {
        case .setLength(let length):
            frame.offset = length
            frame.logicalLength = length
            frame.flags.insert(.setLength)
        case .zeros(let range):
            frame.cover(range)
            frame.flags.insert(.zero)
        case .data(let range):
            frame.cover(range)
        }
        let header = try frame.encode(fileID, volume)
        var sealed = [UInt8](repeating: 0, count: data.byteCount + LogFrame.tagByteCount)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.seal(
            data,
            into: &output,
            nonce: frame.nonce,
            authenticating: header + chain.tag,
            key: keys.secret,
            keyOffset: ContentKeys.logKeyOffset
        )
        chain.advance(frame, tag: Array(sealed.suffix(LogFrame.tagByteCount)))
        return header + sealed
    }
}

extension LogFrame {
    fileprivate mutating func cover(_ range: Range<UInt64>) {
        offset = range.lowerBound
        length = UInt64(range.count)
        logicalLength = max(logicalLength, range.upperBound)
    }
}
