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

    /// Runs an operation on a document or folder, of which observers are told once.
    func reporting<Result>(
        _ kind: FileOperation.Kind,
        _ path: DevicePath,
        as protection: ProtectionClass? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        guard !Self.isReported else { return try body() }
        return try operations.perform(kind, path, as: protection) {
            do { return try Self.$isReported.withValue(true) { try body() } } catch {
                throw ProtectionError(error, path: nil)
            }
        }
    }

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
