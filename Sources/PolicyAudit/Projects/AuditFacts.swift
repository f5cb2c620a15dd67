/// Everything that was read, as plain values; rules ask nothing else of the world.
package struct AuditFacts: Sendable {
    /// Sources by path.
    package var code: [CodeFile]
    /// Property lists and JSON documents by path.
    package var documents: [PropertyDocument]
    /// Storyboards and xibs by path.
    package var interfaces: [InterfaceDocument]
    /// Targets of all projects and packages by id.
    package var targets: [Target]
    /// Whose the files are that are not the app's own.
    package var scopes: [String: FileScope]
    /// Protected devices.
    package var devices: [DeviceFacts]
    /// What was not read, by path.
    package var unread: [UnreadInput]
    /// How many files were looked at.
    package var fileCount: Int

    /// Facts, of nothing unless given.
    package init(
        code: [CodeFile] = [],
        documents: [PropertyDocument] = [],
        interfaces: [InterfaceDocument] = [],
        targets: [Target] = [],
        scopes: [String: FileScope] = [:],
        devices: [DeviceFacts] = [],
        unread: [UnreadInput] = [],
        fileCount: Int = 0
    ) {
        self.code = code
        self.documents = documents
        self.interfaces = interfaces
        self.targets = targets
        self.scopes = scopes
        self.devices = devices
        self.unread = unread
        self.fileCount = fileCount
    }

    /// Whose the file at `path` is.
    package func scope(of path: String) -> FileScope { scopes[path] ?? .app }
}
