package import AuditFacts
package import ProtectionModel

/// A kind of data, where it lives and what it demands.
package struct DataKind: Sendable, Hashable {
    /// Its name in the policy.
    package let name: String
    /// What it is, for the reader.
    package var about: String?
    /// Whether it is worth protecting, and as what; `nil` for public data.
    package var sensitivity: Sensitivity?
    /// Patterns of paths on the device (`/Documents/mail/**`) and of file names (`*.sqlite`).
    package var paths: [PathPattern]
    /// Names of types, functions and variables that handle it.
    package var symbols: [String]
    /// Keys it is stored under in defaults and the keychain.
    package var keys: [String]
    /// The weakest class its files may have; `nil` for any.
    package var minimumClass: ProtectionClass?
    /// Why it has that class.
    package var because: String?
    /// Names of the execution contexts that must reach it.
    package var neededBy: [String]
    /// Whether those contexts only append to files they have open or create.
    package var isAppendOnly: Bool
    /// Whether it may go into backups, and so to another device.
    package var mayBeBackedUp: Bool
    /// Whether it may be synchronized through a cloud.
    package var mayBeSynchronized: Bool
    /// Whether it is announced but not there yet.
    package var isPlanned: Bool
    /// Where the policy declares it: the policy's name or path, and the line from 1.
    package var declaration: RelatedPlace?
    /// Whether a text took it out, and a later one may bring it back; never in a policy that is
    /// in effect.
    var isAbsent = false

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
