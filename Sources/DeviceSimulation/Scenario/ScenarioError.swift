package import ProtectionModel
package import Documents

/// Why scenarios could not be read or run at all.
package struct ScenarioError: Error, Sendable, Equatable, CustomStringConvertible {
    /// `malformed-scenario`, or what kept the device from being made.
    package let code: ErrorCode
    /// The subject and the facts, in lower case and without a full stop.
    package let message: String
    /// The scenario's file.
    package let file: String
    /// The place in the file; nil when the failure has none.
    package let location: DocumentPlace?

    /// The error that a scenario cannot be understood.
    init(_ error: DocumentFault, file: String) {
        code = ErrorCode(.malformedScenario)
        message = error.message
        self.file = file
        location = error.location
    }

    /// The error that a scenario's device cannot be made.
    init(_ code: ErrorCode, _ message: String, file: String) {
        self.code = code
        self.message = message
        self.file = file
        location = nil
    }

    /// `file:line:column: message`.
    package var description: String {
        "\(file):\(location.map { "\($0):" } ?? "") \(message)"
    }
}
