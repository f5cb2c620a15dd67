import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Setting, changing and removing the passcode")
struct PasscodeChangeTests {
    private static let withPasscode = Situation.allCases.filter { $0 != .noPasscode }

    private func fill(_ device: SimulatedDevice) throws {
        for protection in ProtectionClass.allCases {
            let path = try DevicePath.root.appending(protection.name)
            try device.files.write([protection.rawValue], to: path, as: protection)
        }
    }

    private func expectReadable(_ files: FileStore) throws {
        for protection in ProtectionClass.allCases {
            let path = try DevicePath.root.appending(protection.name)
            #expect(try files.read(path) == [protection.rawValue])
        }
    }

    @Test(
        "row 66: a change in any state rewrites no file, and the old passcode is useless",
        arguments: withPasscode
    )
    func change(situation: Situation) throws {
        let device = try situation.device()
        try fill(device)
        try situation.enter(device)
        let state = try device.holder.status().state
        let sealed = try device.host.allBytes()
        try device.changePasscode(to: "new")
        #expect(try device.host.allBytes() == sealed)
        #expect(try device.holder.status().state == state)
        #expect(device.takeEvents().last?.kind == .passcodeChanged)
        try device.holder.reboot()
        #expect(refusal { try device.unlock() } == .passcodeIncorrect)
        try device.unlock("new")
        try expectReadable(device.files)
    }

    @Test("the wrong old passcode changes nothing and counts", arguments: withPasscode)
    func wrongChange(situation: Situation) throws {
        let device = try situation.device()
        try situation.enter(device)
        let keybag = try device.host.bytes(SimulatedDevice.keybagPath)
        #expect(refusal { try device.changePasscode("x", to: "new") } == .passcodeIncorrect)
        #expect(refusal { try device.removePasscode("y") } == .passcodeIncorrect)
        #expect(try device.holder.status().failedAttempts == 2)
        #expect(try device.host.bytes(SimulatedDevice.keybagPath) == keybag)
        try device.unlock()
        #expect(try device.holder.status().failedAttempts == 0)
    }

    @Test("removing it in any state unlocks for good", arguments: withPasscode)
    func remove(situation: Situation) throws {
        let device = try situation.device()
        try fill(device)
        let handle = try device.files.open("/complete", .read)
        try situation.enter(device)
        let sealed = try device.host.allBytes()
        try device.removePasscode()
        #expect(try device.host.allBytes() == sealed)
        #expect(try device.holder.status().state == .unlocked)
        try expectReadable(device.files)
        if situation != .beforeFirstUnlock {
            #expect(try handle.read(at: 0, count: 1) == [ProtectionClass.complete.rawValue])
        }
        try device.lock()
        try expectReadable(device.files)
        try device.holder.reboot()
        try expectReadable(device.files)
        #expect(try !device.holder.status().hasPasscode)
    }

    @Test("setting one makes the next lock hide what it did not hide before")
    func set() throws {
        let device = try Situation.noPasscode.device()
        try fill(device)
        try Situation.noPasscode.enter(device)
        let sealed = try device.host.allBytes()
        try device.setPasscode("2580")
        #expect(try device.host.allBytes() == sealed)
        try expectReadable(device.files)
        try device.lock()
        #expect(refusal { try device.files.read("/complete") } == .protectedDataUnavailable)
        try device.unlock()
        try expectReadable(device.files)
        try device.holder.reboot()
        #expect(
            refusal { try device.files.read("/complete-until-first-user-authentication") }
                == .protectedDataUnavailable
        )
    }

    @Test("setting a second passcode is refused and is not a guess", arguments: withPasscode)
    func setTwice(situation: Situation) throws {
        let device = try situation.device()
        try situation.enter(device)
        for _ in 0..<20 {
            #expect(refusal { try device.setPasscode("other") } == .alreadyExists)
        }
        #expect(try device.holder.status().failedAttempts == 0)
        try device.unlock()
    }

    @Test("without a passcode there is none to try, change or remove")
    func nothingToChange() throws {
        let device = try Situation.noPasscode.device()
        #expect(refusal { try device.changePasscode("x", to: "y") } == .passcodeNotSet)
        #expect(refusal { try device.removePasscode("x") } == .passcodeNotSet)
        #expect(refusal { try device.unlock("anything") } == .passcodeNotSet)
    }

    @Test("no passcode of no or too many bytes exists", arguments: [0, 1_025, 5_000])
    func length(count: Int) throws {
        let device = try SimulatedDevice.make()
        let text = String(repeating: "x", count: count)
        #expect(refusal { try device.changePasscode(to: text) } == .passcodePolicy)
    }

    @Test(
        "the longest passcode and one of any letters work",
        arguments: [String(repeating: "ü", count: 512), "\u{0}", "日本"]
    )
    func letters(passcode: String) throws {
        let device = try SimulatedDevice.make()
        try device.changePasscode(to: passcode)
        try device.holder.reboot()
        try device.unlock(passcode)
    }

    @Test("an off device takes no passcode")
    func off() throws {
        let device = try SimulatedDevice.make()
        try device.holder.shutDown()
        #expect(refusal { try device.unlock() } == .deviceOff)
        #expect(refusal { try device.changePasscode(to: "x") } == .deviceOff)
        #expect(refusal { try device.removePasscode() } == .deviceOff)
        #expect(refusal { try device.setPasscode("x") } == .deviceOff)
    }
}
