package import ProtectionModel

/// What a name of a folder is to stand for.
package struct NewContent: Sendable {
    package let name: String
    package let source: any ContentSource
    /// Nil for the folder's class.
    package let protection: ProtectionClass?
    /// Whether the class of a file that is replaced comes first.
    package let keepsClass: Bool
    package let attributes: NewAttributes

    /// Describes a file to be.
    package init(
        name: String,
        source: any ContentSource,
        protection: ProtectionClass? = nil,
        keepsClass: Bool = false,
        attributes: NewAttributes = NewAttributes(mode: 0o600)
    ) {
        self.name = name
        self.source = source
        self.protection = protection
        self.keepsClass = keepsClass
        self.attributes = attributes
    }
}
