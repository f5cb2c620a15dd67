public import ProtectedStore
public import ProtectionModel

/// The preserved state of an application's interface: one file of a device.
///
/// UIKit's state preservation and restoration, for programs without UIKit and for tests: what is
/// saved when the application leaves the foreground is there at its next launch, unless the user
/// ended it or a restoration failed.
///
///     let archive = try StateArchive(files, at: path)
///     try archive.save(root, bundleVersion: "42")
///     switch try archive.restore(shouldRestore: { $0.bundleVersion == "42" }) {
///     case .restoring(let state):
///         show(state)
///         try archive.completeRestoration()
///     case .unavailable: showDefaults()  // and once more when protected data is available
///     default: showDefaults()
///     }
///
/// Beside the archive lies a second, empty file while a restoration is under way: its name is the
/// archive's with `.restoring` appended, its class is `none`, so that it can be made and removed in
/// every lock state. One program uses an archive, with one call at a time.
///
/// Sources: Apple, "Preserving your app's UI across launches", `UIStateRestoring`,
/// `application(_:shouldRestoreSecureApplicationState:)`; the sample `StateRestore` for what is
/// deleted after a forced quit and after a crash at launch.
public struct StateArchive: Sendable {
    /// Where the archive is.
    public let path: DevicePath
    /// The class every save gives it.
    public let protection: ProtectionClass
    /// How much a save takes.
    public let limits: PreservationLimits

    let files: FileStore
    let marker: DevicePath

    /// An archive in a folder that exists; nothing is read or written yet.
    ///
    /// The usual class can be read from the first unlock on. An archive of class `complete` is
    /// unreadable whenever the application is launched in the background while the device is locked,
    /// and UIKit then ended applications (Cocoa error 257, openradar-mirror#10211). Take `complete`
    /// for state that must not be readable then, and expect ``RestorationOutcome/unavailable(_:)``.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for the root and for a name of more
    ///   than 245 bytes.
    public init(
        _ files: FileStore,
        at path: DevicePath,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication,
        limits: PreservationLimits = .standard
    ) throws(ProtectionError) {
        self.files = files
        self.path = path
        self.protection = protection
        self.limits = limits
        guard let name = path.name, let folder = path.parent else {
            throw ProtectionError(.invalidArgument, "the root folder cannot be an archive")
        }
        do {
            marker = try folder.appending(name + ".restoring")
        } catch {
            throw ProtectionError(
                .invalidArgument,
                "the name of '\(path)' has more than 245 bytes",
                cause: error
            )
        }
    }

    /// Puts what takes part of a tree in place of the archive: the old one or the new, never a
    /// mixture.
    ///
    /// `bundleVersion` is the application's `CFBundleVersion`, 1 to 255 UTF-8 bytes. When no node
    /// takes part there is nothing to preserve: the archive, which shows what the user has left, is
    /// discarded.
    ///
    /// - Returns: How much was saved, and what was left out.
    /// - Throws: ``ProtectionError`` with `invalid-argument`, whose cause is the
    ///   ``RestorationFault`` where the tree is at fault; `busy` with the cause
    ///   `restoration-under-way` between the start of a restoration and its completion, for half of
    ///   an interface must not replace the whole; `protected-data-unavailable` when the class
    ///   is not available; and the errors of the store. The old archive is there then as it was.
    @discardableResult
    public func save(
        _ root: RestorableNode,
        bundleVersion: String
    ) throws(ProtectionError) -> PreservationResult {
        guard ArchiveNode.isName(bundleVersion) else {
            throw ProtectionError(.invalidArgument, "a bundle version has 1 to 255 bytes")
        }
        let tree = try PreservedTree(root, limits)
        let isEmpty = tree.nodes.isEmpty
        let bytes =
            isEmpty
            ? [] : try ArchiveDocument(bundleVersion: bundleVersion, nodes: tree.nodes).bytes()
        try checkNotRestoring()
        if isEmpty {
            try discard()
        } else {
            try files.write(bytes, to: path, as: protection)
        }
        return PreservationResult(
            nodeCount: tree.nodes.count,
            byteCount: bytes.count,
            leftOut: tree.leftOut
        )
    }

    private func checkNotRestoring() throws(ProtectionError) {
        guard try exists(marker) else { return }
        guard try !exists(path) else {
            throw ProtectionError(
                fault: .restorationUnderWay,
                "a restoration of '\(path)' has begun and is not completed"
            )
        }
        // A crash while discarding left it; it would discard the new archive.
        try remove(marker)
    }

    /// Removes the archive, in every lock state; nothing is wrong when there is none.
    ///
    /// - Throws: ``ProtectionError`` of the store.
    public func discard() throws(ProtectionError) {
        // In this order: a crash in between leaves no archive that seems sound.
        try remove(path)
        try remove(marker)
    }

    /// Discards the archive because the user ended the application, who wants a fresh start.
    ///
    /// Works in every lock state.
    ///
    /// - Throws: ``ProtectionError`` of the store.
    public func userDidQuit() throws(ProtectionError) { try discard() }
}
