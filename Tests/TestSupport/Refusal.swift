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
    } catch let error as ProtectionError {
        return error.code
    } catch {
        return ErrorCode(.internalError)
    }
}

/// Inside, functions throw what they like; a test asks for the code all the same.
extension Error {
    /// The code of an error of ours; `internal-error`, which no test expects, for any other.
    package var code: ErrorCode { (self as? ProtectionError)?.code ?? .internalError }
    /// What the error says.
    package var message: String { "\(self)" }
}
