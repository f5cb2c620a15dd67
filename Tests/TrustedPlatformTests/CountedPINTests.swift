#if TPM
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import TestSupport
import Testing
import TrustedPlatform

@Suite("A device whose PIN a TPM counts", .enabled(if: SoftwareChip.isThere, SoftwareChip.absence))
struct CountedPINTests {
    private let software: SoftwareChip
    private let device: ChipDevice<TPM>

    init() throws {
        software = try SoftwareChip()
        device = try ChipDevice(chip: try software.chip())
        try device.addPIN(tries: 10)
    }

    private func error(_ body: () throws -> Void) -> ProtectionError? {
        do { try body() } catch { return error as? ProtectionError }
        return nil
    }

    @Test("ten wrong ones shut it, also after a power loss, and the passcode goes on to open")
    func shuts() throws {
        try device.holder.lock(skippingGrace: true)
        for left in (0..<10).reversed() {
            let wrong = error { try device.unlockLater("wrong \(left)") }
            #expect(wrong?.code == .passcodeIncorrect)
            let words = left == 0 ? "takes no more" : "takes \(left) more"
            #expect(wrong?.message.contains(words) == true)
        }
        software.kill()
        try software.start()
        let again = try device.restarted()
        #expect(error { try again.unlockLater(ChipDevice<TPM>.pin) }?.code == .passcodeDelayed)
        try again.unlockLater(ChipDevice<TPM>.code)
        #expect(try software.isTidy())
    }

    @Test("the right one resets the count, and an older keybag gives no tries back")
    func resets() throws {
        let old = device.memory.snapshot()
        try device.holder.lock(skippingGrace: true)
        for round in 0..<2 {
            for guess in 0..<4 {
                #expect(
                    error { try device.unlockLater("\(round) \(guess)") }?.code
                        == .passcodeIncorrect
                )
            }
            #expect(try attempts(device)?.used == 4)
            if round == 0 {
                try device.unlockLater(ChipDevice<TPM>.pin)
                #expect(try attempts(device)?.used == 0)
            }
        }
        let copy = try ChipDevice(on: old.crash(.keepAll), chip: device.chip)
        #expect(try attempts(copy)?.used == 4)
    }

    private func attempts(_ device: ChipDevice<TPM>) throws -> PINAttempts? {
        try device.memory.keySlots().compactMap(\.pin).first.map {
            try device.chip.pinAttempts($0.object.bytes)
        }
    }

    @Test("a copied disk beside another chip, and a cleared chip, open nothing by it")
    func otherChips() throws {
        let other = try SoftwareChip()
        let copy = try device.restarted(chip: try other.chip())
        let refused = error { try copy.unlock(ChipDevice<TPM>.pin) }
        // The slot names the chip of then, and that way leads nowhere here.
        #expect(refused?.code == .authenticationFailure)
        try software.tool("tpm2_clear", "-Q", "-c", "p")
        let cleared = error { try device.unlock(ChipDevice<TPM>.pin) }
        #expect(cleared?.code == .authenticationFailure)
        #expect(cleared?.message.hasPrefix(CountedPIN.isUnjudged) == true)
        #expect(try device.holder.status().failedAttempts == 0)
        try device.unlockLater(ChipDevice<TPM>.code)
    }

    @Test("changed and removed, it leaves no index behind")
    func indices() throws {
        #expect(try software.indexCount() == 1)
        try device.holder.changePasscode(
            try device.passcode(ChipDevice<TPM>.pin),
            to: try device.passcode("9999")
        )
        #expect(try software.indexCount() == 1)
        #expect(try device.opens("9999"))
        try device.holder.removeKey(2, authorizedBy: .passcode(try device.passcode()))
        #expect(try software.indexCount() == 0)
        try device.addPIN()
        try device.holder.erase()
        #expect(try software.indexCount() == 0)
        #expect(try software.isTidy())
    }

    @Test("a chip that dies while it is made or removed leaves a device that opens, and no index")
    func killed() throws {
        software.kill()
        #expect(
            error {
                try device.holder.removeKey(2, authorizedBy: .passcode(try device.passcode()))
            } == nil
        )
        #expect(error { try device.addPIN() }?.code == .chipUnavailable)
        try software.start()
        #expect(try software.indexCount() == 1)
        let again = try device.restarted()
        #expect(try software.indexCount() == 0)
        try again.unlock()
        try again.addPIN()
        #expect(try again.opens(ChipDevice<TPM>.pin))
    }
}
#endif
