public import AuditFacts
public import ProtectionModel

/// A kind of data, where it lives and what it demands.
public struct DataKind: Sendable, Hashable {
    /// Its name in the policy.
    public let name: String
    /// What it is, for the reader.
    public var about: String?
    /// Whether it is worth protecting, and as what; `nil` for public data.
    public var sensitivity: Sensitivity?
    /// Patterns of paths on the device (`/Documents/mail/**`) and of file names (`*.sqlite`).
    public var paths: [PathPattern]
    /// Names of types, functions and variables that handle it.
    public var symbols: [String]
    /// Keys it is stored under in defaults and the keychain.
    public var keys: [String]
    /// The weakest class its files may have; `nil` for any.
    public var minimumClass: ProtectionClass?
    /// Why it has that class.
    public var because: String?
    /// Names of the execution contexts that must reach it.
    public var neededBy: [String]
    /// Whether those contexts only append to files they have open or create.
    public var isAppendOnly: Bool
    /// Whether it may go into backups, and so to another device.
    public var mayBeBackedUp: Bool
    /// Whether it may be synchronized through a cloud.
    public var mayBeSynchronized: Bool
    /// Whether it is announced but not there yet.
    public var isPlanned: Bool
    /// Where the policy declares it: the policy's name or path, and the line from 1.
    public var declaration: RelatedPlace?

    package init(
        name: String,
        about: String? = nil,
        sensitivity: Sensitivity? = nil,
        paths: [PathPattern] = [],
        symbols: [String] = [],
        keys: [String] = [],
        minimumClass: ProtectionClass? = nil,
        because: String? = nil,
        neededBy: [String] = [],
        isAppendOnly: Bool = false,
        mayBeBackedUp: Bool = true,
        mayBeSynchronized: Bool = true,
        isPlanned: Bool = false,
        declaration: RelatedPlace? = nil
    ) {
        self.name = name
        self.about = about
        self.sensitivity = sensitivity
        self.paths = paths
        self.symbols = symbols
        self.keys = keys
        self.minimumClass = minimumClass
        self.because = because
        self.neededBy = neededBy
        self.isAppendOnly = isAppendOnly
        self.mayBeBackedUp = mayBeBackedUp
        self.mayBeSynchronized = mayBeSynchronized
        self.isPlanned = isPlanned
        self.declaration = declaration
    }
}
