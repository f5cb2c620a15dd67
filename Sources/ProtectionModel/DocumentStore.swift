/// Small documents that are read and replaced whole, each under a protection class: where settings,
/// identifiers and profiles live.
///
/// Calls are synchronous and may come from any thread; other processes may use the same documents.
/// A device implements this with its protected files.
public protocol DocumentStore: Sendable {
    /// The content of a document; nil when there is none, and never for one that cannot be
    /// opened now.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `authentication-failure`.
    func read(_ document: DocumentName) throws(ProtectionError) -> [UInt8]?

    /// Every document of a folder, sorted by the bytes of its name.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `authentication-failure`.
    func names(in folder: DocumentFolder) throws(ProtectionError) -> [DocumentName]

    /// Replaces a document by what `change` makes of its content, atomically and durably; nil
    /// stands for no document, before and after.
    ///
    /// No other document of this device is updated at the same time; `change` must not update one.
    /// Equal content is not written again. What `change` throws leaves all as it was.
    ///
    /// - Throws: ``ProtectionError`` as ``read(_:)``, and `busy`, `no-space`, `io-error`, and what
    ///   `change` throws.
    func update(
        _ document: DocumentName,
        as protection: ProtectionClass,
        _ change: ([UInt8]?) throws(ProtectionError) -> [UInt8]?
    ) throws(ProtectionError)

    /// Removes a document, even a damaged or closed one; nothing happens when there is none.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `busy`, `io-error`.
    func remove(_ document: DocumentName) throws(ProtectionError)

    /// Removes the folder that an application has in a folder, with everything in it and in every lock
    /// state; nothing happens when there is none.
    ///
    /// It is gone at once, whole and durably.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `busy`, `io-error`.
    func removeFolder(
        of application: String,
        in folder: DocumentFolder
    ) throws(ProtectionError)

    /// Calls `onChange` after documents of a folder changed, in this or another process.
    ///
    /// It may be called when nothing changed, and once for several changes: look what changed. It
    /// may come on any thread, and must not wait for an update.
    ///
    /// - Throws: ``ProtectionError`` with `io-error`.
    func observe(
        _ folder: DocumentFolder,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(ProtectionError) -> DocumentObservation
}

/// Keeps an observer of changes registered; ends when cancelled or released.
public final class DocumentObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    /// `onCancel` may be called more than once.
    public init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    deinit { onCancel() }

    /// Ends the observation; a call that is under way may still come to its end.
    public func cancel() { onCancel() }
}
