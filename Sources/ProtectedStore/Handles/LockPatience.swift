/// How long to wait for another process's lock on a file or folder.
package struct LockPatience: Sendable {
    /// The whole wait, after which the answer is `busy`.
    package let limit: Duration
    /// How a wait is spent; a test or simulation spends none.
    package let pause: @Sendable (Duration) -> Void

    /// Waits up to `limit` by calling `pause`.
    package init(limit: Duration, pause: @escaping @Sendable (Duration) -> Void) {
        self.limit = limit
        self.pause = pause
    }

    /// Never waits.
    package static let none = LockPatience(limit: .zero) { _ in }

    /// Tries until it succeeds or the patience ends; pauses grow from 1 ms to 50 ms.
    func wait<Failure: Error>(
        until attempt: () throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        var waited: Duration = .zero
        var step: Duration = .milliseconds(1)
        while try !attempt() {
            guard waited < limit else { return false }
            pause(step)
            waited += step
            step = min(step * 2, .milliseconds(50))
        }
        return true
    }
}
