import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import SystemPackage
import Testing

@Suite("crash: a handle whose sync failed")
struct CrashHandleTests {
    @Test(
        "it answers io-error until it is opened anew, and what was synced is there",
        arguments: [UnsyncedPages.kept, .reverted]
    )
    func poisoned(_ pages: UnsyncedPages) throws {
        let run = try CrashRun(CrashScenario.saving[0])
        let session = run.session
        let handle = try session.files.open(path("/kept"))
        try handle.write([1, 2, 3], at: 0)
        try handle.synchronize()
        let synced = try session.files.read(path("/kept"))
        try handle.write([4, 5, 6], at: 1)
        session.faults.install(
            FaultPlan([.nth(0, .synchronize): .failSynchronize(.ioError, pages)])
        )
        let inputOutput = ProtectionError(.inputOutput, "")
        #expect(throws: inputOutput) { try handle.synchronize() }
        // A second sync would succeed and prove nothing.
        #expect(throws: inputOutput) { try handle.synchronize() }
        #expect(throws: inputOutput) { try handle.read(at: 0, count: 3) }
        #expect(throws: inputOutput) { try handle.write([7], at: 0) }
        #expect(throws: inputOutput) { try handle.append([7]) }
        #expect(throws: inputOutput) { try handle.truncate(to: 0) }
        try? handle.close()
        let again = try session.files.open(path("/kept"))
        #expect(try again.read(at: 0, count: 1_000) == synced)
        try again.write([9], at: 0)
        try again.close()
        let device = try #require(Recovery(run.disk.crash(.dropAll)).device)
        #expect(try device.files.read(path("/kept")) == [9] + synced.dropFirst())
    }

    @Test("a close that cannot make durable what was written says so")
    func failingClose() throws {
        let run = try CrashRun(CrashScenario.saving[0])
        let handle = try run.session.files.open(path("/kept"))
        try handle.write([1, 2, 3], at: 0)
        run.session.faults.install(
            FaultPlan([.nth(0, .synchronize): .failSynchronize(.ioError, .reverted)])
        )
        #expect(throws: ProtectionError(.inputOutput, "")) { try handle.close() }
        #expect(try run.session.files.read(path("/kept")) == DiskScan.text(1, 700))
    }
}
