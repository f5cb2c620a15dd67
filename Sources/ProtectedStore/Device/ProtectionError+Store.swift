import KeyManagement
package import ProtectionModel
import SodiumCrypto
import SystemIO

extension ProtectionError {
    /// The same failure in our words, with its path.
    package init(_ error: any Error, path: DevicePath?) {
        let subject = path.map { "'\($0)'" }
        switch error {
        case let error as ProtectionError:
            self = error.about(path)
        case let error as SystemError:
            let code = ErrorCode(error)
            self.init(
                code,
                Self.sentence(code, path: path) ?? (subject.map { "\($0): " } ?? "") + "\(error)",
                path: path?.description,
                cause: error
            )
        case let error as CryptoError:
            self = ProtectionError(error, "the content").about(path)
        case let defect as AuthenticatedSlot.Defect:
            self.init(defect, path: path)
        case is SlotUpdate.SharedInode:
            self.init(
                .busy,
                "\(subject ?? "a file") has another name on the host and is open, so it can be "
                    + "changed only once it is closed or the other name is gone",
                path: path?.description,
                cause: error
            )
        default:
            self.init(
                .internalError,
                "unexpected failure: \(error)",
                path: path?.description,
                cause: error
            )
        }
    }

    /// What crosses the public edge: an error of ours as it is, any other with its path.
    init(edge error: any Error, _ path: DevicePath?) {
        self = error as? ProtectionError ?? ProtectionError(error, path: path)
    }

    private init(_ defect: AuthenticatedSlot.Defect, path: DevicePath?) {
        let subject = path.map { "'\($0)'" } ?? "a file"
        let folder = path.map { "the folder '\($0)'" } ?? "a folder"
        let (code, message): (ErrorCode, String) =
            switch defect {
            case .unsupported:
                (.unsupportedVersion, "\(subject) was written by a newer version")
            case .damaged: (.authenticationFailure, "\(subject) is damaged or was tampered with")
            case .noFile(let kind):
                (.invalidArgument, "\(subject) is \(kind.noun) and has no content of its own")
            case .damagedAttributes:
                (
                    .authenticationFailure,
                    "the extended attributes of \(subject) are missing, damaged or were tampered "
                        + "with"
                )
            case .misplaced:
                (
                    .authenticationFailure,
                    "\(folder) was moved or copied here on the host: its record belongs to another "
                        + "place"
                )
            }
        self.init(code, message, path: path?.description, cause: defect)
    }

    /// The usual sentence for a code.
    package init(_ code: ErrorCode, path: DevicePath, cause: (any Error)? = nil) {
        self.init(
            code,
            Self.sentence(code, path: path) ?? "'\(path)': \(code)",
            path: path.description,
            cause: cause
        )
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
        case .busy: "another process is writing '\(path)'"
        default: nil
        }
    }

    /// The public edge: runs an operation of ours, and gives what it throws as the one error.
    ///
    /// Inside, functions throw what they like; an error of ours crosses as it is.
    package static func wrapping<Result: ~Copyable>(
        _ body: () throws -> Result
    ) throws(ProtectionError) -> Result {
        do { return try body() } catch { throw ProtectionError(edge: error, nil) }
    }

    /// Runs an operation on a path, whose failure is told in our words.
    static func telling<Result: ~Copyable>(
        of path: DevicePath?,
        _ body: () throws -> Result
    ) throws(ProtectionError) -> Result {
        do { return try body() } catch { throw ProtectionError(error, path: path) }
    }
}

extension FileMetadata.Kind {
    /// What to call it in a sentence.
    package var noun: String {
        switch self {
        case .file: "a file"
        case .directory: "a folder"
        case .symbolicLink: "a symbolic link"
        case .fifo: "a named pipe"
        case .socket: "a socket"
        case .characterDevice: "a character device"
        case .blockDevice: "a block device"
        }
    }
}
