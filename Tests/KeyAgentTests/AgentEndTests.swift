import Foundation
import KeyAgent
import KeyManagement
import Logging
import ProtectionModel
import SodiumCrypto
import SystemIO
import Testing

@Suite("The end of the agent")
struct AgentEndTests {
    private let file = FileID([UInt8](repeating: 3, count: 16))

    private func makeKey(_ service: AgentKeyService) throws -> NewKey {
        try #require(
            try service.makeKeys([NewKeyRequest(fileID: file, protection: .none)]).first
        )
    }

    @Test("without a listener the device is off")
    func nobodyListens() throws {
        let folder = try TemporaryFolder()
        #expect(throws: ProtectionError(.deviceOff, "")) { try connect(folder.path + "/none.sock") }
        var listener: StreamSocket? = try StreamSocket.listening(at: folder.path + "/old.sock")
        #expect(listener != nil)
        listener = nil
        // The socket's file is still there, with nobody behind it.
        #expect(throws: ProtectionError(.deviceOff, "")) { try connect(folder.path + "/old.sock") }
        #expect(throws: ProtectionError(.agentUnreachable, "")) {
            try connect(folder.path + "/" + String(repeating: "x", count: 200))
        }
    }

    @Test("a shutdown wipes every client, removes the socket and ends the loop")
    func shutDown() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let other = try agent.connect()
        let key = try makeKey(other)
        let volume = try other.volumeKeys()
        let log = NoticeLog()
        let observation = other.observe { log.note($0) }
        try service.shutDown()
        #expect(key.key.isWiped)
        #expect(volume.isWiped)
        agent.waitForEnd()
        observation.cancel()
        #expect(log.heard.prefix(2) == ["will-end", "did-end"])
        #expect(FileManager.default.fileExists(atPath: agent.endpoint.path) == false)
        #expect(throws: ProtectionError(.deviceOff, "")) { try other.status() }
        #expect(throws: ProtectionError(.deviceOff, "")) { try other.volumeKeys() }
        #expect(throws: ProtectionError(.deviceOff, "")) { try agent.connect() }
        // Off is off: doing it again changes nothing.
        try service.shutDown()
    }

    @Test("a stop from outside is an orderly shutdown too")
    func stop() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let key = try makeKey(service)
        agent.server.stop()
        agent.waitForEnd()
        #expect(try agent.holder.status().state == .off)
        #expect(key.key.isWiped)
        #expect(throws: ProtectionError(.deviceOff, "")) { try service.status() }
    }

    @Test("a termination signal is an orderly shutdown too")
    func signal() throws {
        let agent = try RunningAgent(signals: try TerminationSignals()) {
            // Blocked on this thread and sent to it alone, so that the test process lives on.
            _ = try? TerminationSignals()
            raise(SIGTERM)
        }
        agent.waitForEnd()
        #expect(try agent.holder.status().state == .off)
        #expect(FileManager.default.fileExists(atPath: agent.endpoint.path) == false)
    }

    @Test("a client that does not acknowledge the end holds it up no longer than a lock")
    func stopWithLaggard() throws {
        let agent = try RunningAgent()
        let laggard = try RawClient.subscribed(agent.endpoint.path)
        agent.server.stop()
        #expect(laggard.receive(.end) != nil)
        agent.losePatience(.seconds(1))
        agent.waitForEnd()
        #expect(try agent.holder.status().state == .off)
    }

    @Test("one that ends is found no more, whatever is done to the place of its socket")
    func endingWithoutSocket() throws {
        let agent = try RunningAgent()
        let laggard = try RawClient.subscribed(agent.endpoint.path)
        agent.server.stop()
        #expect(laggard.receive(.end) != nil)
        try FileManager.default.removeItem(atPath: agent.endpoint.folder)
        agent.losePatience(.milliseconds(999))
        // It is still there: an answer shows that the loop has turned since.
        for number in 3...4 { #expect(try laggard.ask(.status, number: UInt64(number)) != nil) }
        #expect(!FileManager.default.fileExists(atPath: agent.endpoint.folder))
    }

    @Test("an erase answers, ends the agent, and leaves no device")
    func erase() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let key = try makeKey(service)
        try service.erase()
        #expect(key.key.isWiped)
        agent.waitForEnd()
        #expect(throws: ProtectionError(.deviceErased, "")) { try agent.holder.boot() }
    }

    @Test("losing the agent wipes every key and says so")
    func lostAgent() throws {
        let fake = try FakeAgent { conversation in
            let unwrap = try conversation.receive(.unwrap)
            try conversation.giveKey(for: unwrap.request, epoch: 1)
            _ = try conversation.receive(.lock)
        }
        let service = try fake.connect()
        let log = NoticeLog()
        let observation = service.observe { log.note($0) }
        let wrapped = WrappedKey(protection: .none, bytes: [1])
        let key = try service.unwrap([UnwrapRequest(wrapped, fileID: file)])[0].get()
        let volume = try service.volumeKeys()
        #expect(key.isWiped == false)
        // The answer to this one is the end of the connection.
        #expect(throws: ProtectionError(.agentUnreachable, "")) {
            try service.lock(skippingGrace: true)
        }
        observation.cancel()
        #expect(key.isWiped)
        #expect(volume.isWiped)
        #expect(log.heard == ["will-end", "did-end"])
        #expect(throws: ProtectionError(.agentUnreachable, "")) { try service.volumeKeys() }
        #expect(throws: ProtectionError(.agentUnreachable, "")) {
            try service.lock(skippingGrace: true)
        }
    }

    @Test("giving up the connection wipes its keys and leaves the agent to others")
    func lettingGo() throws {
        let agent = try RunningAgent()
        var service: AgentKeyService? = try agent.connectUnlocked()
        let key = try makeKey(try #require(service))
        service = nil
        #expect(key.key.isWiped)
        #expect(try agent.connect().status().state == .unlocked)
    }

    @Test("a second agent for a socket that answers is refused")
    func secondAgent() throws {
        let agent = try RunningAgent()
        #expect(throws: ProtectionError(.busy, "")) {
            try AgentServer(
                agent.holder,
                at: agent.endpoint,
                on: PosixFileSystem(),
                timer: nil,
                signals: nil,
                allowedUser: UserID.current,
                elapsed: { .zero },
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
            )
        }
        #expect(try agent.connect().status().state == .beforeFirstUnlock)
    }

    private func connect(_ path: String) throws -> AgentKeyService {
        try AgentKeyService.connect(
            socketPath: path,
            directory: FakeAgent.directory,
            arena: SecureArena(),
            random: SystemRandomSource(),
            process: "test",
            elapsed: SystemTime.sinceBoot
        )
    }
}
