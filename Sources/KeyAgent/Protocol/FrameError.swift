package import SystemIO

/// Why no further frame can be had from a connection.
package enum FrameError: Error, Sendable, Equatable {
    /// Lengths that no frame has: the sender speaks something else.
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
