/// A mistake in the use of the testing library.
public struct TestingError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
