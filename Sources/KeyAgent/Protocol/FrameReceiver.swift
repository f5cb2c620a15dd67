import KeyManagement
package import SodiumCrypto
package import SystemIO

/// Puts frames together from the pieces that a connection gives.
///
/// It asks for exactly the bytes of the part it is in, so that no secret byte ever lands in an
/// ordinary buffer. It knows nothing about sockets: tests feed it from arrays.
package struct FrameReceiver: Sendable {
    /// What one call led to.
    package enum Reception: Sendable {
        case frame(Frame)
        /// The rest is still under way.
        case nothingYet
        /// The connection ended between two frames.
        case ended
    }

    /// Fills a buffer from an offset on: 0 at the end, nil when there is nothing now.
    package typealias Source = (inout MutableRawSpan, Int) throws(FrameError) -> Int?

    private let arena: SecureArena
    private let secretByteLimit: Int
    private var head = [UInt8](repeating: 0, count: FrameHeader.byteCount)
    private var header: FrameHeader?
    private var body: [UInt8] = []
    private var secrets: SecretPayload?
    /// How many bytes of the whole frame have arrived.
    private var filled = 0

    /// Takes secrets of up to `secretByteLimit` bytes a frame into `arena`.
    package init(arena: SecureArena, secretByteLimit: Int = FrameHeader.secretByteLimit) {
        self.arena = arena
        self.secretByteLimit = secretByteLimit
    }

    /// Whether a frame has begun and is not complete.
    package var isInsideFrame: Bool { filled > 0 }

    /// Takes bytes until a frame is complete or the source has none.
    ///
    /// - Throws: ``FrameError``; the connection is useless from then on.
    package mutating func next(from source: Source) throws(FrameError) -> Reception {
        while true {
            if let header, filled == size(of: header) { return .frame(finish(header)) }
            guard let count = try fill(from: source) else { return .nothingYet }
            guard count > 0 else {
                if isInsideFrame { throw .truncated }
                return .ended
            }
            filled += count
            if header == nil, filled == FrameHeader.byteCount { try begin() }
        }
    }

    private func size(of header: FrameHeader) -> Int {
        FrameHeader.byteCount + header.bodyCount + header.secretCount
    }

    private mutating func fill(from source: Source) throws(FrameError) -> Int? {
        guard let header else {
            let offset = filled
            var span = head.mutableSpan
            var bytes = span.mutableBytes
            return try source(&bytes, offset)
        }
        let offset = filled - FrameHeader.byteCount
        guard let secrets, offset >= header.bodyCount else {
            var span = body.mutableSpan
            var bytes = span.mutableBytes
            return try source(&bytes, offset)
        }
        let (block, start) = secrets.block(at: offset - header.bodyCount)
        return try block.secret.transfer { (bytes) throws(FrameError) in
            try source(&bytes, start)
        }
    }

    private mutating func begin() throws(FrameError) {
        let header = try FrameHeader.parse(head)
        guard header.secretCount <= secretByteLimit else { throw .malformed }
        body = [UInt8](repeating: 0, count: header.bodyCount)
        if header.secretCount > 0 {
            do {
                secrets = try SecretPayload(count: header.secretCount, arena: arena)
            } catch { throw .noMemory }
        }
        self.header = header
    }

    private mutating func finish(_ header: FrameHeader) -> Frame {
        defer {
            self.header = nil
            body = []
            secrets = nil
            filled = 0
        }
        return Frame(
            rawType: header.type,
            request: header.request,
            epoch: header.epoch,
            body: body,
            secrets: secrets
        )
    }
}

/// Why a connection gives no further frame.
package enum FrameError: Error, Sendable, Equatable {
    /// Lengths that no frame has: the sender speaks another protocol.
    case malformed
    /// A frame of another protocol version; its request id is readable in every version.
    case unsupportedVersion(request: UInt64)
    /// The connection ended in the middle of a frame.
    case truncated
    /// No locked memory for the frame's secrets.
    case noMemory
    /// The socket failed.
    case system(SystemError)
}

extension FrameReceiver {
    /// Takes what a socket gives now, or waits for it if the socket blocks.
    ///
    /// - Throws: ``FrameError``; the connection is useless from then on.
    package mutating func next(from socket: StreamSocket) throws(FrameError) -> Reception {
        try next { (bytes, offset) throws(FrameError) in
            try socket.receivePiece(into: &bytes, from: offset)
        }
    }
}

extension StreamSocket {
    fileprivate func receivePiece(
        into bytes: inout MutableRawSpan,
        from offset: Int
    ) throws(FrameError) -> Int? {
        do {
            return try receive(into: &bytes, from: offset)
        } catch { throw .system(error) }
    }
}
