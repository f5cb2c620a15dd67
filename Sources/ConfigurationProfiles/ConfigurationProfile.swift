public import Preferences
public import ProtectionModel

/// A configuration profile whose envelope is sound: a device would accept it.
///
/// What its payloads set is not judged here: see ``ProfileLinter``. Source: Apple, Configuration
/// Profile Reference, "TopLevel" and "CommonPayloadKeys".
public struct ConfigurationProfile: Sendable, Hashable {
    /// Decides whether another profile replaces this one.
    public let identifier: String
    /// Names this version of it.
    public let uuid: String
    /// For people; nil when there is none.
    public let name: String?
    /// What it is for; nil when it does not say.
    public let details: String?
    /// Who made it, as the profile says; nil when it does not say.
    public let organization: String?
    /// For whom it is installed; nil where it does not say.
    public let scope: ProfileScope?
    /// The user may not remove it.
    public let isRemovalDisallowed: Bool
    /// Removing it takes a passcode, which is in a payload of its own.
    public let hasRemovalPasscode: Bool
    /// When it goes by itself; nil for never.
    public let removalDate: Timestamp?
    /// How long after its installation it goes by itself; nil for never.
    public let durationUntilRemoval: Duration?
    /// From when it counts as expired, though it stays in force; nil for never.
    public let expirationDate: Timestamp?
    /// Its payloads are in it for one device's key only: they are not read, ``payloads`` is empty.
    public let isEncrypted: Bool
    /// What it configures, in its own order.
    public let payloads: [ProfilePayload]
    /// Who made it.
    public let signature: ProfileSignature

    /// What else the top level says, as it is written.
    let root: [String: PreferenceValue]

    /// Reads a `.mobileconfig`; see ``ProfileDocument/init(reading:limits:)``.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-profile` and the place.
    public init(
        reading bytes: [UInt8],
        limits: PropertyListLimits = .standard
    ) throws(ProtectionError) {
        try self.init(ProfileDocument(reading: bytes, limits: limits))
    }

    /// Takes a document whose envelope is sound.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-profile` and the place of the first thing that
    ///   is not.
    public init(_ document: ProfileDocument) throws(ProtectionError) {
        if let finding = EnvelopeRules.findings(in: document).first(where: { $0.level == .error }) {
            throw .malformed(finding.sentence, at: finding.keyPath)
        }
        root = document.root
        signature = document.signature
        identifier = root.text("PayloadIdentifier") ?? ""
        uuid = root.text("PayloadUUID") ?? ""
        name = root.text("PayloadDisplayName")
        details = root.text("PayloadDescription")
        organization = root.text("PayloadOrganization")
        scope = root.text("PayloadScope").flatMap(ProfileScope.init)
        isRemovalDisallowed = root.flag("PayloadRemovalDisallowed") ?? false
        hasRemovalPasscode = root.flag("HasRemovalPasscode") ?? false
        removalDate = root.date("RemovalDate")
        durationUntilRemoval = root["DurationUntilRemoval"]?.number.map { .seconds($0) }
        expirationDate = root.date("PayloadExpirationDate")
        isEncrypted = root.flag("IsEncrypted") ?? false
        payloads =
            isEncrypted ? [] : document.payloads.map { ProfilePayload($0.index, $0.settings) }
    }

    /// When a profile that was installed at a moment goes by itself: the earlier of the two ways;
    /// nil for never.
    public func removalDate(installedAt moment: Timestamp) -> Timestamp? {
        let byDuration = durationUntilRemoval.map { duration in
            Timestamp(
                seconds: moment.seconds + duration.components.seconds,
                nanoseconds: moment.nanoseconds
            )
        }
        return [removalDate, byDuration].compactMap(\.self).min()
    }
}

/// For whom a profile is installed; iOS knows the system only.
public enum ProfileScope: String, Sendable, Hashable, CaseIterable {
    case system = "System"
    case user = "User"
}
