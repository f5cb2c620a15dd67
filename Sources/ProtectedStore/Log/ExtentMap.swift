/// Which part of a file comes from where, after all frames of its log.
///
/// Extents lie apart and in order; what none covers comes from the base, up to ``baseLimit``, and
/// is zeros beyond it.
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

    private var extents: [Extent] = []
    /// How much of the base can still be seen; it never grows.
    private(set) var baseLimit: UInt64

    init(baseLimit: UInt64) {
        self.baseLimit = baseLimit
    }

    /// Puts an extent over what was there.
    ///
    /// - Complexity: O(log n) to find the place, O(n) to move what follows.
    mutating func insert(_ range: Range<UInt64>, _ source: Source) {
        guard !range.isEmpty else { return }
        let touched = overlap(range)
        var replacement: [Extent] = []
        if let first = extents[touched].first, first.range.lowerBound < range.lowerBound {
            replacement.append(first.clipped(to: first.range.lowerBound..<range.lowerBound))
        }
        replacement.append(Extent(range: range, source: source))
        if let last = extents[touched].last, last.range.upperBound > range.upperBound {
            replacement.append(last.clipped(to: range.upperBound..<last.range.upperBound))
        }
        extents.replaceSubrange(touched, with: replacement)
    }

    /// Hides everything from `length` on, forever.
    mutating func cut(to length: UInt64) {
        baseLimit = min(baseLimit, length)
        let touched = overlap(length..<UInt64.max)
        guard let first = extents[touched].first else { return }
        let kept =
            first.range.lowerBound < length
            ? [first.clipped(to: first.range.lowerBound..<length)] : []
        extents.replaceSubrange(touched, with: kept)
    }

    /// The parts of a range, in order and without gaps.
    func pieces(of range: Range<UInt64>) -> [Piece] {
        var pieces: [Piece] = []
        var position = range.lowerBound
        for extent in extents[overlap(range)] {
            let part = extent.clipped(to: extent.range.clamped(to: range))
            uncovered(position..<part.range.lowerBound, &pieces)
            switch part.source {
            case .frame(let index, let skip): pieces.append(.frame(index, skip: skip, part.range))
            case .zeros: pieces.append(.zeros(part.range))
            }
            position = part.range.upperBound
        }
        uncovered(position..<range.upperBound, &pieces)
        return pieces
    }

    private func uncovered(_ range: Range<UInt64>, _ pieces: inout [Piece]) {
        let base = range.clamped(to: 0..<baseLimit)
        if !base.isEmpty { pieces.append(.base(base)) }
        let zeros = range.clamped(to: baseLimit..<UInt64.max)
        if !zeros.isEmpty { pieces.append(.zeros(zeros)) }
    }

    /// The indices of the extents that share a byte with `range`.
    private func overlap(_ range: Range<UInt64>) -> Range<Int> {
        let start = firstIndex { $0.range.upperBound > range.lowerBound }
        let end = firstIndex { $0.range.lowerBound >= range.upperBound }
        return start..<max(start, end)
    }

    /// Binary search for the first extent with a property that, once true, stays true.
    private func firstIndex(where property: (Extent) -> Bool) -> Int {
        var low = 0
        var high = extents.count
        while low < high {
            let middle = (low + high) / 2
            if property(extents[middle]) { high = middle } else { low = middle + 1 }
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
