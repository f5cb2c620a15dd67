import DeviceSimulation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO
import TestSupport
import Testing

/// A passcode check that is killed: the disk is kept as it was when the derivation began.
private final class KilledDerivation: PasscodeDerivation {
    private let memory: InMemoryFileSystem
    private let found = Mutex<InMemoryFileSystem?>(nil)

    init(on memory: InMemoryFileSystem) { self.memory = memory }

    var floor: Argon2id.Cost { .minimum }
    /// What the disk is after the kill, and a power loss on top.
    var disk: InMemoryFileSystem? { found.withLock { $0?.crash(.dropAll) } }

    func checkMemory(for cost: Argon2id.Cost) {}

    func derive(
        passcode: borrowing SecureBytes,
        salt: [UInt8],
        cost: Argon2id.Cost,
        into output: borrowing SecureBytes
    ) throws(CryptoError) {
        let snapshot = memory.snapshot()
        found.withLock { $0 = snapshot }
        throw CryptoError(.outOfMemory)
    }
}

@Suite("A guess that is never finished")
struct UnfinishedGuessTests {
    /// The disk of a device that is off.
    private func disk(
        _ change: (inout DeviceSettings) -> Void = { _ in }
    ) throws
        -> InMemoryFileSystem
    {
        try SimulatedDevice.make(isUnlocked: false, changing: change)
            .memoryFileSystem.crash(.keepAll)
    }

    /// Boots, tries a passcode, and is killed while it is checked; so often.
    private func kill(
        _ count: Int,
        on disk: InMemoryFileSystem,
        trying passcode: String = SimulatedDevice.passcode
    ) throws -> InMemoryFileSystem {
        var disk = disk
        for _ in 0..<count {
            let derivation = KilledDerivation(on: disk)
            let started = try StartedHolder(on: disk, derivation: derivation)
            try started.holder.boot()
            while let delay = try started.holder.status().retryAfter {
                started.clock.advance(by: delay)
            }
            #expect(refusal { try started.unlock(passcode) } == .busy)
            disk = try #require(derivation.disk)
        }
        return disk
    }

    @Test("the right passcode erases nothing, however often its check is killed")
    func rightPasscode() throws {
        let disk = try kill(
            7,
            on: try disk {
                $0.maximumFailedAttempts = 3
                $0.delays = .none
            }
        )
        let restarted = try RestartedDevice(on: disk)
        #expect(try restarted.holder.status().failedAttempts == 0)
        try restarted.unlock()
        #expect(try restarted.holder.status().state == .unlocked)
    }

    @Test("it never is the last step to the erase, but the next wrong passcode is")
    func lastStep() throws {
        var disk = try disk {
            $0.maximumFailedAttempts = 3
            $0.delays = .none
        }
        let first = try RestartedDevice(on: disk)
        for number in 0..<2 {
            #expect(refusal { try first.unlock("wrong \(number)") } == .passcodeIncorrect)
        }
        disk = try kill(5, on: disk.crash(.dropAll), trying: "another wrong one")
        let restarted = try RestartedDevice(on: disk)
        #expect(try restarted.holder.status().failedAttempts == 2)
        #expect(refusal { try restarted.unlock("another wrong one") } == .passcodeIncorrect)
        #expect(refusal { try restarted.unlock() } == .deviceErased)
    }

    @Test(
        "it costs the delay of a wrong one, so that killing the agent gains nothing",
        arguments: [DelayTable.classic, .modern],
        1..<11
    )
    func delay(table: DelayTable, count: Int) throws {
        let disk = try kill(count, on: try disk { $0.delays = table })
        let restarted = try RestartedDevice(on: disk)
        let delay = table.delay(afterFailures: UInt32(count))
        #expect(try restarted.holder.status().retryAfter == delay)
        #expect(
            refusal { try restarted.unlock() } == (delay == nil ? nil : .passcodeDelayed)
        )
    }

    @Test("an evaluated wrong one does not make those before it forgotten, the right one does")
    func mixed() throws {
        let disk = try kill(3, on: try disk())
        let clock = VirtualClock()
        let restarted = try RestartedDevice(on: disk, clock: clock)
        #expect(refusal { try restarted.unlock("wrong 1") } == .passcodeIncorrect)
        #expect(try restarted.holder.status().retryAfter == nil)
        #expect(refusal { try restarted.unlock("wrong 2") } == .passcodeIncorrect)
        #expect(try restarted.holder.status().retryAfter == .seconds(60))
        #expect(try restarted.holder.status().failedAttempts == 2)
        clock.advance(by: .seconds(60))
        try restarted.unlock()
        try restarted.holder.reboot()
        #expect(refusal { try restarted.unlock("wrong 3") } == .passcodeIncorrect)
        #expect(try restarted.holder.status().retryAfter == nil)
    }

    @Test("a record that is missing is named where it makes one wait")
    func missingRecord() throws {
        let disk = try disk()
        let directory = try DeviceDirectory("/device", on: disk)
        let path = "/keys/\(try directory.deviceID()).attempts"
        try HostFiles(disk).remove(path)
        let restarted = try RestartedDevice(on: disk)
        let error = #expect(throws: ProtectionError.self) { try restarted.unlock() }
        #expect(error?.code == .passcodeDelayed)
        #expect(error?.message.contains(path) == true)
    }

    @Test("a full key disk is in nobody's way")
    func fullDisk() throws {
        let faults = FaultInjectingFileSystem(try disk())
        let started = try StartedHolder(on: faults)
        try started.holder.boot()
        faults.install(FaultPlan(isDiskFull: true))
        #expect(refusal { try started.unlock("wrong") } == .passcodeIncorrect)
        #expect(try started.holder.status().failedAttempts == 1)
        try started.unlock()
        #expect(try started.holder.status().failedAttempts == 0)
    }
}
