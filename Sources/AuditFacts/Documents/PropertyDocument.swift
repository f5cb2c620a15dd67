package import Documents

/// A property list or JSON document of the audited tree.
package struct PropertyDocument: Sendable, Hashable {
    /// What a document is for.
    package enum Role: String, Sendable, Hashable {
        /// An Info.plist of a bundle.
        case info
        case entitlements
        /// A `PrivacyInfo.xcprivacy`, or another file with that suffix.
        case privacyManifest
        /// An `apple-app-site-association` file.
        case siteAssociation
        /// A `.mobileconfig`; for a signed one, what is inside.
        case configurationProfile
        /// A payload of a push notification (`.apns`, or JSON with an `aps` key).
        case pushPayload
        /// Any other property list.
        case other
    }

    /// Its path relative to the audited root.
    package let path: String
    /// What it is for.
    package let role: Role
    /// What it holds; `nil` when it could not be read.
    package let root: DocumentNode?
    /// Why it could not be read, and where.
    package let flaw: SourceFlaw?

    /// A document that was read, or the reason why not.
    package init(path: String, role: Role, root: DocumentNode?, flaw: SourceFlaw? = nil) {
        self.path = path
        self.role = role
        self.root = root
        self.flaw = flaw
    }
}
