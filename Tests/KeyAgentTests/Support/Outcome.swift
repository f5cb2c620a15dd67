import Dispatch
import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// What a blocking call led to on a thread of its own.
final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let arrival = DispatchSemaphore(value: 0)
    private let thread: Mutex<SystemThread?> = Mutex(nil)

    init(_ body: @escaping @Sendable () throws -> Value) throws {
        let started = try SystemThread { [self] in
            let value = Result { try body() }
            result.withLock { $0 = value }
            arrival.signal()
        }
        thread.withLock { $0 = started }
    }

    var isRunning: Bool { result.withLock { $0 == nil } }

    /// Waits for the call to return.
    func get() throws -> Value {
        arrival.wait()
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.finish()
        guard let value = result.withLock({ $0 }) else {
            throw ProtectionError(.internalError, "no outcome")
        }
        return try value.get()
    }
}
