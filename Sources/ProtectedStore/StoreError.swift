package import KeyManagement
public import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// Why an operation on a protected file or folder failed.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    public let code: ErrorCode
    /// Subject and facts, without advice; never contents or keys.
    public let message: String
    /// The path inside the device; nil when the failure concerns no single path.
    public let path: DevicePath?
    /// The error of a lower floor.
    public let cause: (any Error)?

    /// Describes a failure.
    public init(
        _ code: ErrorCode,
        _ message: String,
        path: DevicePath? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.cause = cause
    }

    /// Says in our words what the holder of the keys refused.
    package init(_ error: KeyError, path: DevicePath? = nil) {
        self.init(
            error.code,
            path.map { "'\($0)': \(error.message)" } ?? error.message,
            path: path,
            cause: error
        )
    }

    /// Says in our words what the host's file system refused.
    package init(_ error: SystemError, path: DevicePath? = nil) {
        let code = ErrorCode(error)
        self.init(
            code,
            Self.sentence(code, path: path) ?? "\(path.map { "'\($0)': " } ?? "")\(error)",
            path: path,
            cause: error
        )
    }

    /// Says in our words what a primitive refused.
    package init(_ error: CryptoError, path: DevicePath? = nil) {
        self.init(KeyError(error, "the content"), path: path)
    }

    /// The usual sentence for a code.
    package init(_ code: ErrorCode, path: DevicePath, cause: (any Error)? = nil) {
        self.init(
            code,
            Self.sentence(code, path: path) ?? "'\(path)': \(code)",
            path: path,
            cause: cause
        )
    }

    /// The sentence to show.
    public var description: String { message }

    /// Equal when the code is.
    public static func == (left: StoreError, right: StoreError) -> Bool {
        left.code == right.code
    }

    private static func sentence(_ code: ErrorCode, path: DevicePath?) -> String? {
        guard let path else { return nil }
        return switch code {
        case .notFound: "'\(path)' does not exist"
        case .alreadyExists: "'\(path)' exists already"
        case .isADirectory: "'\(path)' is a folder"
        case .notADirectory: "'\(path)' is not a folder"
        case .directoryNotEmpty: "the folder '\(path)' is not empty"
        case .authenticationFailure: "'\(path)' is damaged or was tampered with"
        case .handleClosed: "the handle on '\(path)' is closed"
        case .busy: "another process writes '\(path)'"
        default: nil
        }
    }
}
