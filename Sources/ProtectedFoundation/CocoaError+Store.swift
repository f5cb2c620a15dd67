public import Foundation
import ProtectedStore
import ProtectionModel

extension CocoaError {
    /// The key of `userInfo` under which our own word for a failure stands, such as
    /// `protected-data-unavailable`; Apple's errors have no such key.
    public static let protectionErrorCodeKey = "ProtectionErrorCode"

    /// Says in Foundation's words what a device refused: 257 or 513 for a file that is locked, with
    /// `EPERM` underneath.
    ///
    /// Which code belongs to which errno is Foundation's choice (swift-foundation,
    /// `CocoaError+FilePath.swift`); Apple's Foundation is the same code.
    static func refusal(
        _ error: ProtectionError,
        path: String,
        reading: Bool,
        source: String? = nil,
        destination: String? = nil
    ) -> CocoaError {
        // A name that no file can have is the one argument of a call that can be wrong.
        let cause = error.cause is ProtectionError ? .ENAMETOOLONG : POSIXErrorCode(error.code)
        var userInfo: [String: Any] = [
            NSFilePathErrorKey: path, NSURLErrorKey: URL(fileURLWithPath: path),
            NSUnderlyingErrorKey: POSIXError(cause),
            NSDebugDescriptionErrorKey: error.message,
            protectionErrorCodeKey: error.code.description,
        ]
        if let source { userInfo["NSSourceFilePathErrorKey"] = source }
        if let destination { userInfo["NSDestinationFilePath"] = destination }
        let isDamaged = reading && error.code == .authenticationFailure
        return CocoaError(
            isDamaged ? .fileReadCorruptFile : CocoaError.Code(cause, reading: reading),
            userInfo: userInfo
        )
    }

    /// A call that Foundation has and a device lacks, such as making a hard link.
    static func unsupported(_ what: String, path: String) -> CocoaError {
        CocoaError(
            .featureUnsupported,
            userInfo: [
                NSFilePathErrorKey: path,
                NSDebugDescriptionErrorKey: "a protected device has no \(what)",
            ]
        )
    }
}

extension CocoaError.Code {
    fileprivate init(_ errno: POSIXErrorCode, reading: Bool) {
        self =
            switch (errno, reading) {
            case (.ENOENT, true): .fileReadNoSuchFile
            case (.EPERM, true), (.EACCES, true): .fileReadNoPermission
            case (.ENAMETOOLONG, true): .fileReadInvalidFileName
            case (_, true): .fileReadUnknown
            case (.ENOENT, false): .fileNoSuchFile
            case (.EPERM, false), (.EACCES, false): .fileWriteNoPermission
            case (.ENAMETOOLONG, false): .fileWriteInvalidFileName
            case (.ENOSPC, false): .fileWriteOutOfSpace
            case (.EEXIST, false): .fileWriteFileExists
            case (_, false): .fileWriteUnknown
            }
    }
}

extension POSIXErrorCode {
    /// What the kernel would say. (Apple's answers `EPERM` for a missing class key, and not `EACCES`.)
    init(_ code: ErrorCode) {
        self =
            switch code {
            case .protectedDataUnavailable: .EPERM
            case .permissionDenied: .EACCES
            case .notFound: .ENOENT
            case .alreadyExists: .EEXIST
            case .isADirectory: .EISDIR
            case .notADirectory: .ENOTDIR
            case .directoryNotEmpty: .ENOTEMPTY
            case .noSpace: .ENOSPC
            case .busy: .EBUSY
            case .invalidArgument: .EINVAL
            case .handleClosed: .EBADF
            case .deviceOff: .ENXIO
            default: .EIO
            }
    }
}
