/// An argument of a call or subscript.
package struct Argument: Sendable, Hashable {
    /// Its label; `nil` for one without, and for all of an Objective-C message.
    package let label: String?
    /// Its value.
    package let value: Expression

    /// The argument `value` under `label`.
    package init(_ label: String? = nil, _ value: Expression) {
        self.label = label
        self.value = value
    }
}
