import Dispatch
import KeyAgent
import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO
import Testing

@Suite("Clients that ask without pause", .timeLimit(.minutes(30)))
struct BusyClientTests {
    private static let window = 12

    /// An agent that serves one request of a client with keys a turn, and so many such clients.
    private func withBusyClients(
        _ number: Int,
        acknowledge: Bool,
        _ body: (RunningAgent, AgentKeyService, [PipeliningClient]) throws -> Void
    ) throws {
        var limits = AgentLimits()
        limits.serving = .zero
        let agent = try RunningAgent(limits: limits)
        let service = try agent.connectUnlocked()
        let clients = try (0..<number).map { _ in
            try PipeliningClient(
                agent.endpoint.path,
                window: Self.window,
                acknowledges: acknowledge
            )
        }
        defer { for client in clients { client.finish() } }
        while clients.contains(where: { $0.answers == 0 }) { SystemTime.sleep(.milliseconds(1)) }
        try body(agent, service, clients)
    }

    /// What a lock reports once the device is locked and patience with its clients runs out.
    private func laggards(
        _ agent: RunningAgent,
        _ service: AgentKeyService,
        meanwhile act: () -> Void = {}
    ) throws -> [ClientProcess] {
        let isDiscarded = DispatchSemaphore(value: 0)
        let observation = service.observe { if case .didDiscard = $0 { isDiscarded.signal() } }
        defer { observation.cancel() }
        let outcome = try Outcome { try agent.control().lock(skippingGrace: true) }
        while try agent.holder.status().state != .locked {
            act()
            SystemTime.sleep(.milliseconds(1))
        }
        // By then the service has acknowledged, and what it asks next comes after that.
        isDiscarded.wait()
        #expect(try service.status().state == .locked)
        #expect(outcome.isRunning)
        agent.losePatience(.seconds(1))
        return try outcome.get()
    }

    @Test("a lock does not wait until those with keys have had what they asked for")
    func lock() throws {
        try withBusyClients(16, acknowledge: true) { agent, _, clients in
            let before = clients.reduce(0) { $0 + $1.answers }
            let laggards = try agent.control().lock(skippingGrace: true)
            let served = clients.reduce(0) { $0 + $1.answers } - before
            #expect(try agent.holder.status().state == .locked)
            #expect(laggards.isEmpty)
            // In its turn, an acknowledgement would come behind all that each of them has under
            // way.
            #expect(served < clients.count * Self.window / 2)
        }
    }

    @Test("nor for those that do not acknowledge it, longer than for any")
    func lockWithoutAcknowledgement() throws {
        try withBusyClients(16, acknowledge: false) { agent, service, clients in
            let named = try laggards(agent, service)
            #expect(named.count == clients.count)
        }
    }

    @Test("no client starves: one request each, in turn")
    func turns() throws {
        try withBusyClients(8, acknowledge: true) { _, _, clients in
            let before = clients.map(\.answers)
            func answers() -> [Int] { zip(clients, before).map { $0.answers - $1 } }
            while answers().contains(where: { $0 < 5 }) { SystemTime.sleep(.milliseconds(1)) }
            // What was answered may not have been counted yet.
            #expect(answers().allSatisfy { $0 <= 5 + Self.window })
        }
    }

    @Test("a lock finds its way through a flood of questions from those without keys")
    func flood() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let path = agent.endpoint.path
        let hello = try RawClient.hello(path, features: HelloReply.withoutKeys)
        let questions = [hello] + [AgentRequest](repeating: .status, count: 100)
        let frames = questions.map { Frame($0.type, request: 1, body: $0.body) }
        let isOver = Atomic(false)
        let connections = Atomic(0)
        let floods = try (0..<2).map { _ in
            try Outcome {
                // Each fetches no answer, and stays until 140 others have come.
                var kept: [RawClient] = []
                while !isOver.load(ordering: .relaxed) {
                    guard let raw = try? RawClient(path, patience: .seconds(1)) else { continue }
                    try? raw.send(frames)
                    kept.append(raw)
                    if kept.count > 140 { kept.removeFirst() }
                    connections.add(1, ordering: .relaxed)
                }
            }
        }
        while connections.load(ordering: .relaxed) < 400 { SystemTime.sleep(.milliseconds(1)) }
        let outcome = Result { try agent.control().lock(skippingGrace: true) }
        isOver.store(true, ordering: .relaxed)
        for flood in floods { try flood.get() }
        #expect(try outcome.get().isEmpty)
        #expect(try service.status().state == .locked)
    }

    @Test("a lock names the one that is slow to read, and does not wait for it")
    func slowReader() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let slow = try RawClient.subscribed(agent.endpoint.path, process: "slow")
        // The answers are more than a socket takes, and the discard is behind them.
        for _ in 0..<24 { try slow.send(PipeliningClient.request, number: 7) }
        let named = try laggards(agent, service) { _ = slow.receive(.reply) }
        #expect(named.map(\.name) == ["slow"])
    }
}
