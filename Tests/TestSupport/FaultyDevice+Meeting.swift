import Synchronization
package import SystemIO

extension FaultyDevice {
    /// Runs `body`, with `other` before the n-th call of one sort that it makes.
    package func run(
        _ nth: Int,
        _ sort: SystemCall,
        _ other: @escaping @Sendable () -> Void,
        _ body: () throws -> Void
    ) rethrows {
        let count = Mutex(0)
        let plan = FaultPlan { _, call in
            guard call == sort else { return }
            let isIt = count.withLock { count in
                defer { count += 1 }
                return count == nth
            }
            if isIt { other() }
        }
        try run(plan, body)
    }
}
