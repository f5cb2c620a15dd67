import KeyAgent
import KeyManagement
import ProtectionModel
import Testing

@Suite("What the agent logs")
struct AgentLogTests {
    @Test("names no program, file or path at the default level")
    func names() throws {
        let log = RecordedLog()
        let agent = try RunningAgent(logger: log.logger)
        let locker = try agent.connectUnlocked("/home/eve/locker")
        let laggard = try RawClient.subscribed(agent.endpoint.path, process: "secret-plan.pdf")
        let outcome = try Outcome { try agent.control().lock(skippingGrace: true) }
        _ = try #require(laggard.receive(.discard))
        _ = try locker.status()
        agent.losePatience(.seconds(1))
        // Who is asked is told; whoever reads the log is not.
        #expect(try outcome.get().map(\.name) == ["secret-plan.pdf"])
        try locker.shutDown()
        agent.waitForEnd()
        #expect(log.lines.contains { $0.contains("did not acknowledge") && $0.contains("pid") })
        #expect(log.lines.contains { $0.contains("locked") })
        for line in log.lines {
            #expect(!line.contains("secret-plan"), "\(line)")
            #expect(!line.contains("locker"), "\(line)")
            #expect(!line.contains("/"), "\(line)")
        }
    }
}
