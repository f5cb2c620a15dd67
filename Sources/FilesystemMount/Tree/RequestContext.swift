import SystemIO
package import SystemPackage

/// Who asks, and whether they still wait for the answer; valid while the request is worked on.
package struct RequestContext: ~Copyable {
    /// The user whose rights count for access to files (fsuid).
    package let user: UInt32
    /// The group whose rights count (fsgid).
    package let group: UInt32
    /// The process; 0 when the kernel asks on its own.
    package let process: UInt32
    /// The number of the request, which never comes back.
    package let unique: UInt64

    private let interruption: Interruption
    /// Keeps as many workers at work as there were before this one waits; nil outside a session.
    private let crew: WorkerCrew?

    /// Describes a request outside of a session, for tests of trees.
    package init(
        user: UInt32 = 0,
        group: UInt32 = 0,
        process: UInt32 = 0,
        unique: UInt64 = 1,
        _ interruption: Interruption
    ) {
        self.user = user
        self.group = group
        self.process = process
        self.unique = unique
        self.interruption = interruption
        crew = nil
        interruption.begin(unique)
    }

    init(_ header: RequestHeader, _ interruption: Interruption, _ crew: WorkerCrew) {
        user = header.user
        group = header.group
        process = header.process
        unique = header.unique
        self.interruption = interruption
        self.crew = crew
    }

    /// Whether a signal interrupts the program that waits, or the file system ends: give up, with
    /// `EINTR`.
    package var isInterrupted: Bool { interruption.isInterrupted(unique) }

    /// Waits until `condition` holds, and looks again each time `queue` is woken.
    ///
    /// Other requests go on meanwhile: another worker takes this one's place.
    ///
    /// A request to read or write holds pages of the page cache while it waits, and an invalidation of
    /// its node waits for those.
    /// - Throws: `EINTR` when the program is interrupted, or the file system ends; `EAGAIN` when too
    ///   many requests wait already.
    package borrowing func wait(
        in queue: WaitQueue,
        until condition: () -> Bool
    ) throws(Errno) {
        guard !condition() else { return }
        if let crew { try crew.beginWaiting() }
        defer { crew?.endWaiting() }
        queue.enter(interruption.wakeUp)
        defer { queue.leave(interruption.wakeUp) }
        while true {
            interruption.wakeUp.clear()
            if condition() { return }
            guard !isInterrupted else { throw .interrupted }
            var entries = [Poll.Entry(interruption.wakeUp.descriptor)]
            do { try Poll.wait(&entries, timeout: nil) } catch { throw .ioError }
        }
    }
}
