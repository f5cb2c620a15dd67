import KeyManagement
import ProtectionModel
import Synchronization

extension DeviceDocuments {
    /// Runs an operation on a document, of which observers are told once.
    func reporting<Result>(
        _ kind: FileOperation.Kind,
        _ document: DocumentName,
        as protection: ProtectionClass? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        guard let path = try? path(of: document) else { return try body() }
        return try reporting(kind, path, as: protection, body)
    }

    /// Runs an operation on a document or folder, of which observers are told once, with what `body`
    /// has noted.
    func reporting<Result>(
        _ kind: FileOperation.Kind,
        _ path: DevicePath,
        as protection: ProtectionClass? = nil,
        about subject: String? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        guard Self.notes == nil else { return try body() }
        let notes = DocumentNotes()
        return try operations.perform(
            kind,
            path,
            as: protection,
            about: subject,
            touching: { notes.touches }
        ) {
            do { return try Self.$notes.withValue(notes) { try body() } } catch {
                throw ProtectionError(error, path: nil)
            }
        }
    }

    /// Notes what the operation under way has done to one of its documents.
    package static func note(_ touch: DocumentTouch) { notes?.add(touch) }

    // MARK: Errors

    /// Nil for what is not there.
    func missing<Result>(_ body: () throws -> Result) throws -> Result? {
        do { return try body() } catch let error as ProtectionError where error.code == .notFound {
            return nil
        }
    }

    /// Runs an operation on a document, which no path of the user's names.
    func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            let known = ProtectionError(error, path: nil)
            guard known.path != nil else { throw known }
            throw ProtectionError(known.code, known.message, cause: known)
        }
    }
}

/// What an operation has done to documents, until observers can be told: within the lock nobody is called.
final class DocumentNotes: Sendable {
    private let state = Mutex<[DocumentTouch]>([])

    var touches: [DocumentTouch] { state.withLock { $0 } }

    func add(_ touch: DocumentTouch) { state.withLock { $0.append(touch) } }
}
