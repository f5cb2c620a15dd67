package import ProtectionModel

/// Where a profile is at fault: the cause of a `malformed-profile`.
public struct ProfilePlace: Error, Sendable, Hashable {
    /// Such as `PayloadContent[0].PayloadUUID`.
    public let keyPath: String
}

extension ProtectionError {
    /// Names a failure with its place in the profile, where it is about one.
    package init(_ code: ErrorCode, _ description: String, at keyPath: String?) {
        self.init(
            code,
            keyPath.map { "\($0): \(description)" } ?? description,
            cause: keyPath.map { ProfilePlace(keyPath: $0) }
        )
    }

    static func malformed(_ description: String, at keyPath: String? = nil) -> ProtectionError {
        ProtectionError(.malformedProfile, description, at: keyPath)
    }
}
