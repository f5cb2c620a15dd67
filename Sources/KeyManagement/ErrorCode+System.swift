package import ProtectionModel
package import SystemIO
import SystemPackage

extension ErrorCode {
    /// The word for a failed system call.
    package init(_ error: SystemError) {
        switch error.errno {
        case .noSuchFileOrDirectory: self = .notFound
        case .fileExists: self = .alreadyExists
        case .notDirectory: self = .notADirectory
        case .isDirectory: self = .isADirectory
        case .directoryNotEmpty: self = .directoryNotEmpty
        case .noSpace, .diskQuotaExceeded: self = .noSpace
        case .permissionDenied, .notPermitted, .readOnlyFileSystem: self = .permissionDenied
        // A symbolic link where we never make one: somebody planted it.
        case .tooManySymbolicLinkLevels: self = .authenticationFailure
        case .fileNameTooLong: self = .invalidArgument
        // Of the process or the machine, and nothing against the file.
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory: self = .busy
        default: self = .inputOutput
        }
    }
}
