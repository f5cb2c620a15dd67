/// A closure of Swift or a block of Objective-C.
package struct Closure: Sendable, Hashable {
    /// The names of its parameters.
    package let parameters: [String]
    /// What it does.
    package let body: [Statement]

    /// The closure with `body`.
    package init(parameters: [String], body: [Statement]) {
        self.parameters = parameters
        self.body = body
    }
}
