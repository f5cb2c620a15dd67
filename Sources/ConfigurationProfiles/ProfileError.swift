public import ProtectionModel

/// Why a profile cannot be read, installed or removed.
public struct ProfileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// `malformed-profile` for what is no sound profile, `invalid-argument` for trust anchors that
    /// cannot be read, `not-found`, `already-exists` and `permission-denied` for installed ones, and
    /// what the place of the documents answers.
    public let code: ErrorCode
    /// The place in the profile, such as `PayloadContent[0].PayloadUUID`; nil where it is not about
    /// one.
    public let keyPath: String?
    /// What is wrong, with the place.
    public let description: String

    /// Names a failure.
    public init(_ code: ErrorCode, _ description: String, at keyPath: String? = nil) {
        self.code = code
        self.keyPath = keyPath
        self.description = keyPath.map { "\($0): \(description)" } ?? description
    }

    static func malformed(_ description: String, at keyPath: String? = nil) -> ProfileError {
        ProfileError(.malformedProfile, description, at: keyPath)
    }

    init(_ error: ProtectionError) {
        self.init(error.code, error.description)
    }
}
