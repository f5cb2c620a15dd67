package import Documents

/// Something wrong in the text of a policy.
package struct PolicyProblem: Sendable, Hashable, CustomStringConvertible {
    /// The policy's path, or the name of a shipped one.
    package let file: String
    /// Where in the text.
    package let location: DocumentPlace
    /// The facts in lower case, without a full stop.
    package let message: String

    /// `file:line:column: message`.
    package var description: String { "\(file):\(location): \(message)" }
}

/// Policies that cannot be used, with everything that is wrong in them.
package struct PolicyError: Error, Sendable, Hashable {
    /// What is wrong, in the order of the text; the first fifty of each text.
    package let problems: [PolicyProblem]
}
