import KeyManagement

/// What a log says so far: which frames are still seen, what they cover, where the chain stands.
struct LogIndex: Sendable {
    /// What is needed to open a frame's payload again.
    struct Entry: Sendable, Equatable {
        /// Where the frame starts in the file.
        let position: UInt64
        let payloadByteCount: UInt32
        let seal: FrameSeal
        /// Bytes of the payload that later frames do not hide.
        private(set) var seenByteCount: UInt32 = 0

        init(position: UInt64, payloadByteCount: UInt32, seal: FrameSeal) {
            self.position = position
            self.payloadByteCount = payloadByteCount
            self.seal = seal
        }

        /// Whether something of the payload is part of the content.
        var isSeen: Bool { seenByteCount > 0 }

        /// Bytes of the whole record.
        func recordByteCount(chunk: Int) -> UInt64 {
            UInt64(LogFrame.byteCount(ofPayload: Int(payloadByteCount), chunk: chunk))
        }

        /// Notes that bytes of the payload are part of the content.
        ///
        /// - Returns: false when it does not have them.
        mutating func see(_ byteCount: UInt64, from skip: UInt32) -> Bool {
            guard UInt64(skip) + byteCount <= UInt64(payloadByteCount),
                UInt64(seenByteCount) + byteCount <= UInt64(payloadByteCount)
            else { return false }
            seenByteCount += UInt32(byteCount)
            return true
        }

        /// Notes that so many bytes of it are hidden now.
        mutating func hide(_ byteCount: UInt64) { seenByteCount -= UInt32(byteCount) }
    }

    /// Frames of data, by position; some are hidden by now.
    private(set) var entries: [Entry] = []
    private(set) var extents: ExtentMap
    private(set) var logicalLength: UInt64
    /// The number of the last frame; 0 without any.
    private(set) var lastNumber: UInt64 = 0
    /// The last change of content after the anchor.
    private(set) var lastChange: LoggedChange?
    /// The tag the next frame chains to; at first the base's commitment.
    private(set) var lastTag: [UInt8]
    /// Where the next frame goes.
    private(set) var end: UInt64
    /// Where the last index stands in the log; nil without any.
    private(set) var storedAt: UInt64?
    /// Frames and bytes of the log that came after the last index.
    private(set) var frameCountSinceStored = 0
    private(set) var byteCountSinceStored: UInt64 = 0
    /// Bytes of frames of which nothing is seen any more, and that are still in ``entries``.
    private(set) var hiddenByteCount: UInt64 = 0
    /// Where the log starts.
    private let logOffset: UInt64
    private let chunkByteCount: Int
    /// What the first frame chains to, and every index.
    let commitment: [UInt8]

    init(_ header: SealedHeader) {
        extents = ExtentMap(baseLimit: header.baseLength)
        logicalLength = header.baseLength
        commitment = header.commitment
        lastTag = header.commitment
        end = header.logOffset
        logOffset = header.logOffset
        chunkByteCount = header.chunkByteCount
    }

    /// What an index says that `chain` has just read.
    init(
        _ header: SealedHeader,
        _ entries: [Entry],
        _ extents: ExtentMap,
        after chain: LogChain
    ) {
        self.init(header)
        self.entries = entries
        self.extents = extents
        logicalLength = chain.logicalLength
        end = chain.start
        append(chain.group)
        frameCountSinceStored = 0
        byteCountSinceStored = 0
    }

    /// The anchor that says: the log goes at least to here; nil without a frame.
    var anchor: LogAnchor? {
        lastNumber == 0
            ? nil
            : LogAnchor(
                number: lastNumber,
                end: end,
                tag: lastTag,
                logicalLength: logicalLength,
                index: storedAt ?? 0
            )
    }
}

/// Where a log stands, and what it says there of the file.
struct LogEnd: Sendable {
    fileprivate let number: UInt64
    fileprivate let change: LoggedChange?
    fileprivate let tag: [UInt8]
    let position: UInt64
    fileprivate let logicalLength: UInt64
}

/// Going back.
extension LogIndex {
    /// Where the log stands now.
    var ending: LogEnd {
        LogEnd(
            number: lastNumber,
            change: lastChange,
            tag: lastTag,
            position: end,
            logicalLength: logicalLength
        )
    }

    /// Goes back to where the log stood before: which frames are seen then, a scan must tell.
    mutating func goBack(to earlier: LogEnd) {
        lastNumber = earlier.number
        lastChange = earlier.change
        lastTag = earlier.tag
        end = earlier.position
        logicalLength = earlier.logicalLength
    }

    /// Whether it tells of the same log as another.
    func endsLike(_ other: LogIndex) -> Bool { end == other.end && lastTag == other.lastTag }
}

