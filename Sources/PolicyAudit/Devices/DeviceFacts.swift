import ProtectionModel

/// What a protected device says of itself without any class key.
package struct DeviceFacts: Sendable, Hashable {
    /// The directory that was audited, as it was named.
    package let name: String
    /// Whether a passcode protects the keys.
    package let hasPasscode: Bool
    /// Wrong passcodes in a row after which the device is erased; `nil` for never.
    package let eraseAfterFailures: Int?
    /// The fewest characters that the installed profiles demand of a passcode; 0 where none says.
    package let minimumPasscodeLength: Int
    /// Files and folders by path.
    package let files: [StoredFile]
    /// Reads of identifiers that stated no purpose, in the ledger's order; `nil` where the ledger
    /// could not be read.
    package let readsWithoutPurpose: [IdentifierRead]?

    /// A device with all its parts.
    package init(
        name: String,
        hasPasscode: Bool,
        eraseAfterFailures: Int?,
        minimumPasscodeLength: Int,
        files: [StoredFile],
        readsWithoutPurpose: [IdentifierRead]?
    ) {
        self.name = name
        self.hasPasscode = hasPasscode
        self.eraseAfterFailures = eraseAfterFailures
        self.minimumPasscodeLength = minimumPasscodeLength
        self.files = files
        self.readsWithoutPurpose = readsWithoutPurpose
    }

    /// What findings about the device as a whole have as their path.
    package static let root = "/"

    /// The paths that findings about it may have.
    package var paths: [String] { [Self.root] + files.map(\.path) }
}
