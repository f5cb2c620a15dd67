import Synchronization
package import SystemIO

/// Makes grace, auto-lock and the other deadlines of a ``KeyHolder`` take effect on time where no
/// agent does that; ends with the object.
package final class DeadlineThread: Sendable {
    /// What the thread keeps alive; not this object, whose end must end the thread.
    private final class Watch: Sendable {
        let holder: KeyHolder
        let timer: BootTimer
        let wakeUp: WakeUp
        let isEnding = Atomic(false)

        init(_ holder: KeyHolder) throws(SystemError) {
            self.holder = holder
            timer = try BootTimer()
            wakeUp = try WakeUp()
        }

        func run() {
            while !isEnding.load(ordering: .acquiring) {
                holder.advanceWaiting()
                timer.arm(at: holder.nextDeadline)
                var entries = [Poll.Entry(timer.descriptor), Poll.Entry(wakeUp.descriptor)]
                // Without poll nothing would be on time any more; the next request still is.
                guard (try? Poll.wait(&entries, timeout: nil)) != nil else { return }
                wakeUp.clear()
            }
        }
    }

    private let watch: Watch
    private let observation: LockObservation
    private let thread: SystemThread

    /// Starts watching the deadlines of `holder`, whose clock must be the boot clock.
    ///
    /// - Throws: ``SystemError`` when the machine has no timer or thread left.
    package init(_ holder: KeyHolder) throws(SystemError) {
        let watch = try Watch(holder)
        self.watch = watch
        // Every transition may bring a new deadline.
        observation = holder.observe { _ in watch.wakeUp.signal() }
        thread = try SystemThread { watch.run() }
    }

    deinit {
        observation.cancel()
        watch.isEnding.store(true, ordering: .releasing)
        watch.wakeUp.signal()
        thread.finish()
    }
}
