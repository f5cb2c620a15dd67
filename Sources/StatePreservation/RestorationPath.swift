/// The restoration identifiers from the root of an interface down to one of its parts.
///
/// What tells parts apart, as UIKit's `restorationIdentifierPath`: an identifier may come up in
/// several places, a path only once.
public struct RestorationPath: Sendable, Hashable, CustomStringConvertible {
    /// The identifiers, the root's first; empty above the root.
    public let identifiers: [RestorationIdentifier]

    /// The path of these identifiers.
    public init(_ identifiers: [RestorationIdentifier]) {
        self.identifiers = identifiers
    }

    /// The path of what lies above; nil above the root.
    public var parent: RestorationPath? {
        identifiers.isEmpty ? nil : RestorationPath(identifiers.dropLast())
    }

    /// The path of a child.
    public func appending(_ identifier: RestorationIdentifier) -> RestorationPath {
        RestorationPath(identifiers + [identifier])
    }

    /// The path as text, such as `/main/list`.
    public var description: String {
        "/" + identifiers.map(\.description).joined(separator: "/")
    }
}

/// Lets a path be written as a list: `["main", "list"]`.
extension RestorationPath: ExpressibleByArrayLiteral {
    /// The path of these identifiers.
    public init(arrayLiteral identifiers: RestorationIdentifier...) {
        self.init(identifiers)
    }
}
