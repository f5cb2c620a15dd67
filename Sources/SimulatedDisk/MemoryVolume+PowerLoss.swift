import SystemIO

extension MemoryVolume {
    /// The volume as it is found when power returns: nothing open, nothing locked, all durable.
    func afterPowerLoss(_ choice: PowerLossChoice) -> MemoryVolume {
        var next = self
        next.descriptions = [:]
        next.pendingNames = []
        for number in next.inodes.keys { next.inodes[number]?.settle(choice) }
        next.chooseNames(from: pendingNames, choice)
        next.recount()
        return next
    }

    /// Undoes the changes of names that are not durable and does again those that survive.
    private mutating func chooseNames(
        from transactions: [NameTransaction],
        _ choice: PowerLossChoice
    ) {
        for transaction in transactions.reversed() {
            for change in transaction.changes.reversed() {
                inodes[change.folder]?.entries[change.name] = change.before
            }
        }
        var lost: Set<UInt64> = []
        for transaction in transactions {
            let isLost =
                choice.survival(of: transaction.number, sectors: 0..<0) != .whole
                || transaction.requirements.contains { lost.contains($0) }
            if isLost {
                lost.insert(transaction.number)
                continue
            }
            for change in transaction.changes {
                inodes[change.folder]?.entries[change.name] = change.after
            }
        }
    }

    /// Counts the links of what the root leads to and forgets the rest, as a check of the file
    /// system would.
    private mutating func recount() {
        for number in inodes.keys { inodes[number]?.links = 0 }
        inodes[Self.root]?.links = 2
        var folders = [Self.root]
        while let folder = folders.popLast() {
            for number in inodes[folder]?.entries.values ?? [:].values {
                guard inodes[number]?.kind == .directory else {
                    inodes[number]?.links += 1
                    continue
                }
                inodes[number]?.links = 2
                inodes[number]?.parent = folder
                inodes[folder]?.links += 1
                folders.append(number)
            }
        }
        inodes = inodes.filter { $0.value.links > 0 }
    }
}

extension MemoryInode {
    /// Takes the state found after a power loss.
    fileprivate mutating func settle(_ choice: PowerLossChoice) {
        if hasLostPages || !unsynced.isEmpty { content = survivingContent(choice) }
        durable = content
        unsynced = []
        hasLostPages = false
        failureCount = 0
        openCount = 0
        wholeLocks = [:]
        byteLocks = [:]
        pendingMentions = 0
        lastChange = 0
        namedBy = 0
    }

    /// The durable bytes and of the changes since what survives.
    ///
    /// A disk writes a sector as it stood in memory at one moment, so a surviving sector brings
    /// along what earlier writes put there. A truncation is a change of the journal which later
    /// writes build on.
    private func survivingContent(_ choice: PowerLossChoice) -> MemoryContent {
        let survivals = unsynced.map { choice.survival(of: $0.number, sectors: $0.sectors) }
        guard let last = survivals.lastIndex(where: { $0 != .lost }) else { return durable }
        var lastKept: [Int: Int] = [:]
        for (index, operation) in unsynced.enumerated() {
            for sector in operation.sectors where survivals[index].keeps(sector) {
                lastKept[sector] = index
            }
        }
        var result = durable
        for (index, operation) in unsynced[...last].enumerated() {
            switch operation.kind {
            case .truncate(let size):
                result.resize(to: size)
            case .write(let offset, let bytes):
                let end = offset + bytes.count
                for sector in operation.sectors where (lastKept[sector] ?? -1) >= index {
                    let start = sector * DataOperation.sectorByteCount
                    let range = max(start, offset)..<min(start + DataOperation.sectorByteCount, end)
                    bytes[range.lowerBound - offset..<range.upperBound - offset]
                        .withUnsafeBytes { result.write($0, at: range.lowerBound) }
                }
                if survivals[index].grows, result.byteCount < end { result.resize(to: end) }
            }
        }
        return result
    }
}

extension PowerLossChoice.Survival {
    fileprivate func keeps(_ sector: Int) -> Bool {
        switch self {
        case .lost: false
        case .whole: true
        case .sectors(let kept, _): kept.contains(sector)
        }
    }

    fileprivate var grows: Bool {
        switch self {
        case .lost: false
        case .whole: true
        case .sectors(_, let grows): grows
        }
    }
}
