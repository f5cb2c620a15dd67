import Synchronization

/// Which of many pieces of work is next, and the result of each.
final class WorkQueue<Result: Sendable>: Sendable {
    private struct State {
        var next = 0
        var done = 0
        var results: [Result?]
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(results: Array(repeating: nil, count: count)))
    }

    /// The index of the next piece; `nil` when all are taken.
    func take() -> Int? {
        state.withLock { state in
            guard state.next < state.results.count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    /// Notes the result of a piece, and says how many are done.
    func finish(_ index: Int, _ result: Result) -> Int {
        state.withLock { state in
            state.results[index] = result
            state.done += 1
            return state.done
        }
    }

    /// The results of all pieces, in their order.
    var results: [Result] {
        state.withLock { $0.results.compactMap(\.self) }
    }
}
