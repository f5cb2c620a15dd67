import ProtectionModel
import StructuredText

/// The one table of advice.
enum ErrorHint {
    static func text(for code: ErrorCode, retryAfter: Duration?) -> String? {
        switch code.kind {
        case .protectedDataUnavailable: "unlock the device with 'protectctl unlock'"
        case .passcodeDelayed:
            retryAfter.map { "try again in \(DurationText.format(roundedUp($0)))" }
        case .passcodeIncorrect:
            retryAfter.map { "the next guess is taken in \(DurationText.format(roundedUp($0)))" }
        case .deviceNotFound: "make a device with 'protectctl init', or name one with --device"
        case .deviceExists: "choose another --device, or remove the old one yourself"
        case .deviceKeyMissing:
            "the device key is a file of its own: name it with --device-key or PROTECTCTL_DEVICE_KEY"
        case .deviceErased: "nothing on it can be read any more; make a new one elsewhere"
        case .deviceOff: "start it with 'protectctl boot'"
        case .passcodeRequired:
            "give --passcode-file FILE ('-' is standard input), or --no-passcode"
        case .passcodeNotSet: "set one with 'protectctl passcode set'"
        case .agentUnreachable: "start it again with 'protectctl boot'"
        case .directoryNotEmpty: "'rm -r' removes a folder with everything in it"
        case .unsupportedVersion: "open it with the version that made it, or a newer one"
        case .busy: "try again in a moment"
        case .internalError: "please report this"
        case .authenticationFailure:
            "nothing was changed; 'protectctl fsck' says what else is damaged"
        default: nil
        }
    }

    private static func roundedUp(_ duration: Duration) -> Duration {
        .seconds((duration.wholeMilliseconds + 999) / 1_000)
    }
}
