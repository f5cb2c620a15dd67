/// A change that a power loss may take, with what else can become of it.
struct LosableChange: Sendable {
    let number: UInt64
    /// What it cannot survive without.
    let requirements: [UInt64]
    /// The sectors a write touches; empty for other changes.
    let sectors: Range<Int>
    /// Whether a write reaches past the end the file would have without it.
    let isGrowing: Bool

    /// Everything that can become of it, or nil when that is more than `limit`.
    func survivals(limit: Int) -> [PowerLossChoice.Survival]? {
        guard sectors.count > 1 || isGrowing else { return [.lost, .whole] }
        guard sectors.count < 16, 1 << sectors.count <= limit else { return nil }
        var all: [PowerLossChoice.Survival] = []
        for mask in 0..<(1 << sectors.count) {
            let kept = Set(sectors.filter { mask >> ($0 - sectors.lowerBound) & 1 == 1 })
            all.append(kept.isEmpty ? .lost : .sectors(kept, grows: false))
            if isGrowing { all.append(.sectors(kept, grows: true)) }
        }
        return all
    }
}

extension MemoryVolume {
    /// The changes whose loss in a power failure could be noticed, in the order they were made.
    func losableChanges() -> [LosableChange] {
        var changes = pendingNames.map {
            LosableChange(
                number: $0.number,
                requirements: $0.requirements,
                sectors: 0..<0,
                isGrowing: false
            )
        }
        for inode in inodes.values where inode.maySurvive {
            // The smallest end the file can have had: whatever reaches beyond may grow it.
            var end = inode.durable.byteCount
            for operation in inode.unsynced {
                if case .truncate(let size) = operation.kind { end = min(end, size) }
                changes.append(
                    LosableChange(
                        number: operation.number,
                        requirements: [],
                        sectors: operation.sectors,
                        isGrowing: operation.end > end
                    )
                )
            }
        }
        return changes.sorted { $0.number < $1.number }
    }
}

extension DataOperation {
    /// Where a write ends; 0 for a truncation.
    fileprivate var end: Int {
        guard case .write(let offset, let bytes) = kind else { return 0 }
        return offset + bytes.count
    }
}
