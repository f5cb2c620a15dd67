import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO
import Testing

@Suite("Programs at locks and unlocks", .timeLimit(.minutes(30)))
struct EventProgramsTests {
    private static let environment = ["PATH": "/usr/bin:/bin"]

    private static func programs(
        _ commands: [EventPrograms.Occasion: String],
        limit: Duration = .seconds(60),
        clock: ManualClock = ManualClock(),
        log: RecordedLog = RecordedLog()
    ) throws -> EventPrograms {
        try EventPrograms(
            commands,
            environment: environment,
            limit: limit,
            elapsed: { clock.now() },
            logger: log.logger
        ) { event in Array("\(event.kind.rawValue) \(event.at.seconds)\n".utf8) }
    }

    private static func event(_ kind: DeviceEvent.Kind, _ second: Int64 = 0) -> LockNotice {
        .event(DeviceEvent(kind, state: .locked, at: Timestamp(seconds: second)))
    }

    private static func lines(of path: String) -> [String] {
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    /// Waits until a file has so many lines.
    private static func wait(for count: Int, in path: String) -> [String] {
        while lines(of: path).count < count { SystemTime.sleep(.milliseconds(1)) }
        return lines(of: path)
    }

    @Test("are given the event, each its own, and no other")
    func input() throws {
        let folder = try TemporaryFolder()
        let out = folder.path + "/out"
        let programs = try Self.programs([
            .lock: "sed 's/^/lock /' >> \(out)", .unlock: "sed 's/^/unlock /' >> \(out)",
        ])
        programs.note(Self.event(.becameUnavailable))
        programs.note(.didDiscard([.complete]))
        programs.note(Self.event(.willBecomeUnavailable))
        _ = Self.wait(for: 1, in: out)
        programs.note(Self.event(.didBecomeAvailable))
        #expect(
            Self.wait(for: 2, in: out) == [
                "lock will-become-unavailable 0", "unlock did-become-available 0",
            ]
        )
    }

    @Test("run one at a time, and of what comes meanwhile the last of each kind in order")
    func coalescing() throws {
        let folder = try TemporaryFolder()
        let (out, gate) = (folder.path + "/out", folder.path + "/gate")
        let command = "cat >> \(out); until test -e \(gate); do :; done"
        let programs = try Self.programs([.lock: command, .unlock: "cat >> \(out)"])
        programs.note(Self.event(.willBecomeUnavailable, 1))
        _ = Self.wait(for: 1, in: out)
        for second in 2...9 {
            let isLock = second % 2 == 0
            programs.note(
                Self.event(isLock ? .willBecomeUnavailable : .didBecomeAvailable, Int64(second))
            )
        }
        #expect(Self.lines(of: out).count == 1)
        try Data().write(to: URL(filePath: gate))
        #expect(
            Self.wait(for: 3, in: out) == [
                "will-become-unavailable 1", "will-become-unavailable 8", "did-become-available 9",
            ]
        )
    }

    @Test("are killed with their children when they take too long, and the next one runs")
    func limit() throws {
        let folder = try TemporaryFolder()
        let log = RecordedLog()
        let clock = ManualClock()
        let programs = try Self.programs(
            [.lock: "sleep 1000 & echo $! >> \(folder.path)/child; wait", .unlock: "exit 3"],
            // How often the clock is looked at, too.
            limit: .milliseconds(10),
            clock: clock,
            log: log
        )
        programs.note(Self.event(.willBecomeUnavailable))
        programs.note(Self.event(.didBecomeAvailable))
        let child = try #require(
            Self.wait(for: 1, in: folder.path + "/child").first.flatMap(Int32.init)
        )
        clock.advance(by: .milliseconds(10))
        log.wait(for: "was ended")
        log.wait(for: "\"status\": 3")
        // The group was killed; its orphan is reaped by whoever takes it.
        while kill(child, 0) == 0, Self.state(of: child) != "Z" {
            SystemTime.sleep(.milliseconds(1))
        }
    }

    private static func state(of process: Int32) -> Substring? {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.split(separator: ") ").last?.prefix(1)
    }

    @Test("hold no lock up: the device is locked while one of them still runs")
    func duringLock() throws {
        let folder = try TemporaryFolder()
        let out = folder.path + "/out"
        let agent = try RunningAgent()
        let programs = try Self.programs([.lock: "cat >> \(out); sleep 1000"])
        let observation = agent.holder.observe { programs.note($0) }
        defer { observation.cancel() }
        let service = try agent.connectUnlocked()
        try service.lock(skippingGrace: true)
        #expect(try service.status().state == .locked)
        #expect(Self.wait(for: 1, in: out) == ["will-become-unavailable 1000"])
    }
}
