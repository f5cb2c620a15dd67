/// Everything that was read, as plain values; rules ask nothing else of the world.
package struct Facts: Sendable {
    /// Sources by path.
    package var code: [CodeFile]
    /// Property lists and JSON documents by path.
    package var documents: [PropertyDocument]
    /// Storyboards and xibs by path.
    package var interfaces: [InterfaceDocument]
    /// Schemas of containers of CloudKit by path.
    package var schemas: [SchemaFile]
    /// Targets of all projects and packages by id.
    package var targets: [Target]
    /// Who the files belong to that are not the app's own, by path.
    package var scopes: [String: FileScope]
    /// Protected devices.
    package var devices: [DeviceFacts]
    /// What was not read, by path.
    package var unread: [UnreadInput]
    /// How many files were looked at.
    package var fileCount: Int

    /// Facts; what is not given is empty.
    package init(
        code: [CodeFile] = [],
        documents: [PropertyDocument] = [],
        interfaces: [InterfaceDocument] = [],
        schemas: [SchemaFile] = [],
        targets: [Target] = [],
        scopes: [String: FileScope] = [:],
        devices: [DeviceFacts] = [],
        unread: [UnreadInput] = [],
        fileCount: Int = 0
    ) {
        self.code = code
        self.documents = documents
        self.interfaces = interfaces
        self.schemas = schemas
        self.targets = targets
        self.scopes = scopes
        self.devices = devices
        self.unread = unread
        self.fileCount = fileCount
    }

    /// The comments that suppress findings, by path.
    package var suppressions: [(path: String, comments: [SuppressionComment])] {
        let all =
            code.map { ($0.path, $0.suppressions) } + schemas.map { ($0.path, $0.suppressions) }
        return all.filter { !$0.1.isEmpty }
    }

    /// Who the file at `path` belongs to.
    package func scope(of path: String) -> FileScope { scopes[path] ?? .app }
}

/// Who the code in a file belongs to.
public enum FileScope: UInt8, Sendable, Hashable {
    /// The app's, its extensions' or its own packages'.
    case app
    /// Tests, test support, previews, mocks and sample apps beside the app.
    case tests
    /// Copied in from others: Pods, Carthage, Vendor, ThirdParty, SourcePackages.
    case vendored
    /// Scripts, fastlane, code generators, templates.
    case tools
}

/// An input that could not be read, wholly or in part.
package struct UnreadInput: Sendable, Hashable {
    /// Why an input was not read.
    package enum Reason: String, Sendable, Hashable {
        /// Its text breaks its format's rules; for a source: in part.
        case malformed
        /// It is larger than what is read.
        case tooLarge = "too-large"
        /// No permission, or a disk error.
        case unreadable
        /// A project names it, but it does not exist.
        case missing
        /// A symbolic link, which is never followed.
        case link
        /// A kind of input this build cannot read.
        case unsupported
    }

    /// Its path relative to the audited root.
    package let path: String
    /// Where in it; `nil` for the input as a whole.
    package let place: SourcePlace?
    /// Why.
    package let reason: Reason
    /// The facts in lower case, without a full stop.
    package let message: String

    /// An input that was not read.
    package init(path: String, place: SourcePlace? = nil, reason: Reason, message: String) {
        self.path = path
        self.place = place
        self.reason = reason
        self.message = message
    }
}
