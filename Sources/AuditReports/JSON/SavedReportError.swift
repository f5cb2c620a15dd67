package import ProtectionModel

/// Why a saved report cannot be read.
package struct SavedReportError: Error, Hashable, CustomStringConvertible {
    /// `malformed-report` or `unsupported-version`.
    package let code: ErrorCode
    /// What is wrong, in lower case without a full stop.
    package let message: String
    /// Where, such as `findings[3].line`; empty for the whole of it.
    package let place: String

    /// Place and message.
    package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
