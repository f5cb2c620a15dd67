extension MemoryInode {
    /// A sync that succeeds.
    mutating func makeDurable() {
        if hasLostPages {
            // Only what was touched since the failure is written, by whole sectors.
            for operation in unsynced {
                switch operation.kind {
                case .truncate(let size):
                    durable.resize(to: size)
                case .write(let offset, let bytes):
                    let sectors = operation.sectors
                    let size = DataOperation.sectorByteCount
                    let start = sectors.lowerBound * size
                    let end = min(sectors.upperBound * size, content.byteCount)
                    let final = max(durable.byteCount, min(offset + bytes.count, end))
                    guard start < end else { continue }
                    content.bytes(start..<end).withUnsafeBytes { durable.write($0, at: start) }
                    durable.resize(to: final)
                }
            }
        } else {
            durable = content
        }
        unsynced = []
    }

    /// A sync that fails.
    mutating func lose(_ pages: UnsyncedPages) {
        switch pages {
        case .kept:
            hasLostPages = hasLostPages || !unsynced.isEmpty
        case .reverted:
            content = durable
            hasLostPages = false
        }
        unsynced = []
    }
}
