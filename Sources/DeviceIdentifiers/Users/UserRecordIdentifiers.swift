import FoundationEssentials
public import ProtectionModel

/// The user's identifier in each container of a cloud, and whether others may find it there.
///
/// Every application that uses a container reads the same one, and it outlives them. Source: Apple,
/// `CKContainer.fetchUserRecordID` and `CKContainer.ApplicationPermissions`.
public struct UserRecordIdentifiers: Sendable {
    let documents: IdentifierDocuments
    let settings: SettingsStore
    let random: any IdentifierRandomSource

    /// Whether others may find the user in a container; not at first.
    ///
    /// - Throws: ``ProtectionError``.
    public func isDiscoverable(in container: String) throws(ProtectionError) -> Bool {
        try container.checkAsName("a container")
        return try documents.read(UserDocument.self)[container]?.isDiscoverable ?? false
    }

    /// The user lets others find them in this container, or no longer.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a name that is empty, has control
    ///   characters or more than 255 bytes, and for more than 10,000 containers.
    public func setDiscoverable(
        _ isDiscoverable: Bool,
        in container: String
    ) throws(ProtectionError) {
        try documents.update(UserDocument.self) { (document) throws(ProtectionError) in
            _ = try document.record(of: container, from: random)
            for index in document.containers.indices
            where document.containers[index].container == container {
                document.containers[index].isDiscoverable = isDiscoverable
            }
        }
    }

    /// The user's own identifier in a container; nil when nobody is signed in.
    func identifier(in container: String) throws(ProtectionError) -> UUID? {
        try container.checkAsName("a container")
        guard try settings.read().account != .signedOut else { return nil }
        return try documents.update(UserDocument.self) { (document) throws(ProtectionError) in
            try document.record(of: container, from: random).identifier
        }
    }

    /// What others find of the user in a container; nil without the user's consent.
    func discoverableIdentifier(in container: String) throws(ProtectionError) -> UUID? {
        try container.checkAsName("a container")
        guard try settings.read().account != .signedOut,
            let record = try documents.read(UserDocument.self)[container], record.isDiscoverable
        else { return nil }
        return record.identifier
    }
}
