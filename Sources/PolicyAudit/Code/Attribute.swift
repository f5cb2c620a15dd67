/// An attribute of a declaration, such as `@AppStorage("pin")`.
package struct Attribute: Sendable, Hashable {
    /// Its name without the sign.
    package let name: String
    /// Its arguments.
    package let arguments: [Argument]

    /// The attribute `name` with `arguments`.
    package init(_ name: String, _ arguments: [Argument] = []) {
        self.name = name
        self.arguments = arguments
    }
}
