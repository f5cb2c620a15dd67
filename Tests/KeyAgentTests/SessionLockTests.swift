import Dispatch
import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import SessionWatching
import Synchronization
import SystemIO
import Testing

@Suite("A lock that follows the session", .timeLimit(.minutes(30)))
struct SessionLockTests {
    private let file = FileID([UInt8](repeating: 9, count: 16))

    @Test(
        "locks at once and without grace, whatever the reason",
        arguments: LockSource.allCases.map(SessionEvent.lock)
            + WatchedBus.allCases.map(SessionEvent.lost)
    )
    func withoutGrace(event: SessionEvent) throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        agent.server.take(event) {}
        #expect(try agent.holder.status().state == .locked)
        #expect(try service.status().state == .locked)
    }

    @Test("an end of the loss gives no key, and locks nothing")
    func found() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let isDone = DispatchSemaphore(value: 0)
        agent.server.take(.found(.system)) { isDone.signal() }
        isDone.wait()
        #expect(try service.status().state == .unlocked)
        agent.server.take(.lock(.sleep)) {}
        agent.server.take(.found(.system)) {}
        #expect(try service.status().state == .locked)
    }

    @Test("sleep may go on only when every client has wiped its keys and said so")
    func afterClients() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let key = try #require(
            try service.makeKeys([NewKeyRequest(fileID: file, protection: .complete)]).first
        )
        let slow = try RawClient.subscribed(agent.endpoint.path)
        let isDone = DispatchSemaphore(value: 0)
        let wiped = Notes<Bool>()
        agent.server.take(.lock(.sleep)) {
            wiped.note(key.key.isWiped)
            isDone.signal()
        }
        let discard = try #require(slow.receive(.discard))
        // An answer shows that the agent's loop has turned since the lock.
        #expect(try slow.ask(.status, number: 7) != nil)
        #expect(wiped.seen.isEmpty)
        try slow.send(.acknowledge, epoch: discard.epoch)
        isDone.wait()
        #expect(wiped.seen == [true])
    }

    @Test("a client that does not acknowledge is disconnected, and holds sleep up no longer")
    func laggard() throws {
        let agent = try RunningAgent()
        _ = try agent.connectUnlocked()
        let laggard = try RawClient.subscribed(agent.endpoint.path)
        let isDone = DispatchSemaphore(value: 0)
        agent.server.take(.lock(.sleep)) { isDone.signal() }
        #expect(laggard.receive(.discard) != nil)
        agent.losePatience(.seconds(1))
        isDone.wait()
        #expect(laggard.receive(.discard) == nil)
    }

    @Test(
        "a device that is locked, or has no passcode, does not hold sleep up",
        arguments: [true, false]
    )
    func nothingToDo(hasPasscode: Bool) throws {
        let agent = try RunningAgent(passcode: hasPasscode ? RunningAgent.passcode : nil)
        let isDone = DispatchSemaphore(value: 0)
        agent.server.take(.lock(.sleep)) { isDone.signal() }
        isDone.wait()
    }

    @Test("an unlock that still stretches its passcode when the machine goes to sleep is revoked")
    func revoked() throws {
        let agent = try RunningAgent()
        let service = try agent.connect()
        try agent.holder.boot()
        // The attempt is recorded before the passcode is stretched.
        agent.keySource.afterStore(skipping: 0) { agent.server.take(.lock(.sleep)) {} }
        #expect(throws: ProtectionError(.busy, "")) {
            try service.unlock(try .published(RunningAgent.passcode, service.arena))
        }
        #expect(try agent.holder.status().state == .beforeFirstUnlock)
    }

    @Test("an unlock that waits for another one's stretching is revoked, too")
    func revokedWaiting() throws {
        let agent = try RunningAgent()
        let service = try agent.connect()
        try agent.holder.boot()
        let raw = try RawClient.subscribed(agent.endpoint.path)
        agent.keySource.afterStore(skipping: 0) {
            try? raw.sendUnlock(RunningAgent.passcode, number: 11)
            // An answer shows that the agent's loop has taken it.
            _ = try? raw.ask(.status, number: 12)
            agent.server.take(.lock(.sleep)) {}
        }
        #expect(throws: ProtectionError(.busy, "")) {
            try service.unlock(try .published(RunningAgent.passcode, service.arena))
        }
        let reply = try #require(raw.receive())
        #expect(RawClient.error(reply)?.code == .busy)
        #expect(try agent.holder.status().state == .beforeFirstUnlock)
    }

    @Test("the log says why the device was locked")
    func log() throws {
        let log = RecordedLog()
        let agent = try RunningAgent(logger: log.logger)
        _ = try agent.connectUnlocked()
        agent.server.take(.lost(.session)) {}
        log.wait(for: "The session locks the device [\"why\": the session bus was lost]")
    }

    @Test("the status says what the device locks with")
    func status() throws {
        let report = SessionReport(
            followed: [
                SessionReport.Followed(source: .sleep, standing: .lost),
                SessionReport.Followed(source: .screensaver, standing: .absent),
                SessionReport.Followed(source: .idle, standing: .followed),
            ],
            delaysSleep: true,
            delayLimit: .seconds(5)
        )
        let agent = try RunningAgent(session: report)
        #expect(try agent.control().status().session == report)
        let other = try RunningAgent()
        #expect(try other.control().status().session == nil)
    }
}
