public import ProtectionModel

/// Names an application, such as `com.example.mail`.
///
/// Letters, digits, hyphens and underscores of ASCII in components divided by periods, 1 to 255
/// bytes (Apple, `CFBundleIdentifier`; underscores occur in practice). Case counts.
public struct BundleIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The identifier as text.
    public let description: String

    /// Checks a text.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`.
    public init(_ text: String) throws(ProtectionError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 255,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isPart) })
        else {
            throw ProtectionError(
                .invalidArgument,
                "'\(text.prefix(300))' is not a bundle identifier: letters, digits, '-' and '_' in "
                    + "components divided by '.', 255 bytes at most"
            )
        }
        description = text
    }

    /// What stands between the periods; at least one.
    public var components: [Substring] { description.split(separator: ".") }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension BundleIdentifier: Codable {
    /// Reads and checks a text.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension BundleIdentifier: CodingKeyRepresentable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The text, so that a dictionary of applications is an object in JSON.
    public var codingKey: any CodingKey { Key(stringValue: description) }

    /// Checks a key; nil for one that names no application.
    public init?(codingKey: some CodingKey) {
        try? self.init(codingKey.stringValue)
    }
}
