import Foundation
import KeyAgent
import KeyManagement
import Logging
import ProtectionModel
import SimulatedDisk
import SystemIO
import Testing

@Suite("The agent is found again where its socket was taken away", .timeLimit(.minutes(30)))
struct AgentListenerTests {
    private typealias Disturbance = @Sendable (AgentSocket) throws -> Void

    private static let disturbances: [String: Disturbance] = [
        "removed": { try FileManager.default.removeItem(atPath: $0.path) },
        "removed with its folder": { try FileManager.default.removeItem(atPath: $0.folder) },
        "moved with its folder": {
            try FileManager.default.moveItem(atPath: $0.folder, toPath: $0.folder + ".moved")
        },
        "replaced by a file": {
            try Data().write(to: URL(filePath: $0.path + ".x"))
            try rename($0.path + ".x", $0.path)
        },
        "replaced by a folder": {
            try FileManager.default.removeItem(atPath: $0.path)
            try FileManager.default.createDirectory(
                atPath: $0.path,
                withIntermediateDirectories: false
            )
        },
        "replaced by a socket where nobody listens": {
            _ = try StreamSocket.listening(at: $0.path + ".x")
            try rename($0.path + ".x", $0.path)
        },
    ]

    private static func rename(_ old: String, _ new: String) throws {
        guard Foundation.rename(old, new) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Returns when the agent answers at its place; nothing but the suite's limit ends a wait in
    /// vain.
    private func waitUntilFound(_ agent: RunningAgent) throws -> AgentControl {
        while true {
            if let control = try? agent.control(), (try? control.status()) != nil { return control }
            agent.losePatience(.milliseconds(100))
            SystemTime.sleep(.milliseconds(1))
        }
    }

    @Test("and those that are connected stay so", arguments: disturbances.keys.sorted())
    func restored(how: String) throws {
        let disturb = try #require(Self.disturbances[how])
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        // Twice, since the new folder and the new socket are watched as the first ones were.
        for _ in 0..<2 {
            try disturb(agent.endpoint)
            _ = try waitUntilFound(agent).lock(skippingGrace: true)
            #expect(try service.status().state == .locked)
            try service.unlock(try .published(RunningAgent.passcode, service.arena))
            try? FileManager.default.removeItem(atPath: agent.endpoint.folder + ".moved")
        }
        try service.shutDown()
        agent.waitForEnd()
        #expect(!FileManager.default.fileExists(atPath: agent.endpoint.path))
    }

    @Test("and what cannot be mended yet is tried again")
    func refused() throws {
        let log = RecordedLog(.debug)
        let agent = try RunningAgent(logger: log.logger)
        let folder = agent.endpoint.folder
        try FileManager.default.moveItem(atPath: folder, toPath: folder + ".moved")
        try Data().write(to: URL(filePath: folder))
        log.wait(for: "socket could not be restored") { agent.losePatience(.milliseconds(100)) }
        try FileManager.default.removeItem(atPath: folder)
        _ = try waitUntilFound(agent)
        // The folder that was moved away is nobody's business any more.
        #expect(FileManager.default.fileExists(atPath: folder + ".moved"))
    }

    @Test("and where the machine has no watch, the agent looks from time to time")
    func withoutWatch() throws {
        var limits = AgentLimits()
        limits.directoryCheck = .milliseconds(10)
        let agent = try RunningAgent(
            limits: limits,
            fileSystem: FaultInjectingFileSystem(
                PosixFileSystem(),
                FaultPlan(hasWatches: false)
            )
        )
        try FileManager.default.removeItem(atPath: agent.endpoint.path)
        _ = try waitUntilFound(agent)
    }

    @Test("and a stranger to the folder leaves the socket what it is")
    func untouched() throws {
        let log = RecordedLog(.debug)
        let agent = try RunningAgent(logger: log.logger)
        let other = agent.endpoint.folder + "/other"
        let fileSystem = PosixFileSystem()
        let folder = try OwnedFile(agent.endpoint.folder, in: nil, .directory, on: fileSystem)
        let before = try fileSystem.status(of: agent.endpoint.name, in: folder.descriptor)
        for _ in 0..<10 {
            try Data().write(to: URL(filePath: other))
            try FileManager.default.removeItem(atPath: other)
            agent.losePatience(.milliseconds(100))
            _ = try agent.control().status()
        }
        let after = try fileSystem.status(of: agent.endpoint.name, in: folder.descriptor)
        #expect(after.identity == before.identity)
        #expect(!log.lines.contains { $0.contains("removed or replaced") })
    }
}
