/// Policies that cannot be used, with everything that is wrong in them.
package struct PolicyError: Error, Sendable, Hashable {
    /// What is wrong, in the order of the text; the first fifty of each text.
    package let problems: [PolicyProblem]
}
