/// The bytes of a file in memory, in pages, so that a copy shares all of them and a write to one of
/// two copies costs the pages it touches.
struct MemoryContent: Sendable {
    /// Bytes a page covers.
    static let pageByteCount = 16_384
    /// Bytes a file may have; more is `EFBIG`, as on any real file system, only earlier.
    static let maximumByteCount = 1 << 36

    /// Bytes of the file.
    private(set) var byteCount = 0
    /// A page may be short and the last pages may be missing: what is not there reads as zero.
    private var pages: [[UInt8]] = []

    /// Copies the bytes from `offset` on and returns how many there were.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        guard offset < byteCount else { return 0 }
        let count = min(bytes.count, byteCount - offset)
        Self.split(from: offset, count: count) { page, start, length, done in
            let target = UnsafeMutableRawBufferPointer(rebasing: bytes[done..<done + length])
            let available = page < pages.count ? max(0, min(length, pages[page].count - start)) : 0
            if available > 0 {
                pages[page].withUnsafeBytes { source in
                    target.copyMemory(from: .init(rebasing: source[start..<start + available]))
                }
            }
            target[available...].initializeMemory(as: UInt8.self, repeating: 0)
        }
        return count
    }

    /// Puts bytes in, making the file longer where they reach past its end.
    mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard !bytes.isEmpty else { return }
        let size = byteCount
        Self.split(from: offset, count: bytes.count) { page, start, length, done in
            while pages.count <= page { pages.append([]) }
            if pages[page].count < start + length {
                // The zeros are written twice; growing by exactly what is missing keeps small files
                // small.
                let missing = start + length - pages[page].count
                // An array is copied whole, where a repeated element is appended one by one.
                pages[page].append(contentsOf: [UInt8](repeating: 0, count: missing))
            }
            pages[page].withUnsafeMutableBytes { target in
                UnsafeMutableRawBufferPointer(rebasing: target[start..<start + length])
                    .copyMemory(from: .init(rebasing: bytes[done..<done + length]))
            }
        }
        byteCount = max(size, offset + bytes.count)
    }

    /// Makes a part zeros; whole pages of it take no memory.
    mutating func clear(_ range: Range<Int>) {
        Self.split(from: range.lowerBound, count: range.count) { page, start, length, _ in
            guard page < pages.count else { return }
            let end = min(start + length, pages[page].count)
            if start == 0, end == pages[page].count {
                pages[page] = []
            } else if start < end {
                pages[page].replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
            }
        }
    }

    /// Bytes that pages take.
    var allocatedByteCount: Int { pages.reduce(0) { $0 + $1.count } }

    /// Cuts the file, or makes it longer with zeros.
    mutating func resize(to newByteCount: Int) {
        if newByteCount < byteCount {
            let full = (newByteCount + Self.pageByteCount - 1) / Self.pageByteCount
            if pages.count > full { pages.removeLast(pages.count - full) }
            let rest = newByteCount - (full - 1) * Self.pageByteCount
            if full > 0, pages.count == full, pages[full - 1].count > rest {
                pages[full - 1].removeLast(pages[full - 1].count - rest)
            }
        }
        byteCount = newByteCount
    }

    /// A copy of some bytes; zeros past the end.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        _ = bytes.withUnsafeMutableBytes { read(into: $0, at: range.lowerBound) }
        return bytes
    }

    /// Cuts a range of the file where pages meet.
    private static func split(
        from offset: Int,
        count: Int,
        _ body: (_ page: Int, _ start: Int, _ length: Int, _ done: Int) -> Void
    ) {
        var done = 0
        while done < count {
            let (page, start) = (offset + done).quotientAndRemainder(dividingBy: pageByteCount)
            let length = min(count - done, pageByteCount - start)
            body(page, start, length, done)
            done += length
        }
    }
}
