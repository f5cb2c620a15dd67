package import ProtectionModel
package import SodiumCrypto

/// Keeps a noncopyable secret where arrays and dictionaries need a reference.
package final class SecretBox: Sendable {
    package let secret: SecureBytes

    /// Takes over the secret.
    package init(_ secret: consuming SecureBytes) {
        self.secret = secret
    }
}

extension SecretGroup {
    /// Bytes on their way in or out of the process; never wiped as a group.
    package static let transit = SecretGroup(0)
    /// The device key and what hangs on it alone: goes when the device goes off.
    package static let device = SecretGroup(1)

    /// The class keys themselves; only in the process that holds the keybag.
    package static func classKeys(_ protection: ProtectionClass) -> SecretGroup {
        SecretGroup(2 + protection.groupOffset)
    }

    /// The keys of open files of a class.
    package static func fileKeys(_ protection: ProtectionClass) -> SecretGroup {
        SecretGroup(8 + protection.groupOffset)
    }
}

extension ProtectionClass {
    fileprivate var groupOffset: Int {
        switch self {
        case .complete: 0
        case .completeUnlessOpen: 1
        case .completeUntilFirstUserAuthentication: 2
        case .none: 3
        case .completeWhenUserInactive: 4
        }
    }
}
