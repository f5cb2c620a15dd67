import ProtectionModel
import SimulatedDisk
import SystemIO
import Testing

/// Pulls the plug before each call of a scenario, in all the ways that matter.
struct CrashExplorer {
    /// Crash states a moment; all of them where there are fewer.
    let limit: Int
    private(set) var moments = 0
    private(set) var states = 0
    private(set) var violations: [String] = []
    private var scan = DiskScan()
    private var seen: Set<Found> = []

    /// A state, and what decides whether it is right.
    private struct Found: Hashable {
        let image: Int
        let allowed: ClosedRange<Int>
        let hasReturned: Bool
    }

    init(limit: Int) {
        self.limit = limit
    }

    /// Recovers from every state of every moment, from equal ones once.
    mutating func explore(_ recording: CrashRecording) throws {
        scan.look(for: recording.keys)
        for (index, moment) in recording.moments.enumerated() {
            moments += 1
            let expectation = recording.expectation(moment)
            let choices = moment.disk.enumerateCrashStates(
                limit: limit,
                seed: UInt64(index) &* 0x9E37_79B9_7F4A_7C15
            )
            for choice in chosen(of: choices, at: index) {
                let disk = moment.disk.crash(choice)
                let found = Found(
                    image: try DiskScan.image(of: disk),
                    allowed: moment.allowed,
                    hasReturned: moment.returned != nil
                )
                // Until something is synced, what loses most leaves the same of every moment.
                guard seen.insert(found).inserted else { continue }
                states += 1
                note(expectation.violations(on: disk), at: index, choice)
            }
            note(try scan.hits(on: moment.disk).map { "in clear: \($0)" }, at: index, .keepAll)
        }
    }

    /// Loses everything that is not durable when a step has returned; the steps that were noticed.
    static func stepsThatLose(in recording: CrashRecording) -> Set<Int> {
        Set(
            recording.moments.compactMap { moment in
                guard let step = moment.returned else { return nil }
                let expectation = recording.expectation(moment)
                return expectation.violations(on: moment.disk.crash(.dropAll)).isEmpty ? nil : step
            }
        )
    }

    /// As many as are to be tried; of three, everything lost, everything kept, and another one of the
    /// others at each moment.
    private func chosen(of choices: [PowerLossChoice], at moment: Int) -> [PowerLossChoice] {
        let others = choices.dropFirst(2)
        guard limit < 4, !others.isEmpty else { return Array(choices.prefix(limit)) }
        return choices.prefix(2) + [others[2 + moment % others.count]]
    }

    private mutating func note(_ found: [String], at moment: Int, _ choice: PowerLossChoice) {
        violations += found.map { "before change \(moment), \(choice): \($0)" }
    }
}
