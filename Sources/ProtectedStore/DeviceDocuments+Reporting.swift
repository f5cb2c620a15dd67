import KeyManagement
import ProtectionModel
import Synchronization

extension DeviceDocuments {
    /// Runs an operation on a document, of which observers are told once.
    func reporting<Result>(
        _ kind: FileOperation.Kind,
        _ document: DocumentName,
        as protection: ProtectionClass? = nil,
        _ body: () throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        guard !Self.isReported, let path = try? path(of: document) else { return try body() }
        return try translating {
            try operations.perform(kind, path, as: protection) { () throws(StoreError) in
                var failure: DocumentError?
                let result = Self.$isReported.withValue(true) { () -> Result? in
                    do throws(DocumentError) { return try body() } catch {
                        failure = error
                        return nil
                    }
                }
                guard let result else {
                    let failure = failure ?? DocumentError(.internalError, "no result")
                    throw StoreError(failure.code, failure.description, cause: failure)
                }
                return result
            }
        }
    }

    // MARK: Errors

    /// Nil for what is not there.
    func missing<Result>(_ body: () throws -> Result) throws -> Result? {
        do { return try body() } catch let error as StoreError {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    func translating<Result>(
        _ body: () throws -> Result
    ) throws(DocumentError) -> Result {
        do { return try body() } catch let error as DocumentError { throw error } catch {
            let known = StoreError(translating: error, path: nil)
            if let cause = known.cause as? DocumentError { throw cause }
            throw DocumentError(known.code, known.message)
        }
    }
}
