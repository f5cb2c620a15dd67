import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import Testing

@Suite("power loss: what is left to be tidied up")
struct CrashLeftoverTests {
    @Test(
        "a closed handle that is still held keeps nobody from the file",
        arguments: [10, 1_100_000]
    )
    func closedHandle(_ byteCount: Int) throws {
        let session = try CrashRun(CrashScenario.saving[0]).session
        try session.files.write(
            DiskScan.text(1, byteCount),
            to: path("/file"),
            as: ProtectionClass.none
        )
        let first = try session.files.open(path("/file"))
        try first.write([1], at: 0)
        try first.close()
        let second = try session.files.open(path("/file"))
        try second.write([2], at: 0)
        try second.close()
        // Nobody has it open, so it gets a new key and with it a new inode.
        try session.files.setProtection(.complete, of: path("/file"), rekeying: true)
        #expect(throws: ProtectionError(.handleClosed, "")) { try first.write([3], at: 0) }
        #expect(try session.files.read(path("/file")).first == 2)
        #expect(second.mode == .readWrite)
    }

    @Test("a folder can be removed with what an interrupted mkdir left in it, also interrupted")
    func nestedLeftovers() throws {
        let run = try CrashRun(CrashScenario.saving[0])
        let files = run.session.files
        run.session.faults.install(FaultPlan([.nth(0, .rename): .stop]))
        #expect(throws: ProtectionError(.inputOutput, "")) {
            try files.makeDirectory(path("/dir/empty/inner"))
        }
        run.session.faults.install(FaultPlan([.nth(0, .unlink): .stop]))
        try files.removeDirectory(path("/dir/empty"))
        let recovery = Recovery(run.disk.crash(.keepAll))
        let device = try #require(recovery.device)
        #expect(recovery.picture.entries["/dir/empty"] == nil)
        #expect(try device.files.check(repairing: true).isClean)
        #expect(try !DiskScan.files(of: recovery.disk).keys.contains { $0.contains("/.gone-") })
    }

    @Test("what was repaired stays repaired after the next power loss")
    func durableRepair() throws {
        let run = try CrashRun(CrashScenario.saving[0])
        run.session.faults.install(FaultPlan([.nth(0, .rename): .stop]))
        #expect(throws: ProtectionError(.inputOutput, "")) {
            try run.session.files.write([1], to: path("/new"))
        }
        let first = Recovery(run.disk.crash(.keepAll))
        #expect(try #require(first.device).files.check(repairing: true).repaired.count == 1)
        let second = Recovery(first.disk.crash(.dropAll))
        #expect(try #require(second.device).files.check(repairing: true).repaired.isEmpty)
    }
}
