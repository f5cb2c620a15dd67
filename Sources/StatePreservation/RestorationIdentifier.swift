public import ProtectionModel

/// The name of a part of the interface, the same at every launch.
///
/// UIKit's `restorationIdentifier`. It names a place in the tree and no object of the model: a
/// table has one, the note it shows is referred to by a value that is encoded.
public struct RestorationIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The longest identifier, in UTF-8 bytes.
    package static let mostBytes = 255

    /// The name.
    public let description: String

    /// Takes a name of 1 to 255 UTF-8 bytes without `/` and control characters.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`.
    public init(_ name: String) throws(ProtectionError) {
        guard Self.isValid(name) else {
            throw ProtectionError(
                .invalidArgument,
                "a restoration identifier has 1 to 255 bytes, no '/' and no control characters"
            )
        }
        description = name
    }

    private static func isValid(_ name: String) -> Bool {
        (1...mostBytes).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    }
}

/// Lets a program write its identifiers down as they are.
extension RestorationIdentifier: ExpressibleByStringLiteral {
    /// The name in a literal; one that ``init(_:)`` would refuse is a mistake in the program.
    public init(stringLiteral name: String) {
        precondition(Self.isValid(name), "'\(name)' is not a restoration identifier")
        description = name
    }
}
