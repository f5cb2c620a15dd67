public import ProtectionModel

/// The name of a stored domain: an application's or suite's identifier, or the global domain.
public struct DefaultsDomain: Sendable, Hashable, CustomStringConvertible {
    /// The domain every application reads, `NSGlobalDomain`.
    public static let global = DefaultsDomain(unchecked: "NSGlobalDomain", ".GlobalPreferences")

    /// The identifier; `NSGlobalDomain` for the global domain.
    public let name: String
    private let fileName: String

    private init(unchecked name: String, _ fileName: String) {
        self.name = name
        self.fileName = fileName
    }

    /// Checks an identifier such as `com.example.app`; `NSGlobalDomain`, `-g` and
    /// `.GlobalPreferences` stand for the global domain.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for an empty name, one that begins
    ///   with a dot or holds a slash or a NUL, and one of more than 249 bytes of UTF-8.
    public init(_ name: String) throws(ProtectionError) {
        if ["NSGlobalDomain", "-g", "-globalDomain", ".GlobalPreferences"].contains(name) {
            self = .global
            return
        }
        guard !name.hasPrefix("."), name.utf8.count <= 249,
            (try? DocumentName(name, in: .preferences)) != nil
        else {
            throw ProtectionError(
                .invalidArgument,
                "'\(name)' is not a domain name: use an identifier such as com.example.app, of at most "
                    + "249 bytes, without '/' and without a leading dot"
            )
        }
        self.init(unchecked: name, name)
    }

    /// The domain whose document has that name; nil when it is not a domain's.
    init?(_ document: DocumentName) {
        guard document.folder == .preferences, document.name.hasSuffix(Self.suffix) else {
            return nil
        }
        guard let domain = try? DefaultsDomain(String(document.name.dropLast(6))) else {
            return nil
        }
        self = domain
    }

    private static let suffix = ".plist"

    /// The identifier.
    public var description: String { name }

    func document() throws(ProtectionError) -> DocumentName {
        try DocumentName(fileName + Self.suffix, in: .preferences)
    }
}
