/// Small documents that are read and replaced whole, each under a protection class: where settings,
/// identifiers and profiles live.
///
/// Calls are synchronous and may come from any thread; other processes may use the same documents.
/// A device implements this with its protected files.
public protocol DocumentStore: Sendable {
    /// The content of a document; nil when there is none, which is never said of one that cannot be
    /// opened now.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `authentication-failure`.
    func read(_ document: DocumentName) throws(ProtectionError) -> [UInt8]?

    /// Every document of a folder, sorted by the bytes of its name.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `authentication-failure`.
    func names(in folder: DocumentFolder) throws(ProtectionError) -> [DocumentName]

    /// Replaces a document by what `change` makes of its content, atomically and durably; nil stands
    /// for no document, before and after.
    ///
    /// Nobody else updates a document of this device meanwhile; `change` must not update another.
    /// Equal content is not written again. What `change` throws leaves all as it was.
    ///
    /// - Throws: ``ProtectionError`` as ``read(_:)``, and `busy`, `no-space`, `io-error`, and what
    ///   `change` throws.
    func update(
        _ document: DocumentName,
        as protection: ProtectionClass,
        _ change: ([UInt8]?) throws(ProtectionError) -> [UInt8]?
    ) throws(ProtectionError)

    /// Removes a document, be it damaged or closed; nothing happens when there is none.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `busy`, `io-error`.
    func remove(_ document: DocumentName) throws(ProtectionError)

    /// Calls `onChange` after documents of a folder changed, whoever changed them.
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
