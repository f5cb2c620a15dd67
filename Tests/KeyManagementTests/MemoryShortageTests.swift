import DeviceSimulation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("A machine without the memory for a passcode derivation")
struct MemoryShortageTests {
    private let derivation = StarvedDerivation()
    private let started: StartedHolder
    private let faults: FaultInjectingFileSystem

    init() throws {
        let device = try SimulatedDevice.make(changing: { $0.maximumFailedAttempts = 2 })
        faults = FaultInjectingFileSystem(device.memoryFileSystem.crash(.keepAll))
        started = try StartedHolder(on: faults, derivation: derivation)
        try started.holder.boot()
        #expect(refusal { try started.unlock("wrong") } == .passcodeIncorrect)
    }

    @Test(
        "says so, and counts no guess, right or wrong",
        arguments: [StarvedDerivation.Memory.missing, .lost]
    )
    func unlock(memory: StarvedDerivation.Memory) throws {
        derivation.leave(memory)
        for passcode in [SimulatedDevice.passcode, "other", "wrong"] {
            #expect(refusal { try started.unlock(passcode) } == .busy)
            #expect(try started.holder.status().failedAttempts == 1)
        }
        derivation.leave(.enough)
        try started.unlock()
    }

    @Test("a guess that cannot be evaluated is not recorded for a moment")
    func unrecorded() throws {
        derivation.leave(.missing)
        faults.install(FaultPlan())
        #expect(refusal { try started.unlock() } == .busy)
        #expect(faults.callCount(of: .rename) == 0)
        #expect(faults.callCount(of: .write) == 0)
    }

    @Test(
        "changes no passcode",
        arguments: [StarvedDerivation.Memory.missing, .lost]
    )
    func change(memory: StarvedDerivation.Memory) throws {
        derivation.leave(memory)
        let arena = started.arena
        #expect(
            refusal {
                try started.holder.changePasscode(
                    try Passcode(published: SimulatedDevice.passcode, arena: arena),
                    to: try Passcode(published: "new", arena: arena)
                )
            } == .busy
        )
        derivation.leave(.enough)
        #expect(try started.holder.status().failedAttempts == 1)
        try started.unlock()
        try started.holder.removePasscode(
            try Passcode(published: SimulatedDevice.passcode, arena: arena)
        )
        derivation.leave(memory)
        #expect(
            refusal {
                try started.holder.setPasscode(try Passcode(published: "new", arena: arena))
            } == .busy
        )
        #expect(try !started.holder.status().hasPasscode)
    }

    @Test("starts no delay again that is over")
    func delay() throws {
        let device = try SimulatedDevice.make()
        let fresh = FaultInjectingFileSystem(device.memoryFileSystem.crash(.keepAll))
        let started = try StartedHolder(on: fresh, derivation: derivation)
        try started.holder.boot()
        var guesses = 0
        while try started.holder.status().retryAfter == nil {
            #expect(refusal { try started.unlock("wrong \(guesses)") } == .passcodeIncorrect)
            guesses += 1
        }
        let delay = try #require(try started.holder.status().retryAfter)
        started.clock.advance(by: delay)
        derivation.leave(.lost)
        #expect(refusal { try started.unlock() } == .busy)
        #expect(try started.holder.status().retryAfter == nil)
        #expect(try started.holder.status().failedAttempts == UInt32(guesses))
        derivation.leave(.enough)
        try started.unlock()
    }
}
