/// The name of one document of a device.
public struct DocumentName: Sendable, Hashable {
    /// What the document is for.
    public let folder: DocumentFolder
    /// Its name there.
    public let name: String

    /// Checks a name.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for an empty name, `.` or `..`, one of
    ///   more than 255 bytes of UTF-8, and one with a slash or a NUL.
    public init(_ name: String, in folder: DocumentFolder) throws(ProtectionError) {
        let bytes = name.utf8
        guard (1...255).contains(bytes.count), name != ".", name != "..",
            !bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
        else {
            throw ProtectionError(
                .invalidArgument,
                "a document name has 1 to 255 bytes without '/' and NUL, unlike '\(name)'"
            )
        }
        self.folder = folder
        self.name = name
    }

    /// Equal when the bytes of the names are.
    public static func == (left: DocumentName, right: DocumentName) -> Bool {
        left.folder == right.folder && left.name.isSameName(as: right.name)
    }

    /// Hashes the bytes of the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(folder)
        for byte in name.utf8 { hasher.combine(byte) }
    }
}

/// Says of a failure that it is about one of the device's own documents.
package struct DamagedDocument: Error, Sendable {
    /// As the document calls itself.
    package let name: String

    /// Names the document.
    package init(_ name: String) { self.name = name }
}

/// What a device keeps of its own beside the user's files, by purpose.
public enum DocumentFolder: String, Sendable, Hashable, CaseIterable {
    /// Property lists of the defaults store, one a domain.
    case preferences = "Preferences"
    /// Installed configuration profiles, and what they changed.
    case profiles = "Profiles"
    /// Installed applications, identifiers, and the ledger of their reading.
    case identifiers = "Identifiers"
    /// Items of the keychain, one a document.
    case keychain = "Keychain"
    /// Delivered notifications, and what else there is of an app's, in a folder for each app; beside them
    /// what profiles force.
    case notifications = "Notifications"
    /// Keys of this device for its user's other devices, and which those are.
    case trust = "Trust"
    /// By what devices of one user tell each other of activities, and what profiles force upon that.
    case handoff = "Handoff"
}
