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
