import ProtectionModel
import SystemIO
import Synchronization

/// A call of somebody else's code that may never return: it has a thread of its own, and nobody waits for longer than a limit.
final class LimitedCall: Sendable {
    /// How often the clock is looked at that was handed in.
    private static let step = Duration.milliseconds(50)

    private let isDone = Atomic(false)
    private let wakeUp: WakeUp

    private init() throws(SystemError) { wakeUp = try WakeUp() }

    /// Runs `body`; false when it took longer than `limit`, and then it may still be at work.
    static func run(
        within limit: Duration,
        _ clock: any DeviceClock,
        _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        let start = clock.now()
        do throws(SystemError) {
            let call = try LimitedCall()
            try SystemThread.detach {
                body()
                call.isDone.store(true, ordering: .releasing)
                call.wakeUp.signal()
            }
            try call.wait(until: start + limit, clock)
        } catch {
            // A machine without threads or descriptors to spare: as a save that came too late.
            return false
        }
        return clock.now() - start <= limit
    }

    private func wait(until deadline: Duration, _ clock: any DeviceClock) throws(SystemError) {
        while !isDone.load(ordering: .acquiring), clock.now() <= deadline {
            var entries = [Poll.Entry(wakeUp.descriptor)]
            try Poll.wait(&entries, timeout: Self.step)
        }
    }
}
