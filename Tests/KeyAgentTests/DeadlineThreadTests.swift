import Foundation
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import Testing

@Suite("Deadlines without an agent")
struct DeadlineThreadTests {
    @Test("the grace ends by itself, on the boot clock")
    func grace() throws {
        let folder = try TemporaryFolder()
        var settings = DeviceSettings.quick
        settings.grace = .milliseconds(20)
        let (holder, _) = try RunningAgent.makeHolder(folder, settings, "1", BootClock())
        let thread = try DeadlineThread(holder)
        try holder.unlock(try .published("1", holder.arena))
        let discarded = DispatchSemaphore(value: 0)
        let observation = holder.observe { notice in
            if case .didDiscard = notice { discarded.signal() }
        }
        try holder.lock(skippingGrace: false)
        // The limit is for a machine under load; without the thread nothing would ever come.
        #expect(discarded.wait(timeout: .now() + 30) == .success)
        observation.cancel()
        withExtendedLifetime(thread) {}
    }

    @Test("the thread ends with its object")
    func end() throws {
        let folder = try TemporaryFolder()
        var made: KeyHolder? = try RunningAgent.makeHolder(folder, .quick, "1", BootClock()).0
        weak let holder = made
        var thread: DeadlineThread? = try DeadlineThread(try #require(made))
        made = nil
        #expect(holder != nil)
        #expect(thread != nil)
        thread = nil
        #expect(holder == nil)
    }
}
