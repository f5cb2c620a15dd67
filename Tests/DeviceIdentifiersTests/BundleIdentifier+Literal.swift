public import DeviceIdentifiers

extension BundleIdentifier: ExpressibleByStringLiteral {
    /// The identifier a test writes down; one that is none is a mistake in the test.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure("\(error)") }
    }
}
