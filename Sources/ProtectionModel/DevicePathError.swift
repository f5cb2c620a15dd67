/// Why a text is not a path inside a device.
public struct DevicePathError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The offending text.
    public let path: String
    /// What is wrong with it.
    public let reason: String

    /// The sentence to show.
    public var description: String { "'\(path)' is not a path inside a device: \(reason)" }
}
