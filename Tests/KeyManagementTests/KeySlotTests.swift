import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Keys beside the passcode")
struct KeySlotTests {
    private let device: SimulatedDevice
    private let keys: KeyRing

    init() throws {
        device = try .make()
        try device.files.write([1], to: "/a", as: .complete)
        keys = KeyRing(device.holder)
    }

    private func slots() throws -> [String] {
        try device.memoryFileSystem.keySlots().sorted { $0.number < $1.number }.map {
            "\($0.number) \($0.kind.word) \($0.name)"
        }
    }

    @Test("a new device has its passcode alone")
    func fresh() throws {
        #expect(try slots() == ["1 passcode passcode"])
        #expect(try SimulatedDevice.make(hasPasscode: false).memoryFileSystem.keySlots() == [])
    }

    @Test("a key file unlocks, in each state, and the passcode goes on to")
    func keyFile() throws {
        try keys.add(.keyFile, named: "stick")
        #expect(try slots() == ["1 passcode passcode", "2 file stick"])
        for _ in 0..<2 {
            try device.lock()
            try keys.unlock(.keyFile)
            #expect(try device.files.read("/a") == [1])
            try device.rebootAndUnlock()
        }
        #expect(refusal { try keys.unlock(.keyFile, 2) } == .passcodeIncorrect)
        #expect(refusal { try keys.unlock(.recoveryKey) } == .passcodeNotSet)
        #expect(try device.holder.status().failedAttempts == 0)
    }

    @Test("a recovery key sets another passcode and unlocks, also in the longest delay")
    func recovery() throws {
        try keys.add(.recoveryKey)
        try device.lock()
        for guess in 0..<7 {
            device.advance(by: try device.holder.status().retryAfter ?? .zero)
            #expect(refusal { try device.unlock("wrong \(guess)") } == .passcodeIncorrect)
        }
        #expect(refusal { try device.unlock() } == .passcodeDelayed)
        #expect(refusal { try keys.recover("new", 2) } == .passcodeIncorrect)
        try keys.recover("new")
        #expect(try device.holder.status().state == .unlocked)
        #expect(try device.holder.status().failedAttempts == 0)
        #expect(try device.files.read("/a") == [1])
        try device.holder.reboot()
        #expect(refusal { try device.unlock() } == .passcodeIncorrect)
        try device.unlock("new")
        #expect(try slots() == ["1 passcode passcode", "2 recovery recovery"])
        // It stays, for the next time.
        try keys.recover("newer")
    }

    @Test("the rules for passcodes hold for one that comes with a recovery key, too")
    func rules() throws {
        try keys.add(.recoveryKey)
        var rules = PasscodeRules()
        rules.minimumLength = 6
        try device.holder.setPasscodeRules(rules)
        try device.lock()
        #expect(refusal { try keys.recover("12345") } == .passcodePolicy)
        #expect(try device.holder.status().state == .locked)
        #expect(refusal { try keys.addPasscode("12345", named: "bob") } == .passcodePolicy)
        try keys.recover("123456")
    }

    @Test("two passcodes unlock, each is changed alone, and a wrong one counts once")
    func passcodes() throws {
        try keys.addPasscode("bob's", named: "bob")
        try device.lock()
        try device.unlock("bob's")
        try device.lock()
        #expect(refusal { try device.unlock("neither") } == .passcodeIncorrect)
        #expect(try device.holder.status().failedAttempts == 1)
        #expect(refusal { try device.unlock("neither") } == .passcodeIncorrect)
        #expect(try device.holder.status().failedAttempts == 1)
        try device.changePasscode("bob's", to: "robert's")
        try device.unlock("robert's")
        try device.lock()
        try device.unlock()
        #expect(try slots() == ["1 passcode passcode", "2 passcode bob"])
        // With several, nothing says which was forgotten.
        try keys.add(.recoveryKey)
        #expect(refusal { try keys.recover("new") } == .invalidArgument)
        #expect(refusal { try device.removePasscode() } == .invalidArgument)
        try keys.remove(1, authorizedBy: "robert's")
        try device.lock()
        #expect(refusal { try device.unlock() } == .passcodeIncorrect)
        try device.unlock("robert's")
    }

