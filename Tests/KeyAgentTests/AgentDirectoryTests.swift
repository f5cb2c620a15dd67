import Foundation
import KeyAgent
import KeyManagement
import Logging
import ProtectionModel
import SystemIO
import Testing

@Suite("The agent and its device directory", .timeLimit(.minutes(30)))
struct AgentDirectoryTests {
    private func directory(of agent: RunningAgent) throws -> DeviceDirectory {
        try DeviceDirectory(agent.folder.path + "/device", on: PosixFileSystem())
    }

    @Test("whoever means another directory's agent is refused, and what it asks is not done")
    func another() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let other = FileIdentity(device: 1, inode: 3)
        #expect(throws: ProtectionError(.agentUnreachable, "")) { try agent.connect(to: other) }
        let control = try agent.control(to: other)
        #expect(throws: ProtectionError(.agentUnreachable, "")) {
            try control.lock(skippingGrace: true)
        }
        // In one piece, so that the lock is there when the hello is refused.
        let raw = try RawClient(agent.endpoint.path)
        let hello = AgentRequest.hello(
            features: HelloReply.withoutKeys,
            directory: other,
            process: "x"
        )
        let right = try RawClient.hello(agent.endpoint.path, features: HelloReply.withoutKeys)
        let lock = AgentRequest.lock(skippingGrace: true)
        try raw.send(
            [hello, lock, right, lock].enumerated().map { number, request in
                Frame(request.type, request: UInt64(number + 1), body: request.body)
            }
        )
        let refusal = raw.receive()
        #expect(refusal?.request == 1)
        #expect(RawClient.error(refusal)?.code == .agentUnreachable)
        #expect(raw.receive() == nil)
        #expect(try service.status().state == .unlocked)
    }

    @Test("the holder file says where the agent listens, as long as it lives")
    func published() throws {
        let agent = try RunningAgent()
        let directory = try directory(of: agent)
        #expect(try socket(in: directory) == agent.endpoint.path)
        // A look takes nothing.
        #expect(throws: ProtectionError(.busy, "")) { _ = try directory.claim() }
        agent.server.stop()
        agent.waitForEnd()
        // The keys are held still, by an object of this test, but nobody answers.
        #expect(try directory.currentHolder() != .nobody)
        #expect(try socket(in: directory) == nil)
    }

    private func socket(in directory: DeviceDirectory) throws -> String? {
        guard case .someone(let holder) = try directory.currentHolder() else { return nil }
        return holder.socket
    }

    @Test(
        "a holder file that was removed or replaced is there again soon",
        arguments: [nil, "1 planted\n/nowhere.sock\n"]
    )
    func unpublished(planted: String?) throws {
        let agent = try RunningAgent()
        let directory = try directory(of: agent)
        let name = agent.folder.path + "/device/.holder"
        if let planted {
            try Data(planted.utf8).write(to: URL(filePath: name + ".x"))
            try FileManager.default.removeItem(atPath: name)
            try FileManager.default.moveItem(atPath: name + ".x", toPath: name)
        } else {
            try FileManager.default.removeItem(atPath: name)
        }
        // The watch tells the agent; nothing but the limit of the test ends a wait in vain.
        while try socket(in: directory) != agent.endpoint.path {
            agent.losePatience(.seconds(1))
            SystemTime.sleep(.milliseconds(1))
        }
        #expect(throws: ProtectionError(.busy, "")) { _ = try directory.claim() }
    }

    @Test("a removed directory wipes the keys at the next request")
    func removed() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let file = FileID([UInt8](repeating: 3, count: 16))
        let requests = [NewKeyRequest(fileID: file, protection: .complete)]
        let key = try #require(try service.makeKeys(requests).first)
        try FileManager.default.removeItem(atPath: agent.folder.path + "/device")
        #expect(throws: ProtectionError(.deviceOff, "")) { try service.makeKeys(requests) }
        // On the thread for notices; nothing but the limit of the test ends a wait in vain.
        while !key.key.isWiped { SystemTime.sleep(.milliseconds(1)) }
        agent.waitForEnd()
        #expect(try agent.holder.status().state == .off)
        #expect(FileManager.default.fileExists(atPath: agent.endpoint.path) == false)
    }

    @Test("a directory that is being removed gets no holder file again")
    func beingRemoved() throws {
        let log = RecordedLog(.debug)
        let agent = try RunningAgent(logger: log.logger)
        let service = try agent.connect()
        let device = agent.folder.path + "/device/"
        try FileManager.default.removeItem(atPath: device + ".holder")
        log.wait(for: "was removed or replaced")
        // Not at once: whoever removes everything is about to remove the folder.
        agent.losePatience(.milliseconds(4_999))
        for _ in 0..<2 { _ = try service.status() }
        #expect(!FileManager.default.fileExists(atPath: device + ".holder"))
        try FileManager.default.removeItem(atPath: device + Keybag.fileName)
        agent.losePatience(.seconds(10))
        for _ in 0..<2 { _ = try service.status() }
        #expect(!FileManager.default.fileExists(atPath: device + ".holder"))
    }

    @Test("a holder file that could not be made again is tried anew")
    func refusedRecord() throws {
        let log = RecordedLog(.debug)
        let agent = try RunningAgent(logger: log.logger)
        let directory = try directory(of: agent)
        let name = agent.folder.path + "/device/.holder"
        try FileManager.default.removeItem(atPath: name)
        // A folder with something in it cannot be cleared away, and no watch tells that it can
        // again.
        try FileManager.default.createDirectory(
            atPath: name + "/x",
            withIntermediateDirectories: true
        )
        log.wait(for: "could not be restored") { agent.losePatience(.seconds(5)) }
        try FileManager.default.removeItem(atPath: name + "/x")
        while try socket(in: directory) != agent.endpoint.path {
            agent.losePatience(.seconds(5))
            SystemTime.sleep(.milliseconds(1))
        }
    }

    @Test("an idle agent looks by itself whether its directory is there")
    func idle() throws {
        var limits = AgentLimits()
        #expect(limits.directoryCheck == .seconds(60))
        limits.directoryCheck = .milliseconds(1)
        let agent = try RunningAgent(limits: limits)
        try FileManager.default.removeItem(atPath: agent.folder.path + "/device")
        agent.waitForEnd()
        #expect(try agent.holder.status().state == .off)
    }

    @Test("a directory that lost its keybag can be locked and switched off")
    func keybag() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        try FileManager.default.removeItem(
            atPath: agent.folder.path + "/device/" + Keybag.fileName
        )
        try service.lock(skippingGrace: true)
        #expect(try service.status().state == .locked)
        try service.shutDown()
        agent.waitForEnd()
        #expect(try agent.holder.status().state == .off)
    }
}
