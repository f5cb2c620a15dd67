/// The last frame of a log that is known to be durable; a log that ends before it was cut.
package struct LogAnchor: Sendable, Equatable {
    /// The frame's number, from 1.
    package let number: UInt64
    /// Where the log ends behind that frame, in bytes of the file.
    package let end: UInt64
    /// The frame's authentication tag (16 bytes).
    package let tag: [UInt8]
    /// Plaintext bytes of the file after that frame.
    package let logicalLength: UInt64
}
