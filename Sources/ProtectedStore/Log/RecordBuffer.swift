import SodiumCrypto
import Synchronization

/// Where the records of a write are made, one after the other, before they go to the file at once.
struct RecordBuffer: ~Copyable {
    private var buffer = WipedBuffer(count: 0)
    private var count = 0

    /// Makes room for records of so many bytes, and forgets what was there.
    mutating func begin(_ byteCount: Int) {
        buffer.reserve(byteCount)
        count = 0
    }

    /// Appends bytes.
    mutating func append(_ bytes: [UInt8]) {
        buffer.copy(bytes.span.bytes, to: count)
        count += bytes.count
    }

    /// Appends so many bytes, which `fill` writes.
    mutating func append<Failure: Error>(
        _ byteCount: Int,
        fill: (inout MutableRawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        try buffer.withMutableBytes(count..<count + byteCount, fill)
        count += byteCount
    }

    /// The last bytes.
    func suffix(_ byteCount: Int) -> [UInt8] {
        buffer.withBytes(count - byteCount..<count) { $0.array }
    }

    /// Lends all of it.
    func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try buffer.withBytes(0..<count, body)
    }
}

/// A few buffers that are used again: the memory for a large write costs more than to fill it.
final class RecordBuffers: Sendable {
    private final class Place: Sendable {
        let buffer = Mutex<RecordBuffer?>(nil)
    }

    /// As many as write at once, on most machines.
    private let places = (0..<4).map { _ in Place() }

    /// Lends a buffer with room for records of so many bytes.
    func use<Result, Failure: Error>(
        _ byteCount: Int,
        _ body: (inout RecordBuffer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var buffer = take()
        buffer.begin(byteCount)
        do {
            let result = try body(&buffer)
            give(buffer)
            return result
        } catch {
            give(buffer)
            throw error
        }
    }

    private func take() -> RecordBuffer {
        for place in places {
            let found = place.buffer.withLock { buffer -> RecordBuffer? in
                var taken: RecordBuffer?
                swap(&taken, &buffer)
                return taken
            }
            if let found { return found }
        }
        return RecordBuffer()
    }

    private func give(_ buffer: consuming RecordBuffer) {
        var given: RecordBuffer? = buffer
        for place in places {
            let isTaken = place.buffer.withLock { buffer in
                guard buffer == nil else { return false }
                swap(&given, &buffer)
                return true
            }
            if isTaken { return }
        }
    }
}
