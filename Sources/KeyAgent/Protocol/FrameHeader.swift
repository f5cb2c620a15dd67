import KeyManagement

/// The start of every message between agent and client.
///
/// A frame, little-endian: how many bytes follow this field (4), version (2), type (2), request id
/// (8), lock epoch (8), how many of the bytes are secret (4), the public body, the secret bytes.
/// Secret bytes come last, so that the receiver knows where they start before they arrive and takes
/// them into locked memory straight from the socket. The first four fields stay what they are in
/// every version.
package struct FrameHeader: Sendable, Equatable {
    /// The version that this code speaks.
    package static let currentVersion: UInt16 = 1
    /// The length of a header.
    package static let byteCount = 28
    /// The longest frame, header and secrets included.
    package static let frameByteLimit = 262_144
    /// The most secret bytes in one frame: 256 keys of 32.
    package static let secretByteLimit = 8_192

    /// A ``FrameType``, or something this code does not know.
    package var type: UInt16
    /// Chosen by the client and repeated in the reply; 0 where no reply is due.
    package var request: UInt64
    /// The lock epoch of the agent at the time of a reply or notice.
    package var epoch: UInt64
    /// Bytes of the public body.
    package var bodyCount: Int
    /// Bytes of the secret part.
    package var secretCount: Int

    /// Gathers the fields.
    package init(type: UInt16, request: UInt64, epoch: UInt64, bodyCount: Int, secretCount: Int) {
        self.type = type
        self.request = request
        self.epoch = epoch
        self.bodyCount = bodyCount
        self.secretCount = secretCount
    }

    /// The bytes before the body.
    func encode(version: UInt16 = currentVersion) -> [UInt8] {
        var writer = ByteWriter(capacity: Self.byteCount)
        writer.append(UInt32(Self.byteCount - 4 + bodyCount + secretCount))
        writer.append(version)
        writer.append(type)
        writer.append(request)
        writer.append(epoch)
        writer.append(UInt32(secretCount))
        return writer.bytes
    }

    /// Reads a header from exactly ``byteCount`` untrusted bytes.
    ///
    /// - Throws: ``FrameError/malformed`` or ``FrameError/unsupportedVersion(request:)``.
    package static func parse(_ bytes: [UInt8]) throws(FrameError) -> FrameHeader {
        var reader = ByteReader(bytes)
        guard bytes.count == byteCount, let length = reader.integer(UInt32.self),
            let version = reader.integer(UInt16.self), let type = reader.integer(UInt16.self),
            let request = reader.integer(UInt64.self), length >= UInt32(byteCount - 4),
            length <= UInt32(frameByteLimit - 4)
        else { throw .malformed }
        guard version == currentVersion else { throw .unsupportedVersion(request: request) }
        guard let epoch = reader.integer(UInt64.self), let secretCount = reader.integer(UInt32.self)
        else { throw .malformed }
        let content = Int(length) - (byteCount - 4)
        guard secretCount <= UInt32(secretByteLimit), Int(secretCount) <= content else {
            throw .malformed
        }
        return FrameHeader(
            type: type,
            request: request,
            epoch: epoch,
            bodyCount: content - Int(secretCount),
            secretCount: Int(secretCount)
        )
    }
}
