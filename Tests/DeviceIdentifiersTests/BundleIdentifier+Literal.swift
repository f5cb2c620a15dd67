public import DeviceIdentifiers

extension BundleIdentifier: ExpressibleByStringLiteral {
    /// An identifier in a test; an invalid one is a mistake of the test.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure("\(error)") }
    }
}
