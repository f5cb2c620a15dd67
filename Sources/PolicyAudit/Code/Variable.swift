/// A stored property, a global variable or constant, or a case of an enumeration with a raw value.
package struct Variable: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// The type it belongs to, dotted for nested ones; `nil` for a global.
    package let owner: String?
    /// Its type as it is written.
    package let type: String?
    /// Whether it is `let`, `const`, a macro or an enumeration's case, and belongs to no instance.
    package let isConstant: Bool
    /// Its attributes with their arguments: `@AppStorage("pin")`.
    package let attributes: [Attribute]
    /// Its first value; the raw value of a case.
    package let value: Expression?
    /// The lines it takes.
    package let span: SourceSpan

    /// A variable with all its parts.
    package init(
        name: String,
        owner: String? = nil,
        type: String? = nil,
        isConstant: Bool,
        attributes: [Attribute] = [],
        value: Expression?,
        span: SourceSpan
    ) {
        self.name = name
        self.owner = owner
        self.type = type
        self.isConstant = isConstant
        self.attributes = attributes
        self.value = value
        self.span = span
    }
}
