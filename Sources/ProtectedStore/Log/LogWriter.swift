import KeyManagement
import SodiumCrypto
import SystemIO

/// Turns writes into frames at the end of a log.
struct LogWriter {
    let fileID: FileID
    let volume: VolumeKeys
    let keys: SecretBox
    /// Plaintext bytes of a chunk of a payload.
    let chunkByteCount: Int
    let random: any RandomSource
    /// When it happens.
    let time: FrameTime

    /// One change of a file.
    enum Change {
        case setLength(UInt64)
        case zeros(Range<UInt64>)
        case data(Range<UInt64>)
        /// A part of an index, from so many bytes of it on.
        case index(UInt64)
    }

    /// Seals a change of at most 1 MiB and chains it to the group so far.
    ///
    /// Appends the record, as it goes to the file, to `records`. `data` is the payload.
    func seal(
        _ change: Change,
        _ data: RawSpan,
        chain: inout LogChain,
        isGroupEnd: Bool,
        into records: inout RecordBuffer
    ) throws(CryptoError) {
        let frame = frame(of: change, data.byteCount, chain, isGroupEnd: isGroupEnd)
        let (header, code) = try frame.encode(
            fileID,
            volume,
            after: frame.beginsIndex ? chain.commitment : chain.tag
        )
        let byteCount = frame.byteCount(chunk: chunkByteCount)
        records.append(header)
        try records.append(byteCount - header.count) { (output) throws(CryptoError) in
            try XChaCha20Poly1305.sealChunks(
                data,
                of: chunkByteCount,
                into: &output,
                nonce: frame.nonce,
                authenticating: code,
                key: keys.secret,
                keyOffset: ContentKeys.logKeyOffset
            )
        }
        chain.advance(
            ChainedFrame(
                frame: frame,
                seal: FrameSeal(nonce: frame.nonce, code: code),
                tag: records.suffix(LogFrame.tagByteCount)
            ),
            byteCount: byteCount
        )
    }

    private func frame(
        of change: Change,
        _ byteCount: Int,
        _ chain: LogChain,
        isGroupEnd: Bool
    ) -> LogFrame {
        var frame = LogFrame(
            number: chain.number + 1,
            offset: 0,
            length: 0,
            logicalLength: chain.logicalLength,
            flags: isGroupEnd ? [] : .more,
            time: chain.isRewriting ? .unchanged : time,
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
        case .index(let offset):
            frame.offset = offset
            frame.length = UInt64(byteCount)
            frame.flags.insert(.index)
        }
        return frame
    }
}

extension LogFrame {
    fileprivate mutating func cover(_ range: Range<UInt64>) {
        offset = range.lowerBound
        length = UInt64(range.count)
        logicalLength = max(logicalLength, range.upperBound)
    }
}
