import DeviceSimulation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("The last wrong passcode, and an erase that fails")
struct SpentLimitTests {
    /// One guess before the limit, which comes together with the first delay.
    private func nearLimit() throws -> FaultyDevice {
        let faulty = try FaultyDevice(isUnlocked: false) { $0.maximumFailedAttempts = 5 }
        for number in 0..<4 {
            #expect(
                refusal { try faulty.device.unlock("wrong \(number)") } == .passcodeIncorrect
            )
        }
        return faulty
    }

    private func lastGuess(_ device: SimulatedDevice) -> ErrorCode? {
        refusal { try device.unlock("wrong 4") }
    }

    private func isErased(_ device: SimulatedDevice) throws -> Bool {
        try device.host.names("/keys").isEmpty
    }

    private func lastGuessCallCount() throws -> Int {
        let faulty = try nearLimit()
        return faulty.callCount { _ = lastGuess(faulty.device) }
    }

    @Test("no later guess is answered, and the next one erases", arguments: [true, false])
    func faults(isFull: Bool) throws {
        var retried = 0
        for call in 0..<(try lastGuessCallCount()) {
            let faulty = try nearLimit()
            let device = faulty.device
            let plan = FaultPlan([.call(call): isFull ? .diskFull : .diskError])
            var code: ErrorCode?
            faulty.run(plan) { code = lastGuess(device) }
            if try isErased(device) { continue }
            if try device.holder.status().failedAttempts == 4 {
                // It could not be counted, so it was not evaluated.
                #expect(code == (isFull ? .noSpace : .inputOutput), "call \(call)")
                try device.unlock()
                continue
            }
            #expect(refusal { try device.unlock() } == .deviceErased, "call \(call)")
            #expect(try isErased(device), "call \(call)")
            retried += 1
        }
        #expect(retried > 5)
    }

    @Test("on a disk that stays broken nothing is answered, for ever")
    func brokenDisk() throws {
        for call in 0..<(try lastGuessCallCount()) {
            let faulty = try nearLimit()
            let device = faulty.device
            faulty.run(FaultPlan([.call(call): .stop])) {
                _ = lastGuess(device)
                for passcode in [SimulatedDevice.passcode, "wrong 0", "other"] {
                    let code = refusal { try device.unlock(passcode) }
                    #expect(
                        code == .inputOutput || code == .deviceErased,
                        "call \(call): \(passcode)"
                    )
                    #expect(refusal { try device.changePasscode(passcode, to: "new") } != nil)
                    #expect(refusal { try device.removePasscode(passcode) } != nil)
                }
                if let status = try? device.holder.status() { #expect(status.state != .unlocked) }
            }
        }
    }

    @Test("the next start erases, also when its first try fails")
    func start() throws {
        let faulty = try nearLimit()
        // The first write counts the guess, the second says that it was wrong, the third would mark
        // the erase.
        faulty.run(FaultPlan([.nth(2, .write): .stop])) { _ = lastGuess(faulty.device) }
        let disk = faulty.device.memoryFileSystem.crash(.keepAll)
        let faults = FaultInjectingFileSystem(disk)
        let started = try StartedHolder(on: faults)
        for call in 0..<8 {
            faults.install(FaultPlan([.call(call): .stop]))
            #expect(refusal { try started.holder.boot() } == .inputOutput, "call \(call)")
        }
        faults.install(FaultPlan([.nth(0, .write): .diskError]))
        #expect(refusal { try started.holder.boot() } == .inputOutput)
        faults.install(FaultPlan())
        #expect(refusal { try started.holder.boot() } == .deviceErased)
        #expect(try HostFiles(disk).names("/keys").isEmpty)
    }

    @Test("a right passcode that could not be noted as such costs nothing")
    func rightPasscode() throws {
        let faulty = try nearLimit()
        let device = faulty.device
        // The second write clears the record.
        faulty.run(FaultPlan([.nth(1, .write): .diskError])) {
            #expect(refusal { try device.unlock() } == .inputOutput)
        }
        try device.unlock()
        #expect(try device.holder.status().failedAttempts == 0)
    }

    @Test("a known wrong passcode that could not be noted as such is not the last one")
    func knownPasscode() throws {
        let faulty = try nearLimit()
        let device = faulty.device
        faulty.run(FaultPlan([.nth(1, .write): .diskError])) {
            #expect(refusal { try device.unlock("wrong 3") } == .inputOutput)
        }
        #expect(try device.holder.status().failedAttempts == 4)
        try device.unlock()
    }
}
