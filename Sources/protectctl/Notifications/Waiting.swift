import Dispatch
import Synchronization

/// Work in tasks, for which the tool's only thread waits.
enum Waiting {
    /// What `body` returns.
    static func `for`<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) throws -> Result {
        let isOver = DispatchSemaphore(value: 0)
        let outcome = Mutex<Swift.Result<Result, any Error>>(.failure(CancellationError()))
        Task.detached {
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
            isOver.signal()
        }
        isOver.wait()
        return try outcome.withLock { $0 }.get()
    }
}
