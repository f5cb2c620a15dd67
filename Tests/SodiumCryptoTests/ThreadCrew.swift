import Dispatch
import Foundation

/// Real threads: tasks would share as many threads as the machine has cores, and a spinning wipe
/// could then wait for a borrower that never gets to run.
enum ThreadCrew {
    /// Runs `work` once on each of `count` threads.
    ///
    /// - Returns: false when they have not all ended after a minute, which means a deadlock.
    static func run(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) -> Bool {
        let group = DispatchGroup()
        for member in 0..<count {
            group.enter()
            Thread {
                work(member)
                group.leave()
            }.start()
        }
        return group.wait(timeout: .now() + .seconds(60)) == .success
    }
}
