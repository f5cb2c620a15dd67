package import DeviceSimulation
import KeyManagement
import ProtectionModel

/// The lock states for which behaviour is promised.
package enum Situation: String, Sendable, CaseIterable {
    case beforeFirstUnlock, unlocked, grace, locked, noPasscode, userInactive

    /// A device in which files can be prepared for this situation: still unlocked.
    package func device() throws -> SimulatedDevice {
        try .make(hasPasscode: self != .noPasscode)
    }

    /// Brings a device here, from wherever it is.
    package func enter(_ device: SimulatedDevice) throws {
        if try device.holder.status().state != .unlocked { try device.unlock() }
        switch self {
        case .beforeFirstUnlock:
            try device.holder.reboot()
        case .unlocked:
            break
        case .grace:
            try device.holder.lock(skippingGrace: false)
            device.advance(by: .seconds(9))
        case .locked:
            try device.lock()
        case .noPasscode:
            // The screen is off, for ever so long.
            try device.lock()
            device.advance(by: SimulatedDevice.userInactiveAfter * 2)
        case .userInactive:
            try device.lock()
            device.advance(by: SimulatedDevice.userInactiveAfter)
        }
    }

    /// Gives every key back.
    package func leave(_ device: SimulatedDevice) throws {
        if self != .noPasscode { try device.unlock() }
    }
}
