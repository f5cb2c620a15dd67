/// Why bytes are no property list, or none that is read here.
public struct PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public let description: String
    /// The line of an XML property list, from 1; nil where there is none.
    public let line: Int?

    init(_ description: String, line: Int? = nil) {
        self.description = description
        self.line = line
    }
}