    @Test("the last key that unlocks stays, and a recovery key is none")
    func last() throws {
        try keys.add(.recoveryKey)
        #expect(refusal { try keys.remove(1) } == .invalidArgument)
        try keys.add(.keyFile, named: "stick")
        try keys.remove(1)
        #expect(try slots() == ["2 recovery recovery", "3 file stick"])
        try device.lock()
        #expect(refusal { try device.unlock() } == .passcodeNotSet)
        #expect(
            refusal {
                try device.holder.removeKey(3, authorizedBy: try keys.credential(.keyFile))
            } == .invalidArgument
        )
        // A forgotten passcode's place is free.
        try keys.recover("new")
        #expect(
            try slots() == ["1 passcode passcode", "2 recovery recovery", "3 file stick"]
        )
    }

    @Test("removing the passcode leaves the device open, with its recovery key")
    func removal() throws {
        try keys.add(.recoveryKey)
        try device.removePasscode()
        #expect(try slots() == ["2 recovery recovery"])
        try device.holder.reboot()
        #expect(try device.files.read("/a") == [1])
        #expect(try !device.holder.status().hasPasscode)
        // Without a passcode, nothing is asked for.
        let file = NewKeySlot(name: "stick", try keys.credential(.keyFile))
        try device.holder.addKey(file, authorizedBy: nil)
        #expect(try device.holder.status().hasPasscode)
        try device.lock()
        #expect(refusal { try device.files.read("/a") } == .protectedDataUnavailable)
        try keys.unlock(.keyFile)
        #expect(try device.files.read("/a") == [1])
    }

    @Test("what is not allowed changes nothing")
    func refusals() throws {
        try keys.add(.keyFile, named: "stick")
        let before = try device.host.bytes(SimulatedDevice.keybagPath)
        #expect(refusal { try keys.add(.recoveryKey, named: "stick") } == .alreadyExists)
        for name in ["", "a\nb", String(repeating: "a", count: 65)] {
            #expect(refusal { try keys.add(.recoveryKey, named: name) } == .invalidArgument)
            #expect(refusal { try device.holder.renameKey(2, to: name) } == .invalidArgument)
        }
        #expect(refusal { try keys.add(.recoveryKey, authorizedBy: "x") } == .passcodeIncorrect)
        let new = NewKeySlot(name: "new", try keys.credential(.recoveryKey))
        #expect(refusal { try device.holder.addKey(new, authorizedBy: nil) } == .passcodeRequired)
        #expect(refusal { try device.holder.removeKey(2, authorizedBy: nil) } == .passcodeRequired)
        #expect(refusal { try keys.remove(9) } == .notFound)
        #expect(refusal { try device.holder.renameKey(9, to: "new") } == .notFound)
        #expect(refusal { try device.holder.renameKey(2, to: "passcode") } == .alreadyExists)
        try device.lock()
        #expect(
            refusal { try device.holder.renameKey(2, to: "new") } == .protectedDataUnavailable
        )
        try device.unlock()
        #expect(try device.host.bytes(SimulatedDevice.keybagPath) == before)
    }

    @Test("there are 16 at most, and a removed one's number is free again")
    func limit() throws {
        for number in 2...16 { try keys.add(.keyFile, UInt8(number), named: "k\(number)") }
        #expect(refusal { try keys.add(.keyFile, 17, named: "k17") } == .limitExceeded)
        try keys.remove(7)
        try keys.add(.keyFile, 17, named: "k17")
        #expect(try slots().contains("7 file k17"))
        try device.lock()
        try keys.unlock(.keyFile, 17)
        #expect(refusal { try keys.unlock(.keyFile, 7) } == .passcodeIncorrect)
    }

    @Test("a key is renamed while the device is unlocked, and still opens it")
    func rename() throws {
        try keys.add(.keyFile, named: "stick")
        try device.holder.renameKey(2, to: "schlüssel 🔑")
        #expect(try slots() == ["1 passcode passcode", "2 file schlüssel 🔑"])
        try device.holder.renameKey(2, to: "schlüssel 🔑")
        try device.lock()
        try keys.unlock(.keyFile)
    }

    @Test("a name that is taken by another key is not given by us: a restart opens the device")
    func namesOfOurs() throws {
        try keys.add(.recoveryKey, named: "none")
        try device.removePasscode()
        try device.crash(.keepAll)
        try device.setPasscode("1111")
        #expect(try slots().count == 2)
        try device.crash(.keepAll)
        try device.unlock("1111")
        let open = try SimulatedDevice.make(hasPasscode: false)
        let file = NewKeySlot(
            name: "passcode",
            .key(try KeyRing.key(.recoveryKey, 1, open.holder.arena))
        )
        try open.holder.addKey(file, authorizedBy: nil)
        try open.setPasscode("1111")
        try open.crash(.keepAll)
        try open.unlock("1111")
        // A forgotten passcode comes back beside a key file of that name.
        try KeyRing(open.holder).recover("2222")
        try open.crash(.keepAll)
        try open.unlock("2222")
    }

    @Test("with 16 keys and no passcode, none is set by a recovery key")
    func fullRecovery() throws {
        for number in 2...15 { try keys.add(.keyFile, UInt8(number), named: "k\(number)") }
        try keys.add(.recoveryKey)
        try device.holder.removeKey(1, authorizedBy: try keys.credential(.keyFile, 2))
        let last = NewKeySlot(name: "last", try keys.credential(.keyFile, 99))
        try device.holder.addKey(last, authorizedBy: try keys.credential(.keyFile, 2))
        #expect(refusal { try keys.recover("new") } == .limitExceeded)
        try device.crash(.keepAll)
        try keys.unlock(.keyFile, 99)
    }

    @Test("a recovery key does not remove the passcode, nor itself where there is none")
    func recoveryRemovesNothing() throws {
        try keys.add(.recoveryKey)
        for _ in 0..<2 {
            #expect(
                refusal {
                    try device.holder.removePasscode(try keys.credential(.recoveryKey))
                } == .invalidArgument
            )
            if try device.holder.status().hasPasscode { try device.removePasscode() }
        }
        #expect(try slots() == ["2 recovery recovery"])
    }

    @Test(
        "names that look like nothing or like a number are refused",
        arguments: ["1", "42", " ", "\u{2003}", "٣"]
    )
    func oddNames(name: String) throws {
        #expect(refusal { try keys.add(.recoveryKey, named: name) } == .invalidArgument)
    }

    @Test("a device whose first passcode was just set has its keybag key, too")
    func firstPasscode() throws {
        let open = try SimulatedDevice.make(hasPasscode: false)
        try open.setPasscode("1111")
        var change = SettingsChange()
        change.autoLock = .seconds(60)
        try open.holder.changeSettings(change, authorizedBy: nil)
        #expect(open.holder.settings.autoLock == .seconds(60))
    }

    @Test("an erase takes away also what an interrupted change left, and nothing opens then")
    func erase() throws {
        try keys.add(.recoveryKey)
        let keybag = try device.host.bytes(SimulatedDevice.keybagPath)
        try device.host.put(keybag, "/device/.keybag.new")
        try device.holder.erase()
        #expect(try !device.host.names("/device").contains(".keybag.new"))
        let rest = try device.host.bytes(SimulatedDevice.keybagPath)
        #expect(rest.dropFirst(32).allSatisfy { $0 == 0 })
    }

    @Test("wrong passcodes are not announced as a change, and names and key files neither")
    func events() throws {
        _ = device.takeEvents()
        try keys.add(.keyFile, named: "stick")
        try device.holder.renameKey(2, to: "key")
        #expect(device.takeEvents().isEmpty)
        try device.changePasscode(to: "new")
        #expect(device.takeEvents().map(\.kind) == [.passcodeChanged])
    }

    @Test("with the device key alone nobody adds, removes or exchanges a slot")
    func forged() throws {
        try keys.add(.keyFile, named: "stick")
        let disk = device.memoryFileSystem.crash(.keepAll)
        let forgery = try KeybagForgery(
            disk,
            keyPath: device.keyPath,
            device: device.holder.deviceID
        )
        // The second slot stands where a keybag with one has its seal, and is 114 bytes long.
        let second = KeybagForgery.Offset.seal..<KeybagForgery.Offset.seal + 114
        let copy = disk.snapshot()
        try HostFiles(copy).put(
            forgery.forged(removingSlotAt: second),
            SimulatedDevice.keybagPath
        )
        try HostFiles(copy).remove(device.attemptsPath)
        let clock = VirtualClock()
        let restarted = try RestartedDevice(on: copy, clock: clock)
        clock.advance(by: try restarted.holder.status().retryAfter ?? .zero)
        #expect(refusal { try restarted.unlock() } == .authenticationFailure)
    }
}
