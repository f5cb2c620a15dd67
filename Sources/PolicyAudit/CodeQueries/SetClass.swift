package import ProtectionModel

/// A class that code names where one is set.
package struct SetClass: Sendable, Hashable {
    /// The class.
    package let protectionClass: ProtectionClass
    /// Where its name stands.
    package let place: SourcePlace
}
