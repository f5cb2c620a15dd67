import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

@Suite("Changing the settings of a device")
struct SettingsChangeTests {
    private let device: SimulatedDevice

    init() throws { device = try .make() }

    private func change(_ body: (inout SettingsChange) -> Void) throws {
        var change = SettingsChange()
        body(&change)
        try device.holder.changeSettings(change)
    }

    @Test("takes effect at once, and after a restart")
    func effect() throws {
        try device.files.write([1], to: "/a", as: .complete)
        try change {
            $0.autoLock = .seconds(5)
            $0.grace = .zero
        }
        device.advance(by: .seconds(5))
        #expect(try device.holder.status().state == .locked)
        try device.holder.reboot()
        try device.unlock()
        device.advance(by: .seconds(5))
        #expect(try device.holder.status().state == .locked)
        try device.unlock()
        #expect(try device.files.read("/a") == [1])
    }

    @Test("needs an unlocked device, in its grace, too, not")
    func locked() throws {
        try device.holder.lock(skippingGrace: false)
        #expect(refusal { try change { $0.autoLock = .some(nil) } } == .protectedDataUnavailable)
        try device.lock()
        #expect(refusal { try change { $0.autoLock = .some(nil) } } == .protectedDataUnavailable)
        try device.holder.reboot()
        #expect(refusal { try change { $0.autoLock = .some(nil) } } == .protectedDataUnavailable)
        try device.holder.shutDown()
        #expect(refusal { try change { $0.autoLock = .some(nil) } } == .deviceOff)
    }

    @Test("changes what is named, and leaves all else; to change nothing writes nothing")
    func named() throws {
        let before = device.holder.settings
        try change { $0.maximumFailedAttempts = 7 }
        var expected = before
        expected.maximumFailedAttempts = 7
        #expect(device.holder.settings == expected)
        let keybag = try device.host.bytes(SimulatedDevice.keybagPath)
        try change { $0.maximumFailedAttempts = 7 }
        #expect(try device.host.bytes(SimulatedDevice.keybagPath) == keybag)
        try change { $0.maximumFailedAttempts = .some(nil) }
        #expect(device.holder.settings == before)
    }

    @Test(
        "refuses a limit that wrong passcodes have reached, which would erase at the next right one"
    )
    func spentLimit() throws {
        for guess in 0..<3 {
            #expect(
                refusal { try device.changePasscode("\(guess)", to: "x") } == .passcodeIncorrect
            )
        }
        #expect(refusal { try change { $0.maximumFailedAttempts = 3 } } == .invalidArgument)
        try change { $0.maximumFailedAttempts = 4 }
        try device.unlock()
        try change { $0.maximumFailedAttempts = 3 }
    }

    @Test("refuses times after which the device never stays unlocked")
    func zeros() throws {
        #expect(refusal { try change { $0.autoLock = .zero } } == .invalidArgument)
        #expect(refusal { try change { $0.inactivityReboot = .zero } } == .invalidArgument)
        try change { $0.grace = .zero }
    }

    @Test(
        "refuses a time that cannot be kept",
        arguments: [Duration.seconds(-1), .seconds(3_153_600_001)]
    )
    func times(time: Duration) throws {
        #expect(refusal { try change { $0.grace = time } } == .invalidArgument)
        #expect(refusal { try change { $0.autoLock = time } } == .invalidArgument)
    }

    @Test("works without a passcode, and no rule of a profile is loosened by it")
    func rules() throws {
        let open = try SimulatedDevice.make(hasPasscode: false)
        var change = SettingsChange()
        change.autoLock = .seconds(9)
        try open.holder.changeSettings(change)
        #expect(open.holder.settings.autoLock == .seconds(9))
        var rules = PasscodeRules()
        rules.maximumInactivity = .seconds(60)
        try device.holder.setPasscodeRules(rules)
        try self.change { $0.autoLock = .seconds(600) }
        #expect(device.holder.settings.autoLock == .seconds(60))
        // Nor is it taken for the device's own.
        try device.holder.setPasscodeRules(PasscodeRules())
        #expect(device.holder.settings.autoLock == .seconds(600))
    }
}
