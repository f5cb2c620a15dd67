import Synchronization
package import SystemIO
import SystemPackage

/// A file system that counts its calls and goes wrong where a plan says.
package final class FaultInjectingFileSystem: FileSystem {
    private struct State: Sendable {
        var plan: FaultPlan
        var count = 0
        var counts: [SystemCall: Int] = [:]
        var isStopped = false
        var largestTransfer = 0
    }

    private let wrapped: any FileSystem
    private let state: Mutex<State>

    /// Puts faults in front of a file system.
    package init(_ wrapped: any FileSystem, _ plan: FaultPlan = FaultPlan()) {
        self.wrapped = wrapped
        state = Mutex(State(plan: plan))
    }

    /// Starts another plan, with all counts at 0 and the process alive.
    package func install(_ plan: FaultPlan) {
        state.withLock { $0 = State(plan: plan) }
    }

    /// Calls made since the plan began, those that failed included.
    package var callCount: Int {
        state.withLock { $0.count }
    }

    /// Calls of one sort made since the plan began, those that failed included.
    package func callCount(of call: SystemCall) -> Int {
        state.withLock { $0.counts[call, default: 0] }
    }

    /// Bytes of the largest read or write asked for since the plan began.
    package var largestTransfer: Int {
        state.withLock { $0.largestTransfer }
    }

    private func noteTransfer(_ byteCount: Int) {
        state.withLock { $0.largestTransfer = max($0.largestTransfer, byteCount) }
    }

    /// Counts a call, tells the plan about it, and returns what goes wrong.
    private func begin(_ call: SystemCall) -> FaultPlan.Fault? {
        let (index, nth, plan) = state.withLock { state in
            defer {
                state.count += 1
                state.counts[call, default: 0] += 1
            }
            return (state.count, state.counts[call, default: 0], state.plan)
        }
        // Not under the lock: the callback may call this object, though not without end.
        plan.before(index, call)
        return state.withLock { state in
            let fault =
                plan.faults[.call(index)] ?? plan.faults[.nth(nth, call)]
                ?? plan.lastingFault(of: call)
            if case .stop = fault { state.isStopped = true }
            return state.isStopped ? .stop : fault
        }
    }

    /// Makes a call unless the plan has it fail.
    private func attempt<Result>(
        _ call: SystemCall,
        _ system: String,
        _ name: String? = nil,
        _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let fault = begin(call)
        if let errno = fault?.errno { throw SystemError(errno, call: system, name: name) }
        return try body()
    }

    package func open(
        _ name: String,
        in directory: Descriptor?,
        _ options: OpenOptions,
        permissions: UInt32
    ) throws(SystemError) -> Descriptor {
        try attempt(.open, "openat", name) { () throws(SystemError) in
            try checkSpace(for: name, in: directory, options)
            return try wrapped.open(name, in: directory, options, permissions: permissions)
        }
    }

    /// A full disk has no place for a new file; an existing one opens as usual.
    private func checkSpace(
        for name: String,
        in directory: Descriptor?,
        _ options: OpenOptions
    ) throws(SystemError) {
        guard !options.isDisjoint(with: [.creating, .creatingNew]),
            state.withLock({ $0.plan.isDiskFull })
        else { return }
        let rest = options.subtracting([.creating, .creatingNew])
        do {
            wrapped.close(try wrapped.open(name, in: directory, rest, permissions: 0))
        } catch {
            throw SystemError(.noSpace, call: "openat", name: name)
        }
    }

    /// A full disk has no place for a longer file; what is there can be written over.
    private func checkSpace(in file: Descriptor, upTo end: UInt64) throws(SystemError) {
        guard state.withLock({ $0.plan.isDiskFull }), try wrapped.status(of: file).size < end else {
            return
        }
        throw SystemError(.noSpace, call: "pwrite")
    }

    package func close(_ file: Descriptor) {
        _ = begin(.close)
        wrapped.close(file)
    }

    package func read(
        _ file: Descriptor,
        into bytes: inout MutableRawSpan,
        at offset: UInt64
    ) throws(SystemError) -> Int {
        noteTransfer(bytes.byteCount)
        if let errno = begin(.read)?.errno { throw SystemError(errno, call: "pread") }
        return try wrapped.read(file, into: &bytes, at: offset)
    }

    package func write(
        _ file: Descriptor,
        _ bytes: RawSpan,
        at offset: UInt64
    ) throws(SystemError) -> Int {
        noteTransfer(bytes.byteCount)
        let fault = begin(.write)
        if let errno = fault?.errno { throw SystemError(errno, call: "pwrite") }
        try checkSpace(in: file, upTo: offset + UInt64(bytes.byteCount))
        guard case .shortWrite(let count) = fault else {
            return try wrapped.write(file, bytes, at: offset)
        }
        let taken = min(max(0, count), bytes.byteCount)
        return try wrapped.write(file, bytes.extracting(0..<taken), at: offset)
    }

    package func truncate(_ file: Descriptor, to size: UInt64) throws(SystemError) {
        try attempt(.truncate, "ftruncate") { () throws(SystemError) in
            try wrapped.truncate(file, to: size)
        }
    }

    package func punchHole(_ file: Descriptor, _ range: Range<UInt64>) throws(SystemError) {
        try attempt(.punchHole, "fallocate") { () throws(SystemError) in
            guard state.withLock({ $0.plan.hasHoles }) else {
                throw SystemError(.notSupported, call: "fallocate")
            }
            try wrapped.punchHole(file, range)
        }
    }

    package func synchronize(_ file: Descriptor, dataOnly: Bool) throws(SystemError) {
        let fault = begin(.synchronize)
        if case .failSynchronize(_, let pages) = fault, let memory = wrapped as? InMemoryFileSystem
        {
            try memory.failSynchronize(file, pages)
        }
        if let errno = fault?.errno {
            throw SystemError(errno, call: dataOnly ? "fdatasync" : "fsync")
        }
        try wrapped.synchronize(file, dataOnly: dataOnly)
    }

    package func synchronizeVolume(of file: Descriptor) throws(SystemError) {
        let fault = begin(.synchronize)
        if case .failSynchronize(_, let pages) = fault, let memory = wrapped as? InMemoryFileSystem
        {
            try memory.failSynchronizeVolume(of: file, pages)
        }
        if let errno = fault?.errno { throw SystemError(errno, call: "syncfs") }
        try wrapped.synchronizeVolume(of: file)
    }

    package func status(of file: Descriptor) throws(SystemError) -> FileStatus {
        try attempt(.status, "fstat") { () throws(SystemError) in try wrapped.status(of: file) }
    }

    package func status(
        of name: String,
        in directory: Descriptor
    ) throws(SystemError) -> FileStatus {
        try attempt(.statusOfName, "fstatat", name) { () throws(SystemError) in
            try wrapped.status(of: name, in: directory)
        }
    }

    package func setModified(
        _ file: Descriptor,
        seconds: Int64,
        nanoseconds: Int64
    ) throws(SystemError) {
        try attempt(.setModified, "futimens") { () throws(SystemError) in
            try wrapped.setModified(file, seconds: seconds, nanoseconds: nanoseconds)
        }
    }

    package func makeDirectory(
        _ name: String,
        in directory: Descriptor?,
        permissions: UInt32
    ) throws(SystemError) {
        try attempt(.makeDirectory, "mkdirat", name) { () throws(SystemError) in
            try wrapped.makeDirectory(name, in: directory, permissions: permissions)
        }
    }

    package func rename(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor,
        _ rule: RenameRule
    ) throws(SystemError) {
        try attempt(.rename, "renameat", newName) { () throws(SystemError) in
            try wrapped.rename(
                name,
                in: directory,
                to: newName,
                in: newDirectory,
                rule
            )
        }
    }

    package func unlink(
        _ name: String,
        in directory: Descriptor,
        folder: Bool
    ) throws(SystemError) {
        try attempt(.unlink, "unlinkat", name) { () throws(SystemError) in
            try wrapped.unlink(name, in: directory, folder: folder)
        }
    }

    package func names(in directory: Descriptor) throws(SystemError) -> [String] {
        try attempt(.names, "opendir") { () throws(SystemError) in
            try wrapped.names(in: directory)
        }
    }

    package func lock(_ file: Descriptor, _ kind: LockKind) throws(SystemError) -> Bool {
        try attempt(.lock, "flock") { () throws(SystemError) in try wrapped.lock(file, kind) }
    }

    package func lockByte(
        _ file: Descriptor,
        at offset: UInt64,
        _ kind: LockKind
    ) throws(SystemError) -> Bool {
        try attempt(.lockByte, "fcntl") { () throws(SystemError) in
            try wrapped.lockByte(file, at: offset, kind)
        }
    }

    package func isByteLocked(
        _ file: Descriptor,
        at offset: UInt64
    ) throws(SystemError) -> Bool {
        try attempt(.lockByte, "fcntl") { () throws(SystemError) in
            try wrapped.isByteLocked(file, at: offset)
        }
    }

    /// Not counted among the calls: nothing is lost where it fails.
    package func watch(
        _ directory: Descriptor,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DirectoryWatch {
        guard state.withLock({ $0.plan.hasWatches }) else {
            throw SystemError(.tooManyOpenFiles, call: "inotify_init1")
        }
        return try wrapped.watch(directory) { [weak self] in
            guard self?.state.withLock({ $0.plan.hasPromptWatches }) == true else { return }
            onChange()
        }
    }
}

extension FaultPlan {
    /// What goes wrong with every call of a sort.
    fileprivate func lastingFault(of call: SystemCall) -> Fault? {
        switch call {
        case .makeDirectory where isDiskFull: .fail(.noSpace)
        case .write where isDiskFailing, .synchronize where isDiskFailing: .fail(.ioError)
        default: nil
        }
    }
}

extension FaultPlan.Fault {
    /// The error of the call; nil for a call that is made after all.
    fileprivate var errno: Errno? {
        switch self {
        case .fail(let errno), .failSynchronize(let errno, _): errno
        case .stop: .ioError
        case .shortWrite: nil
        }
    }
}
