import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import SystemIO
import Testing

@Suite("The agent and its device directory")
struct AgentDirectoryTests {
    private func directory(of agent: RunningAgent) throws -> DeviceDirectory {
        try DeviceDirectory(agent.folder.path + "/device", on: PosixFileSystem())
    }

    @Test("a client never talks to the agent of another directory")
    func another() throws {
        let fake = try FakeAgent { conversation in while true { _ = try conversation.receive() } }
        #expect(throws: KeyError(.agentUnreachable, "")) {
            try fake.connect(to: FileIdentity(device: 1, inode: 3))
        }
        let right = try FakeAgent { _ in }
        #expect(try right.connect().deviceID == DeviceID(bytes: Array(1...16)))
    }

    @Test("the holder file says where the agent listens, as long as it lives")
    func published() throws {
        let agent = try RunningAgent()
        let directory = try directory(of: agent)
        #expect(try directory.currentHolder() == .someone(socket: agent.endpoint.path))
        // A look takes nothing.
        #expect(throws: KeyError(.busy, "")) { _ = try directory.claim() }
        agent.server.stop()
        agent.waitForEnd()
        // The keys are held still, by an object of this test, but nobody answers.
        #expect(try directory.currentHolder() == .someone(socket: nil))
    }

    @Test("a removed directory wipes the keys at the next request")
    func removed() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let file = FileID([UInt8](repeating: 3, count: 16))
        let requests = [NewKeyRequest(fileID: file, protection: .complete)]
        let key = try #require(try service.makeKeys(requests).first)
        try FileManager.default.removeItem(atPath: agent.folder.path + "/device")
        #expect(throws: KeyError(.deviceOff, "")) { try service.makeKeys(requests) }
        #expect(key.key.isWiped)
        agent.waitForEnd()
        #expect(try agent.holder.status().state == .off)
        #expect(FileManager.default.fileExists(atPath: agent.endpoint.path) == false)
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
