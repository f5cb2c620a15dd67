import KeyManagement
import SodiumCrypto
package import SystemIO

/// Frames on their way out, in order; secrets are sent straight from locked memory.
package struct OutgoingFrames: Sendable {
    private enum Segment: Sendable {
        case bytes([UInt8])
        case secret(SecretBox)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .secret(let box): box.secret.count
            }
        }
    }

    /// Up to so many bytes, what is not secret goes out in one piece with what comes before it.
    private static let pieceByteCount = 4_096

    private var segments: [Segment] = []
    /// How much of the first segment is gone.
    private var sent = 0

    /// Bytes that wait to be sent.
    package private(set) var byteCount = 0

    /// An empty queue.
    package init() {}

    /// Puts a frame at the end.
    package mutating func append(_ frame: Frame) {
        append(frame.publicBytes)
        guard let secrets = frame.secrets else { return }
        var offset = 0
        while offset < secrets.count {
            let (block, _) = secrets.block(at: offset)
            append(.secret(block))
            offset += block.secret.count
        }
    }

    private mutating func append(_ bytes: [UInt8]) {
        guard case .bytes(var piece)? = segments.last,
            piece.count + bytes.count <= Self.pieceByteCount
        else { return append(.bytes(bytes)) }
        segments.removeLast()
        piece += bytes
        segments.append(.bytes(piece))
        byteCount += bytes.count
    }

    private mutating func append(_ segment: Segment) {
        segments.append(segment)
        byteCount += segment.count
    }

    /// Sends until all is gone or `socket` takes no more now.
    ///
    /// - Throws: `SystemError` when the other end is gone.
    package mutating func send(to socket: StreamSocket) throws(SystemError) {
        while let first = segments.first {
            guard let count = try Self.send(first, from: sent, to: socket) else { return }
            sent += count
            byteCount -= count
            if sent == first.count {
                segments.removeFirst()
                sent = 0
            }
        }
    }

    private static func send(
        _ segment: Segment,
        from offset: Int,
        to socket: StreamSocket
    ) throws(SystemError) -> Int? {
        switch segment {
        case .bytes(let bytes):
            try socket.send(bytes.span.bytes, from: offset)
        case .secret(let box):
            try box.secret.transfer { (bytes) throws(SystemError) in
                try socket.send(bytes.bytes, from: offset)
            }
        }
    }
}
