import KeyManagement
import ProtectedStore
import SimulatedDisk
import Synchronization
import SystemIO
import SystemPackage
import Testing

@Suite("crash: a passcode change that failed")
struct CrashPasscodeTests {
    private static func scenario() throws -> CrashScenario {
        try #require(CrashScenario.keys.first { $0.name == "change the passcode" })
    }

    @Test("whoever was told that the change failed goes on with the old passcode, also at once")
    func failingCall() throws {
        let scenario = try Self.scenario()
        let prepared = try CrashRun.prepare(scenario)
        var failures = 0
        for call in 0... {
            let run = try CrashRun(scenario, on: prepared)
            let calls = Mutex(0)
            run.session.faults.install(
                FaultPlan([.call(call): .fail(.ioError)]) { _, _ in calls.withLock { $0 += 1 } }
            )
            var hasFailed = false
            do { try scenario.steps[0].run(run.session) } catch { hasFailed = true }
            run.session.faults.install(FaultPlan())
            guard calls.withLock({ $0 }) > call else { break }
            failures += hasFailed ? 1 : 0
            let passcode = hasFailed ? "2580" : "1379"
            let disk = run.disk.crash(.keepAll)
            #expect(
                Recovery(disk).picture.condition == .open(passcode: passcode),
                "call \(call) on disk"
            )
            try run.session.device.holder.lock(skippingGrace: true)
            #expect(throws: Never.self, "call \(call)") {
                try run.session.device.unlock(passcode)
            }
        }
        #expect(failures > 10)
    }
}
