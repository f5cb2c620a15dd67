package import ProtectionModel
import Synchronization

/// The cloud that code means which names none, as `CKContainer.default()` does.
package struct CurrentCloud: Sendable {
    /// That of the caller's task.
    @TaskLocal package static var ofTask: CurrentCloud?
    private static let ofProcess = Mutex<CurrentCloud?>(nil)

    private let own: RecordContainer

    /// A cloud by the app's own container in it.
    package init(_ own: RecordContainer) { self.own = own }

    /// That of the process, where a task has none.
    package static var fallback: CurrentCloud? { ofProcess.withLock { $0 } }

    /// From now on this is the one of the process.
    package static func setFallback(_ cloud: CurrentCloud?) { ofProcess.withLock { $0 = cloud } }

    /// A container of it by its identifier; nil for the app's own.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a name that is none.
    package func container(_ identifier: String?) throws(ProtectionError) -> RecordContainer {
        guard let identifier, identifier != own.key.identifier else { return own }
        return try own.named(identifier)
    }
}