/// Fragments.
extension LogIndex {
    /// Windows of the content whose pieces are smaller than a page on average.
    var fragmentedWindows: [Range<UInt64>] {
        let size = LogPolicy.windowByteCount
        var windows: [Range<UInt64>] = []
        var current: (number: UInt64, pieces: UInt64)?
        func finish() {
            guard let current else { return }
            let start = current.number * size
            let window = start..<min(start + size, logicalLength)
            let pages = UInt64(window.count) / LogPolicy.pageByteCount
            if current.pieces > max(1, pages) { windows.append(window) }
        }
        for extent in extents.all {
            let number = extent.range.lowerBound / size
            if number != current?.number {
                finish()
                current = (number, 0)
            }
            current?.pieces += 1
        }
        finish()
        return windows
    }
}

/// Growing.
extension LogIndex {
    /// Takes in a whole group.
    mutating func append(_ group: [ChainedFrame]) {
        for item in group {
            apply(item)
            let count = UInt64(item.frame.byteCount(chunk: chunkByteCount))
            lastNumber = item.frame.number
            lastChange = item.frame.change ?? lastChange
            lastTag = item.tag
            end += count
            frameCountSinceStored += 1
            byteCountSinceStored += count
        }
    }

    private mutating func apply(_ item: ChainedFrame) {
        let frame = item.frame
        var hidden: [(frame: Int, byteCount: UInt64)] = []
        if frame.flags.contains(.setLength) {
            extents.cut(to: frame.offset) { hidden.append(($0, $1)) }
        } else if frame.flags.contains(.zero) {
            extents.insert(frame.range, .zeros) { hidden.append(($0, $1)) }
        } else {
            var entry = Entry(
                position: end,
                payloadByteCount: UInt32(frame.length),
                seal: item.seal
            )
            if frame.flags.contains(.index) {
                if frame.beginsIndex { storedAt = end }
            } else {
                _ = entry.see(frame.length, from: 0)
                extents.insert(frame.range, .frame(entries.count, skip: 0)) {
                    hidden.append(($0, $1))
                }
            }
            entries.append(entry)
        }
        for (frame, byteCount) in hidden {
            entries[frame].hide(byteCount)
            guard !entries[frame].isSeen else { continue }
            hiddenByteCount += entries[frame].recordByteCount(chunk: chunkByteCount)
        }
        logicalLength = frame.logicalLength
    }

    /// Notes that the header vouches for the last index, and forgets the frames before it of which
    /// nothing is seen.
    ///
    /// - Returns: the parts of the log, from one frame that is seen to the next, in which nothing
    ///   counts any more and in which a frame was forgotten now.
    mutating func settle() -> [Range<UInt64>] {
        frameCountSinceStored = 0
        byteCountSinceStored = 0
        hiddenByteCount = 0
        guard let storedAt else { return [] }
        var gaps: [Range<UInt64>] = []
        var newIndex = [Int](repeating: 0, count: entries.count)
        var kept: [Entry] = []
        kept.reserveCapacity(entries.count)
        var start = logOffset
        var hasForgotten = false
        for (index, entry) in entries.enumerated() {
            if entry.position < storedAt, !entry.isSeen {
                hasForgotten = true
                continue
            }
            if hasForgotten { gaps.append(start..<min(entry.position, storedAt)) }
            hasForgotten = false
            start = entry.position + entry.recordByteCount(chunk: chunkByteCount)
            newIndex[index] = kept.count
            kept.append(entry)
        }
        if hasForgotten { gaps.append(start..<storedAt) }
        guard kept.count < entries.count else { return gaps }
        entries = kept
        extents.renumber { newIndex[$0] }
        return gaps
    }
}

/// What a frame's payload was sealed with: its nonce, and its code.
struct FrameSeal: Sendable, Equatable {
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64)

    static let byteCount = 40

    static func == (left: FrameSeal, right: FrameSeal) -> Bool { left.words == right.words }

    /// - Precondition: 24 bytes and 16.
    init(nonce: [UInt8], code: [UInt8]) {
        var reader = ByteReader(nonce + code)
        guard let seal = FrameSeal(&reader) else {
            preconditionFailure("a nonce has 24 bytes, a code 16")
        }
        self = seal
    }

    /// As it stands in an index; nil when the bytes run out.
    init?(_ reader: inout ByteReader) {
        guard let first = reader.integer(UInt64.self), let second = reader.integer(UInt64.self),
            let third = reader.integer(UInt64.self), let fourth = reader.integer(UInt64.self),
            let fifth = reader.integer(UInt64.self)
        else { return nil }
        words = (first, second, third, fourth, fifth)
    }

    /// 24 bytes.
    var nonce: [UInt8] {
        var writer = ByteWriter(capacity: 24)
        writer.append(words.0)
        writer.append(words.1)
        writer.append(words.2)
        return writer.bytes
    }

    /// 16 bytes.
    var code: [UInt8] {
        var writer = ByteWriter(capacity: 16)
        writer.append(words.3)
        writer.append(words.4)
        return writer.bytes
    }

    /// Writes both, as they stand in an index.
    func write(to writer: inout ByteWriter) {
        writer.append(words.0)
        writer.append(words.1)
        writer.append(words.2)
        writer.append(words.3)
        writer.append(words.4)
    }
}
