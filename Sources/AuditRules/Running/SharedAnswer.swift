import Synchronization

/// What several rules ask and one of them finds out: the first that does, while others wait.
final class SharedAnswer<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)
    private let find: @Sendable () -> Answer

    /// An answer that `find` gives when somebody asks.
    init(_ find: @escaping @Sendable () -> Answer) { self.find = find }

    /// The answer.
    var value: Answer {
        answer.withLock { answer in
            if let answer { return answer }
            let found = find()
            answer = found
            return found
        }
    }
}
