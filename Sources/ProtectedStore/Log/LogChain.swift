import KeyManagement

/// A frame of a group, with what sealed it and the tag that the next one chains to.
struct ChainedFrame: Sendable {
    let frame: LogFrame
    let seal: FrameSeal
    let tag: [UInt8]
}

/// Where a log stands while a group is being written: not yet part of the file.
struct LogChain {
    private(set) var number: UInt64
    private(set) var tag: [UInt8]
    private(set) var logicalLength: UInt64
    /// Where the group starts in the file.
    let start: UInt64
    /// Where the next record goes in the file.
    private(set) var end: UInt64
    /// The frames of the group so far.
    private(set) var group: [ChainedFrame] = []
    /// What a log, and an index in it, chain to.
    let commitment: [UInt8]
    /// Whether the group leaves the content as it is.
    var isRewriting = false

    init(_ index: LogIndex) {
        number = index.lastNumber
        tag = index.lastTag
        logicalLength = index.logicalLength
        start = index.end
        end = index.end
        commitment = index.commitment
    }

    /// Where a log stands before the frame that begins with `head`, at `position` of the file; the
    /// frame still has to prove itself.
    init(_ header: SealedHeader, before head: [UInt8], at position: UInt64) {
        var reader = ByteReader(head)
        number = (reader.integer(UInt64.self) ?? 0) &- 1
        tag = header.commitment
        logicalLength = 0
        start = position
        end = position
        commitment = header.commitment
    }

    mutating func advance(_ item: ChainedFrame, byteCount: Int) {
        number = item.frame.number
        tag = item.tag
        logicalLength = item.frame.logicalLength
        end += UInt64(byteCount)
        group.append(item)
    }
}
