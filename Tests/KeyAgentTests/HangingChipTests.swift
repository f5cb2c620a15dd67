import Dispatch
import KeyAgent
import KeyManagement
import ProtectionModel
import Synchronization
import TestSupport
import Testing

@Suite("A PIN whose chip hangs")
struct HangingChipTests {
    /// A way to a chip that stays open, or keeps whoever takes it waiting.
    private final class Way: Sendable {
        let isClosed = Mutex(false)
        let arrival = DispatchSemaphore(value: 0)
        let opening = DispatchSemaphore(value: 0)

        func pass() {
            guard isClosed.withLock(\.self) else { return }
            arrival.signal()
            opening.wait()
        }
    }

    @Test("keeps neither lock nor status waiting, and what it opens after a lock stays shut")
    func hanging() throws {
        let (way, chip) = (Way(), MemoryChip())
        let agent = try RunningAgent(
            chips: ChipOpener { _ in
                way.pass()
                return chip
            }
        )
        let service = try agent.connectUnlocked()
        let slot = NewKeySlot(
            name: "tpm",
            pin: try .published("1379", service.arena),
            countedBy: PINChip(address: chip.address)
        )
        try service.addKey(
            slot,
            authorizedBy: .passcode(try .published(RunningAgent.passcode, service.arena))
        )
        way.isClosed.withLock { $0 = true }
        let unlocking = try Outcome {
            refusal { try service.unlock(try .published("1379", service.arena)) }
        }
        way.arrival.wait()
        #expect(try agent.control().status().device.state == .unlocked)
        #expect(try agent.control().lock(skippingGrace: true).isEmpty)
        #expect(try agent.control().status().device.state == .locked)
        way.isClosed.withLock { $0 = false }
        way.opening.signal()
        #expect(try unlocking.get() == .busy)
        #expect(try agent.control().status().device.state == .locked)
        try service.unlock(try .published("1379", service.arena))
    }
}
