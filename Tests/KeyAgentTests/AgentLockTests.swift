import Dispatch
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO
import Testing

@Suite("The lock across processes")
struct AgentLockTests {
    private let file = FileID([UInt8](repeating: 9, count: 16))

    private func makeKey(
        _ service: AgentKeyService,
        _ protection: ProtectionClass
    ) throws -> NewKey {
        try #require(
            try service.makeKeys([NewKeyRequest(fileID: file, protection: protection)]).first
        )
    }

    @Test("when the lock returns, every client has wiped class A and kept the rest")
    func lockWipesClients() throws {
        let agent = try RunningAgent()
        let other = try agent.connectUnlocked("other")
        let keys = try ProtectionClass.allCases.map { try makeKey(other, $0) }
        let laggards = try agent.control().lock(skippingGrace: true)
        #expect(laggards.isEmpty)
        for key in keys {
            #expect(key.key.isWiped == (key.wrapped.protection == .complete))
        }
        let again = try other.unwrap([UnwrapRequest(keys[0].wrapped, fileID: file)])
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try again[0].get() }
    }

    @Test("an observer hears the steps in order and can still read before the discard")
    func notices() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let key = try makeKey(service, .complete)
        let log = NoticeLog()
        let wiped = Notes<Bool>()
        let observation = service.observe { notice in
            log.note(notice)
            if case .willDiscard = notice { wiped.note(key.key.isWiped) }
            if case .didDiscard = notice { wiped.note(key.key.isWiped) }
        }
        try service.lock(skippingGrace: true)
        try service.unlock(try .published(RunningAgent.passcode, service.arena))
        observation.cancel()
        #expect(
            log.heard == [
                "will-become-unavailable", "will-discard 2", "did-discard 2",
                "became-unavailable", "did-become-available",
            ]
        )
        #expect(wiped.seen == [false, true])
    }

    @Test("an observer may ask for keys while it hears of the lock")
    func observerAsks() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let states = Notes<LockState?>()
        let observation = service.observe { [weak service] notice in
            guard case .willDiscard = notice else { return }
            states.note(try? service?.status().state)
        }
        try service.lock(skippingGrace: true)
        observation.cancel()
        #expect(states.seen == [.locked])
    }

    @Test("the grace ends by the device's clock, without a request")
    func grace() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let watcher = try RawClient.subscribed(agent.endpoint.path)
        let key = try makeKey(service, .complete)
        // The service hears of it on a thread of its own, when others know already.
        let isDiscarded = DispatchSemaphore(value: 0)
        let observation = service.observe { notice in
            if case .didDiscard = notice { isDiscarded.signal() }
        }
        defer { observation.cancel() }
        try service.lock(skippingGrace: false)
        #expect(key.key.isWiped == false)
        #expect(try service.status().graceEndsIn == .seconds(10))
        agent.pass(.seconds(10))
        let discard = try #require(watcher.receive(.discard))
        #expect(
            AgentNotice(.discard, body: discard.body) == .discard([.complete, .completeUnlessOpen])
        )
        #expect(try service.status().state == .locked)
        #expect(isDiscarded.wait(timeout: .now() + 60) == .success)
        #expect(key.key.isWiped)
    }

    @Test("the grace ends by the machine's boot timer")
    func bootTimer() throws {
        var settings = DeviceSettings.quick
        settings.grace = .milliseconds(20)
        let agent = try RunningAgent(
            settings: settings,
            clock: BootClock(),
            timer: try BootTimer()
        )
        let service = try agent.connectUnlocked()
        let watcher = try RawClient.subscribed(agent.endpoint.path)
        // Twice, since a timer must be armed anew after it has fired.
        for _ in 0..<2 {
            try service.lock(skippingGrace: false)
            let discard = try #require(watcher.receive(.discard))
            try watcher.send(.acknowledge, epoch: discard.epoch)
            #expect(try service.status().state == .locked)
            try service.unlock(try .published(RunningAgent.passcode, service.arena))
        }
    }

    @Test("a client that does not acknowledge is named and disconnected, the others stay")
    func laggard() throws {
        let agent = try RunningAgent()
        let locker = try agent.connectUnlocked("locker")
        let laggard = try RawClient.subscribed(agent.endpoint.path, process: "sleepy")
        let isDiscarded = DispatchSemaphore(value: 0)
        let observation = locker.observe { if case .didDiscard = $0 { isDiscarded.signal() } }
        defer { observation.cancel() }
        let outcome = try Outcome { try agent.control().lock(skippingGrace: true) }
        _ = try #require(laggard.receive(.discard))
        // By then the locker has acknowledged, and what it asks next comes after that.
        isDiscarded.wait()
        _ = try locker.status()
        // The agent's own keys are gone already.
        #expect(try agent.holder.status().state == .locked)
        agent.losePatience(.milliseconds(999))
        // Still there: a reply shows that the loop has turned since.
        #expect(try laggard.ask(.status, number: 3) != nil)
        agent.losePatience(.milliseconds(1))
        let named = try outcome.get()
        #expect(named.map(\.name) == ["sleepy"])
        #expect(named.allSatisfy { $0.identifier > 0 })
        #expect(laggard.receive(.reply) == nil)
        #expect(try locker.status().state == .locked)
    }

    @Test("the lock waits for the acknowledgement of the right epoch")
    func acknowledgement() throws {
        let agent = try RunningAgent()
        _ = try agent.connectUnlocked()
        let raw = try RawClient.subscribed(agent.endpoint.path)
        let outcome = try Outcome { try agent.control().lock(skippingGrace: true) }
        let discard = try #require(raw.receive(.discard))
        #expect(discard.epoch > 0)
        try raw.send(.acknowledge, epoch: discard.epoch - 1)
        #expect(try raw.ask(.status, number: 3) != nil)
        agent.losePatience(.milliseconds(999))
        #expect(try raw.ask(.status, number: 4) != nil)
        try raw.send(.acknowledge, epoch: discard.epoch)
        #expect(try outcome.get().isEmpty)
        // Patience does not matter any more.
        agent.losePatience(.seconds(10))
        #expect(try raw.ask(.status, number: 5) != nil)
    }

    @Test("a client that vanishes owes nothing")
    func vanished() throws {
        let agent = try RunningAgent()
        _ = try agent.connectUnlocked()
        var raw: RawClient? = try RawClient.subscribed(agent.endpoint.path)
        let outcome = try Outcome { try agent.control().lock(skippingGrace: true) }
        _ = try #require(raw?.receive(.discard))
        raw = nil
        #expect(try outcome.get().isEmpty)
    }

    @Test("who has not subscribed gets neither notices nor keys")
    func unsubscribed() throws {
        let agent = try RunningAgent()
        _ = try agent.connectUnlocked()
        let raw = try RawClient(agent.endpoint.path)
        _ = try raw.ask(try RawClient.hello(agent.endpoint.path), number: 1)
        let refused = try raw.ask(
            .makeKeys([NewKeyRequest(fileID: file, protection: .none)]),
            number: 2
        )
        #expect(RawClient.error(refused)?.code == .invalidArgument)
        #expect(try agent.control().lock(skippingGrace: true).isEmpty)
        let next = try raw.ask(.status, number: 3)
        #expect(next?.type == FrameType.reply.rawValue)
    }

    @Test("an observer of the lock may wait for whoever waits for an answer")
    func waitingObserver() throws {
        let isAsked = DispatchSemaphore(value: 0)
        let fake = try FakeAgent { conversation in
            let unwrap = try conversation.receive(.unwrap)
            isAsked.signal()
            let lock = try conversation.receive(.lock)
            let discard = AgentNotice.discard([.complete])
            try conversation.send(discard.frame(epoch: 2))
            try conversation.giveKey(for: unwrap.request, epoch: 2)
            _ = try conversation.receive(.acknowledge)
            let reply = ControlReply(laggards: [])
            try conversation.send(Frame(.reply, request: lock.request, body: reply.wireBytes))
        }
        let service = try fake.connect()
        let wrapped = WrappedKey(protection: .completeUntilFirstUserAuthentication, bytes: [1])
        let reading = Mutex<Outcome<SecretBox>?>(nil)
        let keys = Notes<Bool>()
        let observation = service.observe { notice in
            guard case .willDiscard = notice else { return }
            keys.note((try? reading.withLock { $0 }?.get().isWiped) == false)
        }
        let request = UnwrapRequest(wrapped, fileID: file)
        try reading.withLock { reading in
            reading = try Outcome { try service.unwrap([request])[0].get() }
        }
        isAsked.wait()
        _ = try service.lock(skippingGrace: true)
        #expect(keys.seen == [true])
        observation.cancel()
    }
}
