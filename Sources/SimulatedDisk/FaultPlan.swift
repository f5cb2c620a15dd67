package import SystemPackage

/// What a ``FaultInjectingFileSystem`` does wrong, and when.
package struct FaultPlan: Sendable {
    /// What happens in place of a call.
    package enum Fault: Sendable {
        /// The call fails and changes nothing; for ``SystemCall/close``, which cannot, nothing.
        case fail(Errno)
        /// A write takes only its first bytes and says so; any other call is made as usual.
        case shortWrite(Int)
        /// An fsync fails, with that effect on an ``InMemoryFileSystem``; any other call fails too.
        case failSynchronize(Errno, UnsyncedPages)
        /// The process died: this and every later call fails with `EIO` and changes nothing, but
        /// files are closed.
        case stop
    }

    /// Which call a fault stands in for; calls are counted from 0.
    package enum Place: Sendable, Hashable {
        /// The n-th of all calls.
        case call(Int)
        /// The n-th of one kind of call.
        case nth(Int, SystemCall)
    }

    /// What goes wrong where.
    package let faults: [Place: Fault]
    /// Whether the disk is full: new files, new folders and writes past a file's end fail with
    /// `ENOSPC`, all else works.
    package let isDiskFull: Bool
    /// Whether the disk fails: writes and syncs fail with `EIO`, all else works.
    package let isDiskFailing: Bool
    /// Whether the machine has watches left.
    package let hasWatches: Bool
    /// Whether watches tell of changes at once; a kernel does so later, from another thread, which here never comes.
    package let hasPromptWatches: Bool
    /// Whether the file system takes back a part of a file.
    package let hasHoles: Bool
    /// Called before each call is made or fails.
    ///
    /// It gets the call's number among all calls, from 0, and its sort. It may use any file system
    /// below, such as to take a snapshot.
    package let before: @Sendable (_ index: Int, _ call: SystemCall) -> Void

    /// A plan; without arguments all goes well.
    package init(
        _ faults: [Place: Fault] = [:],
        isDiskFull: Bool = false,
        isDiskFailing: Bool = false,
        hasWatches: Bool = true,
        hasPromptWatches: Bool = true,
        hasHoles: Bool = true,
        before: @escaping @Sendable (_ index: Int, _ call: SystemCall) -> Void = { _, _ in }
    ) {
        self.faults = faults
        self.isDiskFull = isDiskFull
        self.isDiskFailing = isDiskFailing
        self.hasWatches = hasWatches
        self.hasPromptWatches = hasPromptWatches
        self.hasHoles = hasHoles
        self.before = before
    }
}

/// The calls of ``FileSystem``, one case each; syncs of a file and of its volume are one.
package enum SystemCall: Sendable, Hashable, CaseIterable {
    case open, close, read, write, truncate, punchHole, synchronize
    case status, statusOfName, setModified
    case makeDirectory, rename, unlink, names
    case lock, lockByte
}
