/// Which part of a file comes from where, after all frames of its log.
///
/// Extents lie apart and in order; what none covers comes from the base, up to ``baseLimit``, and
/// is zeros beyond it. They stand in blocks of bounded size, so that a write into the middle of a
/// large file moves few of them.
struct ExtentMap: Sendable {
    /// Where the bytes of an extent are.
    enum Source: Sendable, Equatable {
        /// In the payload of the frame with this index, from `skip` bytes on.
        case frame(Int, skip: UInt64)
        case zeros
    }

    struct Extent: Sendable, Equatable {
        var range: Range<UInt64>
        var source: Source
    }

    /// A part of a read and where it comes from.
    enum Piece: Sendable, Equatable {
        case base(Range<UInt64>)
        case frame(Int, skip: UInt64, Range<UInt64>)
        case zeros(Range<UInt64>)
    }

    /// Where an extent stands.
    private struct Place {
        var block: Int
        var index: Int
    }

    /// A block with more extents is cut in two.
    private static let blockLimit = 256

    /// None is empty.
    private var blocks: [[Extent]] = []
    /// How much of the base can still be seen; it never grows.
    private(set) var baseLimit: UInt64
    /// How many extents there are.
    private(set) var count = 0

    init(baseLimit: UInt64) {
        self.baseLimit = baseLimit
    }

    /// All extents, in order.
    var all: some Sequence<Extent> { blocks.lazy.joined() }

    /// Puts an extent over what was there, and tells how many bytes of which frames it hides.
    ///
    /// - Complexity: O(log n), and O(k) for k extents that it hides.
    mutating func insert(
        _ range: Range<UInt64>,
        _ source: Source,
        onHide: (_ frame: Int, _ byteCount: UInt64) -> Void
    ) {
        guard !range.isEmpty else { return }
        replace(range, with: [Extent(range: range, source: source)], onHide: onHide)
    }

    /// Takes in an extent that comes after all others.
    mutating func append(_ extent: Extent) {
        if let last = blocks.indices.last, blocks[last].count < Self.blockLimit {
            blocks[last].append(extent)
        } else {
            blocks.append([extent])
        }
        count += 1
    }

    /// Hides everything from `length` on, forever.
    mutating func cut(
        to length: UInt64,
        onHide: (_ frame: Int, _ byteCount: UInt64) -> Void
    ) {
        baseLimit = min(baseLimit, length)
        replace(length..<UInt64.max, with: [], onHide: onHide)
    }

    /// The parts of a range, in order and without gaps.
    func pieces(of range: Range<UInt64>) -> [Piece] {
        var pieces: [Piece] = []
        var position = range.lowerBound
        var place = firstPlace(endingAfter: range.lowerBound)
        while let extent = extent(at: place), extent.range.lowerBound < range.upperBound {
            let part = extent.clipped(to: extent.range.clamped(to: range))
            uncovered(position..<part.range.lowerBound, &pieces)
            switch part.source {
            case .frame(let index, let skip): pieces.append(.frame(index, skip: skip, part.range))
            case .zeros: pieces.append(.zeros(part.range))
            }
            position = part.range.upperBound
            advance(&place)
        }
        uncovered(position..<max(position, range.upperBound), &pieces)
        return pieces
    }

    /// Gives frames other indices.
    mutating func renumber(_ newIndex: (Int) -> Int) {
        for block in blocks.indices {
            for index in blocks[block].indices {
                guard case .frame(let old, let skip) = blocks[block][index].source else { continue }
                blocks[block][index].source = .frame(newIndex(old), skip: skip)
            }
        }
    }

    private func uncovered(_ range: Range<UInt64>, _ pieces: inout [Piece]) {
        let base = range.clamped(to: 0..<baseLimit)
        if !base.isEmpty { pieces.append(.base(base)) }
        let zeros = range.clamped(to: baseLimit..<UInt64.max)
        if !zeros.isEmpty { pieces.append(.zeros(zeros)) }
    }
}

/// Blocks.
extension ExtentMap {
    /// Puts extents in the place of everything within `range`; what reaches out of it stays.
    private mutating func replace(
        _ range: Range<UInt64>,
        with new: [Extent],
        onHide: (_ frame: Int, _ byteCount: UInt64) -> Void
    ) {
        let start = firstPlace(endingAfter: range.lowerBound)
        var end = start
        var before: [Extent] = []
        var after: [Extent] = []
        while let extent = extent(at: end), extent.range.lowerBound < range.upperBound {
            let hidden = extent.range.clamped(to: range)
            if case .frame(let frame, _) = extent.source { onHide(frame, UInt64(hidden.count)) }
            if extent.range.lowerBound < range.lowerBound {
                before = [extent.clipped(to: extent.range.lowerBound..<range.lowerBound)]
            }
            if extent.range.upperBound > range.upperBound {
                after = [extent.clipped(to: range.upperBound..<extent.range.upperBound)]
            }
            advance(&end)
        }
        replace(start, end, with: before + new + after)
    }

    private mutating func replace(_ start: Place, _ end: Place, with new: [Extent]) {
        guard start.block < blocks.count else { return new.forEach { append($0) } }
        count += new.count
        if start.block == end.block {
            count -= end.index - start.index
            blocks[start.block].replaceSubrange(start.index..<end.index, with: new)
        } else {
            count -= blocks[start.block].count - start.index
            blocks[start.block].replaceSubrange(start.index..., with: new)
            if end.block < blocks.count {
                count -= end.index
                blocks[end.block].removeFirst(end.index)
            }
            let between = start.block + 1..<min(end.block, blocks.count)
            count -= blocks[between].reduce(0) { $0 + $1.count }
            blocks.removeSubrange(between)
        }
        settle(start.block)
    }

    /// Cuts a block that has grown too large, and removes one that is empty.
    private mutating func settle(_ block: Int) {
        if blocks[block].isEmpty {
            blocks.remove(at: block)
        } else if blocks[block].count > Self.blockLimit {
            let half = blocks[block].count / 2
            let rest = Array(blocks[block][half...])
            blocks[block].removeSubrange(half...)
            blocks.insert(rest, at: block + 1)
        }
    }

    private func extent(at place: Place) -> Extent? {
        place.block < blocks.count ? blocks[place.block][place.index] : nil
    }

    private func advance(_ place: inout Place) {
        place.index += 1
        if place.index == blocks[place.block].count {
            place = Place(block: place.block + 1, index: 0)
        }
    }

    /// Where the first extent stands that reaches beyond `position`; after all where none does.
    private func firstPlace(endingAfter position: UInt64) -> Place {
        let block = Self.first(blocks.count) { (blocks[$0].last?.range.upperBound ?? 0) > position }
        guard block < blocks.count else { return Place(block: block, index: 0) }
        let extents = blocks[block]
        return Place(
            block: block,
            index: Self.first(extents.count) { extents[$0].range.upperBound > position }
        )
    }

    /// Binary search for the first of `count` with a property that, once true, stays true.
    private static func first(_ count: Int, where property: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if property(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension ExtentMap.Extent {
    /// The part of this extent within `part`.
    fileprivate func clipped(to part: Range<UInt64>) -> ExtentMap.Extent {
        switch source {
        case .zeros: .init(range: part, source: .zeros)
        case .frame(let index, let skip):
            .init(
                range: part,
                source: .frame(index, skip: skip + part.lowerBound - range.lowerBound)
            )
        }
    }
}
