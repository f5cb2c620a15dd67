import Preferences
public import ProtectionModel

/// The profiles of a device, each in a document of its own.
///
/// They are readable from the first unlock on, as the defaults are that follow from them
/// (`complete-until-first-user-authentication`). A document that cannot be opened now, or is
/// damaged, is an error, never a profile that is not there.
package struct InstalledProfiles: Sendable {
    private let documents: any DocumentStore

    /// Keeps profiles in the folder `Profiles` of a device's documents.
    package init(_ documents: any DocumentStore) {
        self.documents = documents
    }

    /// All of them, the earliest installed first: the order in which they are combined.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure` for a damaged document, and what
    ///   the document store throws, such as `protected-data-unavailable`.
    package func list() throws(ProtectionError) -> [InstalledProfile] {
        var installed: [InstalledProfile] = []
        for name in try names() {
            // One may have been removed in the meantime.
            guard let bytes = try read(name) else { continue }
            installed.append(try StoredProfile(reading: bytes, of: name).installed)
        }
        return installed.sorted {
            ($0.installedAt, $0.profile.identifier) < ($1.installedAt, $1.profile.identifier)
        }
    }

    /// Installs a `.mobileconfig`, in place of the profile with the same `PayloadIdentifier`.
    ///
    /// `time` is the moment that counts as its installation. Whether to trust the signer is the
    /// caller's decision, and comes before. A profile that does not allow its removal is replaced
    /// by one of the same signer only, or with `force`.
    ///
    /// - Returns: the profile as it is on the device now.
    /// - Throws: ``ProtectionError`` with `malformed-profile`, also for an encrypted profile, whose
    ///   payloads could not take effect, and what the document store throws.
    @discardableResult
    package func install(
        _ bytes: [UInt8],
        at time: Timestamp,
        force: Bool = false
    ) throws(ProtectionError) -> InstalledProfile {
        let profile = try ConfigurationProfile(reading: bytes)
        guard !profile.isEncrypted else {
            throw ProtectionError(
                .malformedProfile,
                "its payloads are encrypted for one device, and cannot take effect on this one",
                at: "IsEncrypted"
            )
        }
        let name = try StoredProfile.documentName(for: profile.identifier)
        let stored = StoredProfile(
            installed: InstalledProfile(profile: profile, installedAt: time),
            bytes: bytes
        )
        try update(name) { (old) throws(ProtectionError) in
            if let old {
                let present = try StoredProfile(reading: old, of: name).installed.profile
                guard present.identifier == profile.identifier else {
                    throw ProtectionError(
                        .alreadyExists,
                        "'\(present.identifier)' is installed in the place of this profile"
                    )
                }
                guard force || !present.isRemovalDisallowed || profile.isBySigner(of: present)
                else {
                    throw ProtectionError(
                        .permissionDenied,
                        "'\(present.identifier)' does not allow its removal, and this one has"
                            + " another signer"
                    )
                }
            }
            return stored.document
        }
        return stored.installed
    }

    /// Removes the profile with a `PayloadIdentifier`.
    ///
    /// `force` removes one that is damaged, and one that forbids it (`PayloadRemovalDisallowed`),
    /// or asks for a passcode that is not asked for here (`HasRemovalPasscode`).
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `permission-denied` for one that forbids it,
    ///   and as ``list()``.
    package func remove(_ identifier: String, force: Bool = false) throws(ProtectionError) {
        let name = try StoredProfile.documentName(for: identifier)
        if force, try isDamaged(name) { return try discard(name) }
        try update(name) { (old) throws(ProtectionError) in
            guard let old,
                case let profile = try StoredProfile(reading: old, of: name).installed.profile,
                profile.identifier == identifier
            else { throw ProtectionError(.notFound, "no profile '\(identifier)' is installed") }
            guard force || !profile.isRemovalDisallowed else {
                throw ProtectionError(
                    .permissionDenied,
                    "'\(identifier)' does not allow its removal (PayloadRemovalDisallowed)"
                )
            }
            guard force || !profile.hasRemovalPasscode else {
                throw ProtectionError(
                    .permissionDenied,
                    "'\(identifier)' can be removed only with its passcode (HasRemovalPasscode)"
                )
            }
            return nil
        }
    }

    private func isDamaged(_ name: DocumentName) throws(ProtectionError) -> Bool {
        do {
            if let bytes = try read(name) { _ = try StoredProfile(reading: bytes, of: name) }
            return false
        } catch {
            guard error.code == .authenticationFailure else { throw error }
            return true
        }
    }

    private func discard(_ name: DocumentName) throws(ProtectionError) {
        try documents.remove(name)
    }

    private func names() throws(ProtectionError) -> [DocumentName] {
        try documents.names(in: .profiles).filter(StoredProfile.isName)
    }

    private func read(_ name: DocumentName) throws(ProtectionError) -> [UInt8]? {
        try documents.read(name)
    }

    private func update(
        _ name: DocumentName,
        _ change: ([UInt8]?) throws(ProtectionError) -> [UInt8]?
    ) throws(ProtectionError) {
        try documents.update(name, as: .completeUntilFirstUserAuthentication, change)
    }
}

/// A profile on a device.
public struct InstalledProfile: Sendable, Hashable {
    /// The profile.
    public let profile: ConfigurationProfile
    /// When it was installed, or last replaced.
    public let installedAt: Timestamp

    /// When it goes by itself; nil for never.
    public var removalDate: Timestamp? { profile.removalDate(installedAt: installedAt) }
}

extension ConfigurationProfile {
    /// Whether both are signed with one certificate.
    fileprivate func isBySigner(of other: ConfigurationProfile) -> Bool {
        guard case .signed(let signer) = signature, case .signed(let otherSigner) = other.signature
        else { return false }
        return signer.certificates.first == otherSigner.certificates.first
    }
}
