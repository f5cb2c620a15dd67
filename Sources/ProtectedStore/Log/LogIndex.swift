/// What a log says so far: which frames count, what they cover, where the chain stands.
struct LogIndex: Sendable {
    /// What is needed to open a frame's payload again.
    struct Entry: Sendable {
        /// Where the frame starts in the file.
        let position: UInt64
        let payloadByteCount: Int
        /// What its associated data ends with.
        let previousTag: [UInt8]
    }

    private(set) var entries: [Entry] = []
    private(set) var extents: ExtentMap
    private(set) var logicalLength: UInt64
    /// The number of the last frame; 0 without any.
    private(set) var lastNumber: UInt64 = 0
    /// The tag the next frame chains to; at first the base's commitment.
    private(set) var lastTag: [UInt8]
    /// Where the next frame goes.
    private(set) var end: UInt64

    init(_ header: SealedHeader) {
        extents = ExtentMap(baseLimit: header.baseLength)
        logicalLength = header.baseLength
        lastTag = header.commitment
        end = header.logOffset
    }

    /// Takes in a whole group, with the tag of each frame.
    mutating func append(_ group: [(frame: LogFrame, tag: [UInt8])]) {
        for (frame, tag) in group {
            entries.append(
                Entry(
                    position: end,
                    payloadByteCount: frame.payloadByteCount,
                    previousTag: lastTag
                )
            )
            apply(frame)
            lastNumber = frame.number
            lastTag = tag
            end += UInt64(frame.byteCount)
        }
    }

    private mutating func apply(_ frame: LogFrame) {
        if frame.flags.contains(.setLength) {
            extents.cut(to: frame.offset)
        } else {
            let range = frame.offset..<frame.offset + frame.length
            extents.insert(
                range,
                frame.flags.contains(.zero) ? .zeros : .frame(entries.count - 1, skip: 0)
            )
        }
        logicalLength = frame.logicalLength
    }

    /// The anchor that says: the log goes at least to here; nil without a frame.
    var anchor: LogAnchor? {
        lastNumber == 0
            ? nil
            : LogAnchor(number: lastNumber, end: end, tag: lastTag, logicalLength: logicalLength)
    }
}
