package import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// Why the keys of a device could not be had or changed.
package struct KeyError: Error, Sendable, Equatable {
    /// What went wrong.
    package let code: ErrorCode
    /// Subject and facts, without advice and without secrets.
    package let message: String
    /// For ``ErrorCode/passcodeDelayed``: how long until the next guess is taken.
    package let retryAfter: Duration?
    /// The error of a lower floor.
    package let cause: (any Error)?

    /// Describes a failure.
    package init(
        _ code: ErrorCode,
        _ message: String,
        retryAfter: Duration? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// Says in our words what a primitive refused.
    package init(_ error: CryptoError, _ subject: String) {
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

    /// Says in our words what came between a passcode and its key; no memory is the fault of neither.
    init(derivation error: CryptoError, _ cost: Argon2id.Cost, _ subject: String) {
        guard error.code == .outOfMemory else {
            self.init(error, subject)
            return
        }
        self.init(
            .busy,
            "\(subject): its derivation takes \(cost.memoryByteCount) \(Self.memoryRefusal)",
            cause: error
        )
    }

    /// Says in our words what the host's file system refused.
    package init(_ error: SystemError, _ subject: String) {
        self.init(ErrorCode(error), "\(subject): \(error)", cause: error)
    }

    /// Equal when the code is.
    package static func == (left: KeyError, right: KeyError) -> Bool {
        left.code == right.code
    }
}
