import Foundation
import SimulatedDisk
import Synchronization

/// Tells on request how much was explored: set PROTECTION_TOOLKIT_CRASH_STATES.
final class CrashFigures: Sendable {
    static let shared = CrashFigures()

    private let totals = Mutex((operations: 0, moments: 0, states: 0, controls: 0))
    private let isAsked =
        ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_CRASH_STATES"] != nil

    func note(_ name: String, _ explorer: CrashExplorer) {
        let totals = totals.withLock { totals in
            totals.operations += 1
            totals.moments += explorer.moments
            totals.states += explorer.states
            return totals
        }
        tell(
            "\(name): \(explorer.moments) moments, \(explorer.states) states, "
                + "\(explorer.violations.count) violations; so far \(totals)"
        )
    }

    func noteControl(_ name: String, _ noticed: Int, of promised: Int) {
        totals.withLock { $0.controls += noticed }
        tell("\(name): control noticed \(noticed) of \(promised) lost promises")
    }

    private func tell(_ text: String) {
        if isAsked { print("crash: " + text) }
    }
}
