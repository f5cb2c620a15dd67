import ProtectionModel

/// Why the other side goes no further: one byte in clear, by which nothing but a message changes.
enum Refusal: UInt8 {
    case notTrusted = 1
    case pairingFailed = 2
    case expired = 3
    case locked = 4
    case busy = 5
    case unsupportedVersion = 6
    case limitExceeded = 7

    /// What to say of an error; one that says too much is left out.
    init(_ error: ProtectionError, otherwise: Refusal) {
        self =
            switch error.code {
            case .expired: .expired
            case .protectedDataUnavailable, .deviceOff: .locked
            case .busy: .busy
            case .unsupportedVersion: .unsupportedVersion
            case .limitExceeded: .limitExceeded
            default: otherwise
            }
    }

    /// The refusal in a frame; nil for a message, which is never that short.
    init?(_ frame: [UInt8]) {
        guard frame.count == 1 else { return nil }
        self.init(rawValue: frame[0])
    }

    var frame: [UInt8] { [rawValue] }

    var error: ProtectionError {
        switch self {
        case .notTrusted: .strangeDevice
        case .pairingFailed: .pairingFailure
        case .expired: .expiredCode
        case .locked:
            ProtectionError(.protectedDataUnavailable, "the other device is locked")
        case .busy: ProtectionError(.busy, "the other device is busy with others")
        case .unsupportedVersion:
            ProtectionError(.unsupportedVersion, "the other device knows another version only")
        case .limitExceeded:
            ProtectionError(
                .limitExceeded,
                "the circle has as many devices or statements as there may be"
            )
        }
    }
}

extension ProtectionError {
    /// One sentence for everything that can be wrong with a pairing, so that nobody learns what it is.
    static let pairingFailure = ProtectionError(
        .pairingFailed,
        "the devices were not paired: the code was another or was used, or a message was changed on its way"
    )

    static let expiredCode = ProtectionError(
        .expired,
        "the pairing code is older than \(Invitation.lifetime.components.seconds) seconds: ask for a new one"
    )

    static let strangeDevice = ProtectionError(
        .notTrusted,
        "the devices do not belong to one circle, or one of them no longer"
    )

    /// One sentence for everything that can be wrong with a session's messages.
    static let brokenSession = ProtectionError(
        .authenticationFailure,
        "a message of the other device does not authenticate: the session has ended"
    )
}
