package import SystemIO
import SystemPackage

/// The bytes that a read gives, on their way to the kernel.
///
/// Decrypt right into it with ``append(_:)-9vhzi``, or lend what is in memory already with
/// ``send(_:)``. Fewer bytes than were asked for say that the file ends there.
package struct ReadReply: ~Copyable {
    /// How many bytes may still be added.
    package private(set) var room: Int
    /// Whether the reply was sent already.
    private(set) var isSent = false
    /// The length of the message so far, header and all.
    private(set) var end = Reply.headerByteCount
    /// How far the buffer may have been written to.
    private(set) var touched = Reply.headerByteCount

    private var buffer: TransferBuffer
    private let device: MountDevice
    private let unique: UInt64

    /// An empty reply with room for `count` bytes.
    package init(
        _ count: Int,
        in buffer: consuming TransferBuffer,
        for unique: UInt64,
        to device: MountDevice
    ) {
        room = min(count, buffer.count - Reply.headerByteCount)
        self.buffer = buffer
        self.unique = unique
        self.device = device
    }

    /// Lets `body` put bytes at the start of the room that is left; it says how many.
    ///
    /// - Throws: what `body` throws; the bytes before it stay.
    package mutating func append<Failure: Error>(
        _ body: (inout MutableRawSpan) throws(Failure) -> Int
    ) throws(Failure) {
        precondition(!isSent, "nothing follows what was sent")
        let before = touched
        // Unless it says otherwise.
        touched = end + room
        let count = try buffer.withMutableBytes(end..<end + room, body)
        precondition((0...room).contains(count), "a read gave more than was asked for")
        touched = before
        advance(by: count)
    }

    private mutating func advance(by count: Int) {
        end += count
        room -= count
        touched = max(touched, end)
    }

    /// Adds a copy of as many of the bytes as there is room for.
    package mutating func append(_ bytes: RawSpan) {
        precondition(!isSent, "nothing follows what was sent")
        let count = min(room, bytes.byteCount)
        buffer.copy(bytes.extracting(0..<count), to: end)
        advance(by: count)
    }

    /// Sends what was added before and after it the bytes, without copying these; the last thing done
    /// with a reply.
    ///
    /// - Precondition: there is room.
    package mutating func send(_ bytes: RawSpan) {
        precondition(!isSent && bytes.byteCount <= room, "a read gave more than was asked for")
        isSent = true
        let (unique, count) = (unique, end + bytes.byteCount)
        buffer.withMutableBytes(0..<Reply.headerByteCount) { header in
            Reply.putHeader(in: &header, byteCount: count, for: unique)
        }
        // Whom it was for may have been interrupted meanwhile, and wait no more.
        try? device.write(buffer, count: end, lending: bytes)
    }

    /// The buffer, to be used again.
    consuming func takeBuffer() -> TransferBuffer { buffer }
}
