import ProtectionModel
import SystemPackage

extension Errno {
    /// What a system call fails with where the store fails with this.
    ///
    /// A key that is not there has the errors of the kernel's own file encryption.
    init(_ code: ErrorCode, isOpen: Bool = false) {
        self =
            switch code {
            case .protectedDataUnavailable: isOpen ? .keyRevoked : .requiredKeyNotAvailable
            // As ext4 and XFS say it of a checksum.
            case .authenticationFailure: .badMessage
            case .unsupportedVersion: .notSupported
            case .notFound: .noSuchFileOrDirectory
            case .alreadyExists: .fileExists
            case .invalidArgument: .invalidArgument
            case .isADirectory: .isDirectory
            case .notADirectory: .notDirectory
            case .directoryNotEmpty: .directoryNotEmpty
            case .noSpace: .noSpace
            case .busy, .timedOut: .resourceBusy
            case .permissionDenied: .permissionDenied
            // The device is off, or was when the handle lived.
            case .handleClosed, .deviceOff, .agentUnreachable, .deviceErased:
                .operationNotSupportedByDevice
            default: .ioError
            }
    }

    /// What a system call fails with after any failure of the store.
    init(_ error: any Error, isOpen: Bool = false) {
        self =
            switch error {
            case let error as Errno: error
            case let error as ProtectionError: Errno(error.code, isOpen: isOpen)
            default: .ioError
            }
    }
}
