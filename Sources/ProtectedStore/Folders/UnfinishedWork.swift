import Synchronization
import SystemIO

/// What a store is making and has no name yet, so that a program which is told to end can take it
/// away.
final class UnfinishedWork: Sendable {
    /// How to take each away, by the name of its temporary.
    typealias Undoing = [String: @Sendable () -> Void]

    private struct State {
        var undoing: Undoing = [:]
        var isEnding = false
    }

    private let state = Mutex(State())

    /// Makes something together with the note of it, or takes the note back.
    ///
    /// Does not return once the program ends: what the end undid must not be reported as a failure.
    func change<Result: ~Copyable & Sendable>(
        _ body: (inout Undoing) throws -> Result
    ) throws -> Result {
        try state.withLock { state in
            while state.isEnding { SystemTime.sleep(.seconds(1)) }
            return try body(&state.undoing)
        }
    }

    /// Takes note that a temporary has its name now, or is gone.
    func settle(_ temporary: String) {
        try? change { $0[temporary] = nil }
    }

    /// Takes everything away, and lets no change go on.
    func end() {
        state.withLock { state in
            state.isEnding = true
            for undo in state.undoing.values { undo() }
        }
    }
}
