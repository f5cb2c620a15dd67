package import ProtectionModel
import SodiumCrypto
package import SystemIO
import SystemPackage

extension ProtectionError {
    /// Says in our words what the floor below refused; an error of ours stays as it is.
    ///
    /// `subject` is the thing that could not be had or changed, such as `the keybag`.
    package init(_ error: any Error, _ subject: String) {
        switch error {
        case let error as ProtectionError: self = error
        case let error as SystemError:
            self.init(ErrorCode(error), "\(subject): \(error)", cause: error)
        case let error as CryptoError: self.init(error, subject)
        default: self.init(.internalError, "\(subject): \(error)", cause: error)
        }
    }

    private init(_ error: CryptoError, _ subject: String) {
        switch error.code {
        case .authenticationFailure, .invalidInput:
            self.init(.authenticationFailure, "\(subject) does not authenticate", cause: error)
        case .secretWiped:
            self.init(
                .protectedDataUnavailable,
                "\(subject): its key was discarded at the lock",
                cause: error
            )
        case .cipherUnavailable:
            self.init(
                .cipherUnavailable,
                "\(subject) needs a cipher this machine lacks",
                cause: error
            )
        case .outOfMemory:
            self.init(.internalError, "\(subject): no memory for a secret", cause: error)
        }
    }

    /// How the refusal of a derivation for want of memory ends; other programs, or a limit, are the
    /// reason, and not the passcode.
    package static let memoryRefusal =
        "bytes of memory, which neither the machine nor a limit on this process leaves free"

    /// Says in our words what came between a passcode and its key; no memory is the fault of
    /// neither.
    init(derivation error: any Error, _ cost: Argon2id.Cost, _ subject: String) {
        guard let refusal = error as? CryptoError, refusal.code == .outOfMemory else {
            self.init(error, subject)
            return
        }
        self.init(
            .busy,
            "\(subject): its derivation takes \(cost.memoryByteCount) \(Self.memoryRefusal)",
            cause: refusal
        )
    }
}

extension Result where Success: ~Copyable, Failure == ProtectionError {
    /// What an operation on `subject` gave, or why it failed.
    package init(of subject: String, catching body: () throws -> Success) {
        do { self = .success(try body()) } catch {
            self = .failure(ProtectionError(error, subject))
        }
    }
}

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
        // A symbolic link where we never make one: it was planted.
        case .tooManySymbolicLinkLevels: self = .authenticationFailure
        case .fileNameTooLong: self = .invalidArgument
        // Of the process or the machine, and nothing against the file.
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory: self = .busy
        default: self = .inputOutput
        }
    }
}
