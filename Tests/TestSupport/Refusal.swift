import KeyManagement
import ProtectedStore
package import ProtectionModel

/// What a call was refused with; nil when it was done.
///
/// An error that is none of ours counts as `internal-error`, which no test expects.
package func refusal<Result>(_ body: () throws -> Result) -> ErrorCode? {
    do {
        _ = try body()
        return nil
    } catch let error as StoreError {
        return error.code
    } catch let error as KeyError {
        return error.code
    } catch let error as DocumentError {
        return error.code
    } catch {
        return ErrorCode(.internalError)
    }
}
