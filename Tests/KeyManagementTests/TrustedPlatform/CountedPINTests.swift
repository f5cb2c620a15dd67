import DeviceSimulation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import TestSupport
import Testing

@Suite("A PIN that a chip counts")
struct CountedPINTests {
    private let device: PINDevice
    private var chip: MemoryChip { device.chip }

    init() throws { device = try PINDevice(maximumFailedAttempts: 100) }

    private func error(_ body: () throws -> Void) -> ProtectionError? {
        do { try body() } catch { return error as? ProtectionError }
        return nil
    }

    @Test(
        "unlocks, the passcode goes on to and costs the chip nothing, and a restart changes nothing"
    )
    func unlocks() throws {
        try device.addPIN()
        #expect(
            try device.slots().map { "\($0.number) \($0.kind.word) \($0.name)" }.sorted()
                == ["1 passcode passcode", "2 tpm tpm"]
        )
        #expect(try device.opens(PINDevice.pin))
        let again = try device.restarted()
        try again.unlock(PINDevice.pin)
        #expect(try again.holder.status().state == .unlocked)
        chip.setFault(nil)
        #expect(try again.opens(SimulatedDevice.passcode))
        #expect(chip.callCount == 0)
        #expect(try again.holder.status().failedAttempts == 0)
    }

    @Test("a wrong one is told with the tries that are left, and the right one gives them back")
    func counts() throws {
        try device.addPIN(tries: 3)
        try device.removePasscode()
        for _ in 0..<2 {
            try device.holder.lock(skippingGrace: true)
            let first = error { try device.unlock("0000") }
            #expect(first?.code == .passcodeIncorrect)
            #expect(
                first?.message == "the PIN is wrong; the TPM takes 2 more; 99 more wrong "
                    + "passcodes erase the device"
            )
            // The same again is neither a guess nor a try.
            #expect(error { try device.unlock("0000") }?.code == .passcodeIncorrect)
            #expect(chip.wrongPINs == 1)
            #expect(error { try device.unlock("0001") }?.message.contains("takes 1 more") == true)
            try device.unlock(PINDevice.pin)
            #expect(chip.wrongPINs == 0)
            #expect(try device.holder.status().failedAttempts == 0)
        }
    }

    @Test(
        "shut, it is refused without a count, other keys open, and a recovery lets it be tried again"
    )
    func shut() throws {
        try device.addPIN(tries: 3)
        try device.removePasscode()
        try device.holder.lock(skippingGrace: true)
        for guess in 0..<3 {
            #expect(refusal { try device.unlockLater("000\(guess)") } == .passcodeIncorrect)
        }
        for _ in 0..<8 {
            let shut = error { try device.unlockLater(PINDevice.pin) }
            #expect(shut?.code == .passcodeDelayed)
            #expect(shut?.message.hasSuffix(CountedPIN.isShut) == true)
        }
        #expect(try device.holder.status().failedAttempts == 3)
        let again = try device.restarted()
        #expect(refusal { try again.unlockLater(PINDevice.pin) } == .passcodeDelayed)
        try KeyRing(again.holder).recover("new")
        #expect(try again.opens(PINDevice.pin))
        #expect(try again.opens("new"))
    }

    enum Absence: CaseIterable { case gone, cleared, other, ended }

    @Test(
        "without its chip it is no wrong passcode, no delay and no erase, and other keys open",
        arguments: Absence.allCases
    )
    func absent(absence: Absence) throws {
        let device = try PINDevice(maximumFailedAttempts: 1)
        try device.addPIN()
        try device.removePasscode()
        let before = device.chip
        var started = try device.restarted()
        switch absence {
        case .gone: before.setPresence(false)
        case .cleared: before.clear()
        case .other: started = try device.restarted(chip: MemoryChip())
        case .ended: break
        }
        for _ in 0..<12 {
            if absence == .ended { before.setFault(.before(0)) }
            let refused = error { try started.unlock(PINDevice.pin) }
            switch absence {
            case .gone: #expect(refused?.code == .chipUnavailable)
            case .ended: #expect(refused?.code == .inputOutput)
            case .cleared, .other: #expect(refused?.code == .authenticationFailure)
            }
            #expect(refused?.message.hasPrefix(CountedPIN.isUnjudged) == true)
        }
        let status = try started.holder.status()
        #expect(status.failedAttempts == 0 && status.retryAfter == nil)
        try KeyRing(started.holder).recover("new")
        #expect(try started.opens("new"))
    }

    @Test("beside a passcode, guesses without the chip are slowed down, and never erase")
    func absentBesidePasscode() throws {
        let device = try PINDevice(maximumFailedAttempts: 3)
        try device.addPIN()
        device.chip.setPresence(false)
        try device.holder.lock(skippingGrace: true)
        for guess in 0..<20 {
            #expect(refusal { try device.unlockLater("\(guess)") } == .chipUnavailable)
        }
        #expect(try device.holder.status().failedAttempts == 0)
        #expect(refusal { try device.unlock("x") } == .passcodeDelayed)
        try device.unlockLater(SimulatedDevice.passcode)
        #expect(try device.holder.status().retryAfter == nil)
    }

    @Test("so many different wrong ones erase a device that says so, and its index is given back")
    func erased() throws {
        let device = try PINDevice(maximumFailedAttempts: 2)
        try device.addPIN(tries: 10)
        try device.removePasscode()
        try device.holder.lock(skippingGrace: true)
        #expect(refusal { try device.unlock("0000") } == .passcodeIncorrect)
        #expect(refusal { try device.unlock("0000") } == .passcodeIncorrect)
        #expect(refusal { try device.unlock("0001") } == .passcodeIncorrect)
        #expect(refusal { try device.unlock(PINDevice.pin) } == .deviceErased)
        #expect(device.chip.indexCount == 0)
    }

    @Test("an older keybag that is put back gives no tries back, and no removed PIN")
    func rolledBack() throws {
        try device.addPIN(tries: 3)
        try device.removePasscode()
        let old = device.memory.snapshot()
        try device.holder.lock(skippingGrace: true)
        for guess in 0..<2 {
            #expect(refusal { try device.unlockLater("000\(guess)") } == .passcodeIncorrect)
        }
        // Keybag, device key and record of attempts, all of then.
        let copy = try PINDevice(on: old.crash(.keepAll), chip: chip)
        #expect(chip.wrongPINs == 2)
        #expect(refusal { try copy.unlock("0002") } == .passcodeIncorrect)
        #expect(refusal { try copy.unlock(PINDevice.pin) } == .passcodeDelayed)
        try KeyRing(copy.holder).recover("new")
        try KeyRing(copy.holder).remove(2, authorizedBy: "new")
        let removed = try PINDevice(on: old.crash(.keepAll), chip: chip)
        #expect(refusal { try removed.unlock(PINDevice.pin) } == .authenticationFailure)
    }

    @Test("a device is not left with a PIN alone, nor has it two")
    func lonely() throws {
        try device.addPIN()
        #expect(refusal { try device.addPIN("other") } == .alreadyExists)
        let alone = error { try KeyRing(device.holder).remove(1) }
        #expect(alone?.code == .invalidArgument)
        #expect(alone?.message.hasPrefix(KeyHolder.pinIsAlone) == true)
        try device.removePasscode()
        #expect(
            refusal { try KeyRing(device.holder).remove(3, authorizedBy: PINDevice.pin) }
                == .invalidArgument
        )
        let open = try PINDevice(hasPasscode: false)
        #expect(refusal { try open.addPIN(authorizedBy: nil) } == .invalidArgument)
        #expect(open.chip.indexCount == 0)
        let paper = NewKeySlot(name: "paper", try KeyRing(open.holder).credential(.recoveryKey))
        try open.holder.addKey(paper, authorizedBy: nil)
        try open.addPIN(authorizedBy: nil)
        #expect(try open.opens(PINDevice.pin))
    }

    @Test("changing it seals it again under the other, with all tries")
    func change() throws {
        try device.addPIN(tries: 3)
        try device.holder.lock(skippingGrace: true)
        #expect(refusal { try device.unlock("0000") } == .passcodeIncorrect)
        try device.holder.changePasscode(
            try device.passcode(PINDevice.pin),
            to: try device.passcode("9999")
        )
        #expect(chip.wrongPINs == 0 && chip.indexCount == 1)
        #expect(try device.slots().contains { $0.name == "tpm" && $0.pin?.object.limit == 3 })
        #expect(try device.opens("9999"))
        #expect(try device.opens(SimulatedDevice.passcode))
        #expect(try !device.opens(PINDevice.pin))
    }

    @Test("removed, it gives its index back, without the chip at the next start beside it")
    func removed() throws {
        for isThere in [true, false] {
            try device.addPIN()
            #expect(chip.indexCount == 1)
            chip.setPresence(isThere)
            try KeyRing(device.holder).remove(2)
            chip.setPresence(true)
            #expect(chip.indexCount == (isThere ? 0 : 1))
        }
        #expect(try HostFiles(device.memory).names("/device").contains(".pin-index"))
        let again = try device.restarted()
        #expect(chip.indexCount == 0)
        #expect(try !HostFiles(again.memory).names("/device").contains(".pin-index"))
        try again.unlock()
    }

    @Test("an erase gives its index back, and waits for no chip")
    func erase() throws {
        for isThere in [true, false] {
            let device = try PINDevice()
            try device.addPIN()
            device.chip.setPresence(isThere)
            try device.holder.erase()
            device.chip.setPresence(true)
            #expect(device.chip.indexCount == (isThere ? 0 : 1))
            #expect(refusal { try device.restarted() } == .deviceErased)
        }
    }

    @Test("the rules for passcodes hold for a PIN, and so do the bounds of its tries")
    func rules() throws {
        for tries in [0, PINChip.limits.upperBound + 1] {
            #expect(refusal { try device.addPIN(tries: tries) } == .invalidArgument)
        }
        var rules = PasscodeRules()
        rules.minimumLength = 6
        try device.holder.setPasscodeRules(rules)
        #expect(refusal { try device.addPIN() } == .passcodePolicy)
        #expect(chip.indexCount == 0)
        try device.addPIN("258012")
        rules.isRequired = true
        try device.holder.setPasscodeRules(rules)
        try device.removePasscode()
        #expect(try device.opens("258012"))
    }

    @Test("a chip without room, or none at all, leaves everything as it was")
    func noRoom() throws {
        let before = try HostFiles(device.memory).bytes(PINDevice.keybag)
        chip.setRoom(0)
        #expect(refusal { try device.addPIN() } == .noSpace)
        chip.setPresence(false)
        #expect(refusal { try device.addPIN() } == .chipUnavailable)
        #expect(try HostFiles(device.memory).bytes(PINDevice.keybag) == before)
        #expect(try device.opens(SimulatedDevice.passcode))
    }

    @Test("with the device key alone nobody changes a field of its slot")
    func forged() throws {
        try device.addPIN()
        let slots = try device.slots()
        let pin = try #require(slots.first { $0.kind == .pin }?.data)
        let disk = device.memory.crash(.keepAll)
        let forgery = try KeybagForgery(
            disk,
            keyPath: device.keyPath,
            device: device.holder.deviceID
        )
        let slot = KeybagForgery.Offset.seal
        // Number, creation, salt; then address, index, limit and areas of what the chip sealed.
        let blob = 36 + 2 + device.chip.address.utf8.count + 2
        let fields = [0, 2, 18, 38, blob + 10, blob + 14, blob + 18, blob + 20, 36 + pin.count - 1]
        for field in fields {
            let bytes = [forgery.keybag[slot + field] ^ 1]
            let copy = disk.snapshot()
            try HostFiles(copy).put(try forgery.forged(bytes, at: slot + field), PINDevice.keybag)
            try HostFiles(copy).remove(device.keyPath + ".attempts")
            guard let started = try? PINDevice(on: copy, chip: chip.snapshot()) else {
                continue
            }
            #expect(refusal { try started.unlockLater(PINDevice.pin) } != nil, "\(field)")
            #expect(
                refusal { try started.unlockLater(SimulatedDevice.passcode) }
                    == .authenticationFailure,
                "\(field)"
            )
        }
        // Without the device key, no chip is asked at all.
        let copy = disk.snapshot()
        try HostFiles(copy).flip(bit: (slot + blob + 10) * 8, of: PINDevice.keybag)
        chip.setFault(nil)
        #expect(refusal { try PINDevice(on: copy, chip: chip) } == .authenticationFailure)
        #expect(chip.callCount == 0)
    }

    @Test("where the device key was lost, a PIN that hung on it is gone, and its index given back")
    func lostDeviceKey() throws {
        try device.addPIN()
        try KeyRing(device.holder).add(.recoveryKey)
        let disk = device.memory.crash(.keepAll)
        try HostFiles(disk).remove(device.keyPath)
        let directory = try DeviceDirectory("/device", on: disk)
        let arena = SecureArena()
        let chip = chip
        let lost = try LostDeviceKey(
            of: directory,
            keySource: FileDeviceKeySource(
                folder: "/keys",
                name: device.holder.deviceID.description,
                on: disk
            ),
            chips: ChipOpener { _ in chip },
            clock: device.clock,
            random: SystemRandomSource(),
            derivation: SimulatedDerivation(),
            arena: arena
        )
        _ = try lost.replace(
            openingWith: try KeyRing.key(.recoveryKey, 1, arena),
            settingPasscode: try Passcode(published: "new", arena: arena)
        )
        #expect(chip.indexCount == 0)
    }
}
