import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto

extension SimulatedDevice {
    /// Makes the device a scenario starts with, in its state, with its clock at zero.
    ///
    /// What it takes to get there is not among the scenario's events.
    /// - Throws: `ProtectionError`.
    package convenience init(
        _ device: ScenarioDevice,
        clock: VirtualClock = VirtualClock()
    ) throws {
        var options = Options(passcode: device.passcode)
        options.settings = device.settings
        options.rootProtection = device.rootProtection
        options.timeZone = device.timeZone
        try self.init(options, clock: clock, random: SeededRandomSource(seed: device.seed))
        switch device.state {
        case .off: try holder.shutDown()
        case .beforeFirstUnlock: break
        case .unlocked, .locking, .locked:
            if let passcode = device.passcode { try unlock(passcode) }
            if device.state != .unlocked {
                try holder.lock(skippingGrace: device.state == .locked)
            }
        }
        _ = takeEvents()
    }

    /// Sets the passcode without `old`, removes it without `new`, else changes it.
    ///
    /// - Throws: `ProtectionError` as `DeviceControl` says; with `invalid-argument` without either.
    package func replacePasscode(_ old: String?, with new: String?) throws {
        let arena = holder.arena
        switch (old, new) {
        case (let old?, let new?):
            try holder.changePasscode(
                Passcode(published: old, arena: arena),
                to: Passcode(published: new, arena: arena)
            )
        case (nil, let new?):
            try documents.removePasscodeBound()
            try holder.setPasscode(try Passcode(published: new, arena: arena))
        case (let old?, nil):
            try holder.removePasscode(try Passcode(published: old, arena: arena))
        case (nil, nil):
            throw ProtectionError(.invalidArgument, "neither an old nor a new passcode")
        }
    }
}
