import Foundation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("power loss: crash states")
struct CrashTests {
    /// Crash states a moment; `make crash` looks at more.
    static let limit: Int = {
        let environment = ProcessInfo.processInfo.environment
        if let count = environment["PROTECTION_TOOLKIT_CRASH_STATES"].flatMap({ Int($0) }) {
            return count
        }
        return isExhaustive ? 400 : 3
    }()

    @Test(
        "whatever a power loss leaves is old or new, clean, sealed and stays so",
        arguments: CrashScenario.all
    )
    func survives(_ scenario: CrashScenario) throws {
        let recording = try CrashRecording(scenario)
        for (index, step) in scenario.steps.enumerated() {
            let changes = recording.pictures[index] != recording.pictures[index + 1]
            let guesses = recording.failures[index] != recording.failures[index + 1]
            // A step that changes nothing would prove nothing.
            let isVisible = step.promise == .durable || step.promise == .volatile
            #expect((changes || guesses) == isVisible, "step \(index)")
        }
        var explorer = CrashExplorer(limit: Self.limit)
        try explorer.explore(recording)
        CrashFigures.shared.note(scenario.name, explorer)
        #expect(
            explorer.violations.isEmpty,
            "\(explorer.violations.count): \(explorer.violations.prefix(8).joined(separator: "\n"))"
        )
    }

    @Test(
        "the same tests notice a disk on which syncs do nothing",
        arguments: CrashScenario.all.filter(\.hasControl)
    )
    func control(_ scenario: CrashScenario) throws {
        let recording = try CrashRecording(scenario, .syncIsNoOp)
        let promised = scenario.steps.indices.filter {
            [.durable, .sync].contains(scenario.steps[$0].promise)
        }
        #expect(!promised.isEmpty)
        let noticed = CrashExplorer.stepsThatLose(in: recording)
        #expect(noticed.isSuperset(of: promised))
        CrashFigures.shared.noteControl(scenario.name, noticed.count, of: promised.count)
    }
}
