package import KeyManagement
package import ProtectionModel
package import SystemIO

/// What a client asks for.
///
/// Passcodes are not in here but in the frame's secret part.
package enum AgentRequest: Sendable {
    /// How many keys one request makes or opens at most.
    package static let keyLimit = 256

    /// Comes first; `features` are those of ``HelloReply``, `directory` is the device directory
    /// whose agent is meant, `process` is the name that `status` and a lock's report print.
    ///
    /// The agent of another directory refuses it and takes nothing that follows, so that a request
    /// can go out in one piece with it.
    case hello(features: UInt32, directory: FileIdentity, process: String)
    /// Asks for notices and promises to acknowledge discards; keys go to subscribers only.
    case subscribe
    /// Keys for what happens by itself, `inBackground`, leave the device idle.
    case makeKeys([NewKeyRequest], inBackground: Bool = false)
    case unwrap([UnwrapRequest], inBackground: Bool = false)
    case rewrap(UnwrapRequest, ProtectionClass)
    case status
    /// Secret: the passcode or key.
    case unlock(CredentialForm)
    case lock(skippingGrace: Bool)
    case reboot
    case shutDown
    /// Secret: the new passcode.
    case setPasscode
    /// Secret: the old passcode, then the new one.
    case changePasscode(CredentialForm)
    /// Secret: the old passcode.
    case removePasscode(CredentialForm)
    /// Secret: a key, then the new passcode.
    case recover(CredentialForm)
    /// Secret: what authorizes it, if anything, then the new key.
    case addKey(NewKeyForm, CredentialForm?)
    /// Secret: what authorizes it, if anything.
    case removeKey(UInt8, CredentialForm?)
    case renameKey(UInt8, String)
    /// Secret: what authorizes it, if anything.
    case changeSettings(SettingsChange, CredentialForm?)
    case erase
    case setPasscodeRules(PasscodeRules)
    /// How many handles the client has open; replaces the last such message. No reply.
    case noteOpenHandles([OpenHandleCount])
    /// The device is in use. No reply.
    case noteActivity
    /// All notices up to the header's epoch have been handled. No reply.
    case acknowledge

    /// The type in the frame's header.
    package var type: FrameType {
        switch self {
        case .hello: .hello
        case .subscribe: .subscribe
        case .makeKeys: .makeKeys
        case .unwrap: .unwrap
        case .rewrap: .rewrap
        case .status: .status
        case .unlock: .unlock
        case .lock: .lock
        case .reboot: .reboot
        case .shutDown: .shutDown
        case .setPasscode: .setPasscode
        case .changePasscode: .changePasscode
        case .removePasscode: .removePasscode
        case .recover: .recover
        case .addKey: .addKey
        case .removeKey: .removeKey
        case .renameKey: .renameKey
        case .changeSettings: .changeSettings
        case .erase: .erase
        case .setPasscodeRules: .setPasscodeRules
        case .noteOpenHandles: .noteOpenHandles
        case .noteActivity: .noteActivity
        case .acknowledge: .acknowledge
        }
    }

    /// Whether clients without keys may ask it, too.
    package var needsNoKeys: Bool {
        switch self {
        case .hello, .status, .lock, .reboot, .shutDown: true
        default: false
        }
    }
}
