package import ProtectionModel

/// What a protected device shows of itself without any class key.
package struct DeviceFacts: Sendable, Hashable {
    /// The directory that was audited, as it was named.
    package let name: String
    /// Whether a passcode protects the keys.
    package let hasPasscode: Bool
    /// Wrong passcodes in a row after which the device is erased; `nil` for never.
    package let eraseAfterFailures: Int?
    /// The fewest characters that the installed profiles demand of a passcode; 0 when none does.
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

    /// The path of findings about the device as a whole.
    package static let root = "/"

    /// The paths that findings about it may have.
    package var paths: [String] { [Self.root] + files.map(\.path) }
}

/// A file or folder of a protected device, as its header describes it without any class key.
package struct StoredFile: Sendable, Hashable {
    /// Its path on the device, from `/`.
    package let path: String
    /// The class of a file; for a folder, the class its new files get, `nil` if it has none.
    package let protectionClass: ProtectionClass?
    /// Its size in bytes; 0 for a folder.
    package let byteCount: UInt64
    /// Whether it is a folder.
    package let isFolder: Bool

    /// A file or folder with all its parts.
    package init(
        path: String,
        protectionClass: ProtectionClass?,
        byteCount: UInt64,
        isFolder: Bool
    ) {
        self.path = path
        self.protectionClass = protectionClass
        self.byteCount = byteCount
        self.isFolder = isFolder
    }
}

/// A read of an identifier that is recorded in a device's ledger.
package struct IdentifierRead: Sendable, Hashable {
    /// `vendor` or `advertising`.
    package let identifier: String
    /// The application that read it.
    package let application: String
    /// Its place in the ledger, from 1.
    package let entry: Int

    /// The read of `identifier` by `application`.
    package init(identifier: String, application: String, entry: Int) {
        self.identifier = identifier
        self.application = application
        self.entry = entry
    }
}
