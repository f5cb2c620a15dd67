#if TPM
import CTSS
import Dispatch
import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// A conversation with a chip on a thread of its own, for which its caller waits so long and no
/// longer.
///
/// tpm2-tss 3.2 waits for an answer as long as that takes: its ways to a chip take no timeout,
/// unless it was built for that, and lend no descriptor to wait at. So a thread that waits in vain
/// is left behind, with what it holds; there is one for each address at most, since nothing more is
/// asked there before it has ended.
final class PatientCall: Sendable {
    private struct State {
        var isOver = false
        var isGivenUp = false
    }

    /// The addresses at which a thread was left behind.
    private static let silent = Mutex<Set<String>>([])

    private let address: String
    private let state = Mutex(State())
    private let end = DispatchSemaphore(value: 0)

    private init(_ address: String) { self.address = address }

    /// Runs `work` with a chip's patience.
    ///
    /// - Throws: `ProtectionError` with `io-error`, and ``TPMRefusal/silent`` for its cause, when
    ///   it takes too long; what `work` throws.
    static func run<Result: Sendable>(
        at address: String,
        waiting patience: Duration,
        _ work: @escaping @Sendable (PatientCall) throws -> Result
    ) throws -> Result {
        guard !silent.withLock({ $0.contains(address) }) else {
            throw TPMRefusal.silent.error(of: address)
        }
        let call = PatientCall(address)
        let box = Outcome<Result>()
        do {
            try SystemThread.detach {
                _ = shim_survive_broken_pipes()
                box.put(Swift.Result { try work(call) })
                call.finish()
            }
        } catch { throw ProtectionError(error, "the TPM '\(address)'") }
        guard call.wait(patience), let result = box.take() else {
            throw TPMRefusal.silent.error(of: address)
        }
        return try result.get()
    }

    /// Does what must not happen once the caller has given up.
    ///
    /// - Throws: what `body` throws; `ProtectionError` with `io-error` when it is too late.
    func whileWaitedFor(_ body: () throws -> Void) throws {
        try state.withLock { state in
            guard !state.isGivenUp else { throw TPMRefusal.silent.error(of: address) }
            try body()
        }
    }

    /// Whether it ended in time.
    private func wait(_ patience: Duration) -> Bool {
        let (seconds, attoseconds) = patience.components
        let interval = DispatchTimeInterval.nanoseconds(
            Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        )
        _ = end.wait(timeout: .now() + interval)
        return state.withLock { state in
            guard !state.isOver else { return true }
            state.isGivenUp = true
            Self.silent.withLock { _ = $0.insert(address) }
            return false
        }
    }

    private func finish() {
        state.withLock { state in
            state.isOver = true
            if state.isGivenUp { Self.silent.withLock { _ = $0.remove(address) } }
        }
        end.signal()
    }

    /// What a thread hands over.
    private final class Outcome<Result: Sendable>: Sendable {
        private let result = Mutex<Swift.Result<Result, any Error>?>(nil)

        func put(_ new: Swift.Result<Result, any Error>) { result.withLock { $0 = new } }

        func take() -> Swift.Result<Result, any Error>? {
            result.withLock { result in
                defer { result = nil }
                return result
            }
        }
    }
}
#endif
