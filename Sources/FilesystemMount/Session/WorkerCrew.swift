import Synchronization
import SystemIO
import SystemPackage

/// The threads that serve a mount: as many at work as it was made for, and another for each that
/// waits inside a request, since the requests it waits for, or that interrupt it, need somebody.
final class WorkerCrew: Sendable {
    /// A thread, and what interrupts its request.
    private struct Member: Sendable {
        let thread: SystemThread
        let interruption: Interruption
    }

    private struct State {
        var members: [Int: Member] = [:]
        var nextNumber = 0
        var waitingCount = 0
    }

    /// How many requests may wait at once; each holds a thread.
    static let waitingLimit = 512

    private let size: Int
    private let state = Mutex(State())
    /// How many threads are to go, which nobody needs any more.
    private let surplus = Atomic<Int>(0)
    private let ending = Atomic<Bool>(false)
    /// Signalled, and never cleared, when the last thread has left.
    private let ended: WakeUp
    private let work = Mutex<(@Sendable (Int, Interruption) -> Void)?>(nil)

    /// A crew of `size` without anybody yet.
    ///
    /// - Throws: ``SystemError`` when there are too many open files.
    init(size: Int) throws(SystemError) {
        self.size = max(1, size)
        ended = try WakeUp()
    }

    /// Starts the threads, each of which runs `work` and then calls ``leave(_:)``.
    ///
    /// - Throws: ``SystemError`` when not even one can be started.
    func start(_ work: @escaping @Sendable (Int, Interruption) -> Void) throws(SystemError) {
        self.work.withLock { $0 = work }
        try hire()
        for _ in 1..<size {
            // With fewer, it is slower and no less right.
            do { try hire() } catch { return }
        }
    }

    private func hire() throws(SystemError) {
        let interruption = try Interruption()
        guard let work = work.withLock({ $0 }) else { return }
        try state.withLock { (state) throws(SystemError) in
            guard !isEnding else { return }
            let number = state.nextNumber
            // It waits for this lock before it looks for itself.
            let thread = try SystemThread { work(number, interruption) }
            state.nextNumber += 1
            state.members[number] = Member(thread: thread, interruption: interruption)
        }
    }

    /// The request at hand is to wait, so another thread takes over.
    ///
    /// - Throws: `EAGAIN` when too many wait already.
    func beginWaiting() throws(Errno) {
        let isShort = try state.withLock { (state) throws(Errno) in
            guard state.waitingCount < Self.waitingLimit else {
                throw .resourceTemporarilyUnavailable
            }
            state.waitingCount += 1
            return state.members.count - state.waitingCount < size
        }
        guard isShort else { return }
        do { try hire() } catch {
            state.withLock { $0.waitingCount -= 1 }
            throw .resourceTemporarilyUnavailable
        }
    }

    /// The request goes on.
    func endWaiting() {
        state.withLock { state in
            state.waitingCount -= 1
            recount(state)
        }
    }

    private func recount(_ state: borrowing State) {
        let active = state.members.count - state.waitingCount
        surplus.store(max(0, active - size), ordering: .relaxed)
    }

    /// Whether a thread that has no request is to go, and not to take another.
    func dismisses(_ number: Int) -> Bool {
        guard surplus.load(ordering: .relaxed) > 0 else { return false }
        return state.withLock { state in
            guard state.members.count - state.waitingCount > size else { return false }
            state.members.removeValue(forKey: number)?.thread.finish()
            recount(state)
            return true
        }
    }

    /// Whether the crew is to end.
    var isEnding: Bool { ending.load(ordering: .sequentiallyConsistent) }

    /// Interrupts a request; false when nobody has it.
    func interrupt(_ unique: UInt64) -> Bool {
        state.withLock { state in
            state.members.values.contains { $0.interruption.interrupt(unique) }
        }
    }

    /// A thread leaves for good, unless ``dismisses(_:)`` let it go before; the last one, and only
    /// that, calls `closing` before anybody hears that the crew has ended.
    func leave(_ number: Int, _ closing: () -> Void) {
        let isLast = state.withLock { state in
            guard let member = state.members.removeValue(forKey: number) else { return false }
            member.thread.finish()
            return state.members.isEmpty
        }
        guard isLast else { return }
        work.withLock { $0 = nil }
        closing()
        ended.signal()
    }

    /// Waits until the last thread has left.
    func waitUntilEnd() {
        while !hasEnded(within: nil) {}
    }

    private func hasEnded(within timeout: Duration?) -> Bool {
        var entries = [Poll.Entry(ended.descriptor)]
        do { try Poll.wait(&entries, timeout: timeout) } catch { return false }
        return entries[0].hasInput
    }

    /// Lets nobody start another request, and wakes who waits inside one.
    func beginEnding() {
        state.withLock { state in
            ending.store(true, ordering: .sequentiallyConsistent)
            for member in state.members.values {
                member.interruption.end()
                member.thread.interrupt()
            }
        }
    }

    /// Ends the crew, once the requests at hand are answered.
    ///
    /// Not to be called on a thread of the crew.
    func end() {
        beginEnding()
        repeat {
            // A thread that had not begun to read yet does not notice, hence again and again.
            state.withLock { state in
                for member in state.members.values { member.thread.interrupt() }
            }
        } while !hasEnded(within: .milliseconds(5))
    }
}
