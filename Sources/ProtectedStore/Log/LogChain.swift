/// Where a log stands while a group is being written: not yet part of the file.
struct LogChain {
    private(set) var number: UInt64
    private(set) var tag: [UInt8]
    private(set) var logicalLength: UInt64
    /// Where the next record goes in the file.
    private(set) var end: UInt64
    /// The frames of the group so far.
    private(set) var group: [(frame: LogFrame, tag: [UInt8])] = []

    init(_ index: LogIndex) {
        number = index.lastNumber
        tag = index.lastTag
        logicalLength = index.logicalLength
        end = index.end
    }

    mutating func advance(_ frame: LogFrame, tag: [UInt8]) {
        number = frame.number
        self.tag = tag
        logicalLength = frame.logicalLength
        end += UInt64(frame.byteCount)
        group.append((frame, tag))
    }
}
