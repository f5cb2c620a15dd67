/// Names a device: 16 random bytes, bound into everything it seals.
public struct DeviceID: Sendable, Hashable, CustomStringConvertible {
    /// Exactly 16 bytes.
    public let bytes: [UInt8]

    /// The identifier with these bytes; nil unless there are 16.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// 32 lower-case hexadecimal digits.
    public var description: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
