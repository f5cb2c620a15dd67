public import ProtectionModel

/// Lets tests write paths as they are.
extension DevicePath: ExpressibleByStringLiteral {
    /// The path in a literal, which must be one.
    public init(stringLiteral text: String) {
        do throws(DevicePathError) { try self.init(text) } catch {
            preconditionFailure("\(error)")
        }
    }
}
