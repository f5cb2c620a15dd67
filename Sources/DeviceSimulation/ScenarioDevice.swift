package import DeviceIdentifiers
package import KeyManagement
package import ProtectionModel
import SodiumCrypto

/// The device a scenario starts with.
package struct ScenarioDevice: Sendable {
    /// Nil for a device without a passcode, which locks nothing.
    package var passcode: String?
    /// Where the device stands when the clock starts.
    package var state: LockState
    /// The class of the root folder.
    package var rootProtection: ProtectionClass = .completeUntilFirstUserAuthentication
    /// What is decided when the device is made; the cost of its passcode is the least there is.
    package var settings = DeviceSettings()
    /// Whose device it is, as far as identifiers depend on it.
    package var identifiers = IdentifierSettings()
    /// Where keys, nonces and identifiers come from; equal seeds make equal devices.
    package var seed: UInt64 = 0

    /// The device of a scenario that says nothing about it but its passcode.
    package init(passcode: String? = nil) {
        self.passcode = passcode
        state = passcode == nil ? .unlocked : .beforeFirstUnlock
        settings.derivationCost = .minimum
    }
}
