import Dispatch
import Handoff
import ProtectionModel
import Synchronization
import SystemIO

/// Tells the other devices, in the background, what this one offers: they meet it where their address is known.
///
/// What cannot be told now they hear when they ask.
final class Announcer: Sendable {
    private struct State {
        var isDue = false
        var isBusy = false
        var handoff: DeviceHandoff?
    }

    private let others: OtherDevices
    private let state = Mutex(State())
    private let due = DispatchSemaphore(value: 0)
    private let idle = DispatchSemaphore(value: 0)

    init(_ others: OtherDevices) { self.others = others }

    /// From now on news is carried.
    func start(_ handoff: DeviceHandoff) throws {
        state.withLock { $0.handoff = handoff }
        try SystemThread.detach { [self] in
            while true {
                due.wait()
                state.withLock { $0.isDue = false }
                _ = try? others.meet(handoff)
                state.withLock { $0.isBusy = $0.isDue }
                idle.signal()
            }
        }
    }

    /// There is news.
    func announce() {
        let isNew = state.withLock { state in
            guard state.handoff != nil, !state.isDue else { return false }
            state.isDue = true
            state.isBusy = true
            return true
        }
        if isNew { due.signal() }
    }

    /// Waits until all is told, or the time is over.
    func settle(within limit: Duration) {
        let end = SystemTime.sinceBoot() + limit
        while state.withLock({ $0.isBusy }) {
            let rest = end - SystemTime.sinceBoot()
            guard rest > .zero else { return }
            _ = idle.wait(timeout: .now() + .milliseconds(Int(rest.wholeMilliseconds) + 1))
        }
    }
}
