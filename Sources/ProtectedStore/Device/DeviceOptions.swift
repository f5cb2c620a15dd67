import KeyManagement
public import ProtectionModel
import SodiumCrypto

/// What is decided when a device is made, with the defaults of `protectctl init`.
public struct DeviceOptions: Sendable {
    /// How long wrong passcodes make one wait.
    public enum Delays: Sendable {
        /// 5th wrong passcode 1 min, 6th 5 min, 7th and 8th 15 min, from the 9th on 1 h.
        case classic
        /// 4th wrong passcode 1 min, then 5 min, 15 min, 1 h, 3 h, from the 9th on 8 h.
        case modern
        /// None.
        case none
    }

    /// What one guess of the passcode costs (Argon2id).
    public enum PasscodeCost: Sendable {
        /// 64 MiB, 2 passes: the least that any device is opened with.
        case interactive
        /// 256 MiB, 3 passes.
        case moderate
        /// 1 GiB, 4 passes.
        case sensitive
    }

    /// The cipher of file contents.
    public enum Cipher: Sendable {
        /// ChaCha20-Poly1305: everywhere.
        case chacha20Poly1305
        /// AES-256-GCM: opens on processors with AES instructions only.
        case aes256GCM
    }

    /// How long after a lock class A can still be read.
    public var grace: Duration = .seconds(10)
    /// Idle time after which the device locks itself; nil never.
    public var autoLock: Duration?
    /// Time since the lock after which it restarts; nil never.
    public var inactivityReboot: Duration?
    /// Time since the lock after which `completeWhenUserInactive` files close; nil never.
    public var userInactiveAfter: Duration?
    /// Distinct wrong passcodes after which it erases itself, at least 1; nil never.
    public var maximumFailedAttempts: UInt32?
    /// How long wrong passcodes make one wait.
    public var delays: Delays = .classic
    /// What one guess costs.
    public var passcodeCost: PasscodeCost = .moderate
    /// The cipher of file contents.
    public var cipher: Cipher = .chacha20Poly1305
    /// The class of the root folder.
    public var rootProtection: ProtectionClass = .completeUntilFirstUserAuthentication

    /// The defaults.
    public init() {}

    var settings: DeviceSettings {
        var settings = DeviceSettings()
        settings.grace = grace
        settings.autoLock = autoLock
        settings.inactivityReboot = inactivityReboot
        settings.userInactiveAfter = userInactiveAfter
        settings.maximumFailedAttempts = maximumFailedAttempts
        settings.delays =
            switch delays {
            case .classic: .classic
            case .modern: .modern
            case .none: .none
            }
        settings.derivationCost =
            switch passcodeCost {
            case .interactive: .interactive
            case .moderate: .moderate
            case .sensitive: .sensitive
            }
        settings.suite = cipher == .aes256GCM ? .aes256GCM : .chacha20Poly1305
        return settings
    }
}
