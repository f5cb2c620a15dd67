package import ProtectionModel
import Synchronization

/// Documents of another store, where a test is called in the middle of what is done to them.
package final class HookedDocuments: DocumentStore {
    /// Removes a folder, and may do something besides or instead.
    package typealias Removal =
        @Sendable (_ remove: () throws(ProtectionError) -> Void) throws(ProtectionError) -> Void

    private struct Hooks {
        var onUpdate: @Sendable () -> Void = {}
        var onRemoval: Removal = { (remove) throws(ProtectionError) in try remove() }
    }

    private let documents: any DocumentStore
    private let hooks = Mutex(Hooks())

    package init(_ documents: any DocumentStore) { self.documents = documents }

    /// Called before each update and in its middle.
    package var onUpdate: @Sendable () -> Void {
        get { hooks.withLock { $0.onUpdate } }
        set { hooks.withLock { $0.onUpdate = newValue } }
    }

    /// Called in the place of the removal of a folder.
    package var onRemoval: Removal {
        get { hooks.withLock { $0.onRemoval } }
        set { hooks.withLock { $0.onRemoval = newValue } }
    }

    package func read(_ document: DocumentName) throws(ProtectionError) -> [UInt8]? {
        try documents.read(document)
    }

    package func names(in folder: DocumentFolder) throws(ProtectionError) -> [DocumentName] {
        try documents.names(in: folder)
    }

    package func update(
        _ document: DocumentName,
        as protection: ProtectionClass,
        _ change: ([UInt8]?) throws(ProtectionError) -> [UInt8]?
    ) throws(ProtectionError) {
        onUpdate()
        try documents.update(document, as: protection) { (old) throws(ProtectionError) in
            let new = try change(old)
            onUpdate()
            return new
        }
    }

    package func remove(_ document: DocumentName) throws(ProtectionError) {
        try documents.remove(document)
    }

    package func removeFolder(
        of application: String,
        in folder: DocumentFolder
    ) throws(ProtectionError) {
        try onRemoval { () throws(ProtectionError) in
            try documents.removeFolder(of: application, in: folder)
        }
    }

    package func observe(
        _ folder: DocumentFolder,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(ProtectionError) -> DocumentObservation {
        try documents.observe(folder, onChange)
    }
}
