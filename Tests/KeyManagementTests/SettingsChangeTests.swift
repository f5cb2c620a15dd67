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

    /// With the passcode, unless another one is given, or none.
    private func change(
        with passcode: String? = SimulatedDevice.passcode,
        _ body: (inout SettingsChange) -> Void
    ) throws {
        var change = SettingsChange()
        body(&change)
        guard let passcode else {
            return try device.holder.changeSettings(change, authorizedBy: nil)
        }
        let credential: KeyCredential? = .passcode(
            try Passcode(published: passcode, arena: device.holder.arena)
        )
        try device.holder.changeSettings(change, authorizedBy: credential)
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
        func never() throws { try change { $0.autoLock = .some(nil) } }
        try device.holder.lock(skippingGrace: false)
        #expect(refusal { try never() } == .protectedDataUnavailable)
        try device.lock()
        #expect(refusal { try never() } == .protectedDataUnavailable)
        try device.holder.reboot()
        #expect(refusal { try never() } == .protectedDataUnavailable)
        try device.holder.shutDown()
        #expect(refusal { try never() } == .deviceOff)
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

    /// A change, and one that takes it back.
    private static let pairs: [(@Sendable (inout SettingsChange) -> Void)] = [
        { $0.grace = .seconds(5) }, { $0.grace = .seconds(6) },
        { $0.autoLock = .seconds(60) }, { $0.autoLock = .seconds(61) },
        { $0.autoLock = .seconds(60) }, { $0.autoLock = .some(nil) },
        { $0.inactivityReboot = .seconds(60) }, { $0.inactivityReboot = .some(nil) },
        { $0.userInactiveAfter = .seconds(60) }, { $0.userInactiveAfter = .seconds(61) },
        { $0.maximumFailedAttempts = 7 }, { $0.maximumFailedAttempts = 8 },
        { $0.maximumFailedAttempts = 7 }, { $0.maximumFailedAttempts = .some(nil) },
        { $0.delays = .modern }, { $0.delays = .classic },
        { $0.delays = .classic }, { $0.delays = DelayTable.none },
    ]

    @Test(
        "to a stricter one needs an unlocked device alone, to a more lenient one the passcode",
        arguments: Array(stride(from: 0, to: pairs.count, by: 2))
    )
    func lenience(index: Int) throws {
        let (stricter, laxer) = (Self.pairs[index], Self.pairs[index + 1])
        try change(with: nil, stricter)
        let strict = device.holder.settings
        #expect(refusal { try change(with: nil, laxer) } == .passcodeRequired)
        #expect(refusal { try change(with: "wrong", laxer) } == .passcodeIncorrect)
        #expect(device.holder.settings == strict)
        try change(laxer)
        #expect(device.holder.settings != strict)
        try change(with: nil, stricter)
        #expect(device.holder.settings == strict)
        // The right passcode unlocks nothing on the side.
        try device.lock()
        #expect(refusal { try change(laxer) } == .protectedDataUnavailable)
        #expect(device.lockMachine.state == .locked)
    }

    @Test("that is both is more lenient, and without a passcode nothing is asked for")
    func mixed() throws {
        try change(with: nil) { $0.autoLock = .seconds(60) }
        let both: (inout SettingsChange) -> Void = { change in
            change.grace = .zero
            change.autoLock = .seconds(120)
        }
        #expect(refusal { try change(with: nil, both) } == .passcodeRequired)
        try device.removePasscode()
        try change(with: nil, both)
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
        func limit(_ count: UInt32) throws {
            try change(with: nil) { $0.maximumFailedAttempts = count }
        }
        #expect(refusal { try limit(3) } == .invalidArgument)
        try limit(4)
        // With the right passcode they are forgotten.
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
        try open.holder.changeSettings(change, authorizedBy: nil)
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
