import DeviceSimulation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("A boot that fails half-way")
struct FailedBootTests {
    enum Kind: CaseIterable { case passcode, noPasscode, spentLimit }

    /// A disk on which nothing is open.
    private func disk(_ kind: Kind) throws -> InMemoryFileSystem {
        let faulty = try FaultyDevice(hasPasscode: kind != .noPasscode, isUnlocked: false) {
            $0.maximumFailedAttempts = 1
        }
        if kind == .spentLimit {
            // The power goes when the guess was found wrong and the erase has not begun.
            let plan = FaultPlan([.nth(2, .write): .stop])
            faulty.run(plan) { _ = refusal { try faulty.device.unlock("wrong") } }
        }
        return faulty.device.memoryFileSystem.crash(.keepAll)
    }

    @Test("leaves no key in memory, whichever call fails", arguments: Kind.allCases)
    func faults(kind: Kind) throws {
        let disk = try disk(kind)
        var failures = 0
        for call in 0... {
            let faults = FaultInjectingFileSystem(disk.snapshot())
            let arena = SecureArena()
            var started: StartedHolder?
            faults.install(FaultPlan([.call(call): .diskError]))
            let code = refusal {
                started = try StartedHolder(on: faults, arena: arena)
                #expect(arena.isEmpty, "a holder that is off has keys, call \(call)")
                try started?.holder.boot()
            }
            let isOver = faults.callCount <= call
            faults.install(FaultPlan())
            if code != nil {
                #expect(arena.isEmpty, "call \(call)")
                failures += 1
            }
            if code != nil, let holder = started?.holder {
                #expect(try holder.status().state == .off)
                #expect(
                    refusal { try holder.boot() } == (kind == .spentLimit ? .deviceErased : nil)
                )
            }
            if isOver { break }
        }
        #expect(failures > 5)
    }

    @Test("leaves no key in memory when a wrap does not open", arguments: 0..<8)
    func wrap(number: Int) throws {
        let device = try SimulatedDevice.make(hasPasscode: false)
        let disk = device.memoryFileSystem.crash(.keepAll)
        let forgery = try KeybagForgery(
            disk,
            keyPath: device.keyPath,
            device: device.holder.deviceID
        )
        let offset = KeybagForgery.Offset.deviceWraps + number * 72 + 71
        let bytes = try forgery.forged([forgery.keybag[offset] ^ 1], at: offset)
        try HostFiles(disk).put(bytes, SimulatedDevice.keybagPath)
        let started = try StartedHolder(on: disk)
        #expect(refusal { try started.holder.boot() } == .authenticationFailure)
        #expect(started.arena.isEmpty)
        try HostFiles(disk).put(forgery.keybag, SimulatedDevice.keybagPath)
        try started.holder.boot()
        #expect(!started.arena.isEmpty)
        try started.holder.shutDown()
        #expect(started.arena.isEmpty)
    }

    @Test("what an interrupted change of the passcode left is overwritten and taken away")
    func leftover() throws {
        let device = try SimulatedDevice.make()
        let disk = device.memoryFileSystem.crash(.keepAll)
        let path = "/device/.keybag.new"
        let host = HostFiles(disk)
        try host.put(try host.bytes(SimulatedDevice.keybagPath), path)
        let leftover = try OwnedFile(path, in: nil, [], on: disk)
        let restarted = try RestartedDevice(on: disk)
        #expect(try !host.names("/device").contains(".keybag.new"))
        let bytes = try leftover.read(Keybag.byteLimit, at: 0)
        #expect(bytes.count == (try host.bytes(SimulatedDevice.keybagPath)).count)
        #expect(bytes.allSatisfy { $0 == 0 })
        try restarted.unlock()
        // And durably so.
        #expect(try !HostFiles(disk.crash(.dropAll)).names("/device").contains(".keybag.new"))
    }
}
