extension Syntax {
    /// A class, structure, enumeration, actor, protocol or an extension of one.
    package struct TypeDeclaration: Sendable, Hashable {
        /// What kind of declaration it is.
        package enum Kind: UInt8, Sendable, Hashable {
            case classType, structure, enumeration, actor, protocolType, extensionType
        }

        /// Its name, dotted for nested ones.
        package let name: String
        /// What it is.
        package let kind: Kind
        /// What it inherits from or conforms to, as written.
        package let inherited: [String]
        /// The names of its properties, methods (Objective-C: selectors) and cases.
        package let members: [String]
        /// The lines it takes.
        package let span: SourceSpan

        /// A type with all its parts.
        package init(
            name: String,
            kind: Kind,
            inherited: [String] = [],
            members: [String] = [],
            span: SourceSpan
        ) {
            self.name = name
            self.kind = kind
            self.inherited = inherited
            self.members = members
            self.span = span
        }
    }

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
}
