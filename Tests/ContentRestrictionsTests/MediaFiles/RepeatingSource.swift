import ContentRestrictions

/// A beginning, and then the same bytes again and again: large files that need no memory.
struct RepeatingSource: MediaSource {
    let first: [UInt8]
    let again: [UInt8]
    let byteCount: UInt64

    init(_ first: [UInt8], again: [UInt8], count: Int) {
        self.first = first
        self.again = again
        byteCount = UInt64(first.count) + UInt64(again.count) * UInt64(count)
    }

    func read(at offset: UInt64, count: Int) -> [UInt8] {
        let end = min(byteCount, offset + UInt64(count))
        return (min(offset, end)..<end).map { place in
            place < first.count
                ? first[Int(place)]
                : again[Int((place - UInt64(first.count)) % UInt64(again.count))]
        }
    }
}
