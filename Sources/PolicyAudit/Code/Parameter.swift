/// A parameter of a function.
package struct Parameter: Sendable, Hashable {
    /// The label at the call; `nil` for `_`.
    package let label: String?
    /// The name inside.
    package let name: String
    /// Its type as it is written.
    package let type: String?

    /// The parameter `name` under `label`.
    package init(label: String?, name: String, type: String?) {
        self.label = label
        self.name = name
        self.type = type
    }
}
