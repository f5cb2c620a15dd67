import Synchronization
package import SystemIO
import SystemPackage

/// A complete file system in memory, which behaves as Linux does and can lose power.
///
/// Every call of the seam gives the results and the errors of the operating system's, except that
/// permissions and the umask are not enforced (as for root), that no write is ever short, and that
/// a file has at most 64 GiB. Names are bytes. Paths without a folder start at the root, which is
/// also the working directory. Descriptors are never used twice.
///
/// For power losses see ``crash(_:)``.
package final class InMemoryFileSystem: FileSystem {
    private let volume: Mutex<MemoryVolume>
    /// Not part of a snapshot: a copy has no watchers.
    private let watchers = MemoryWatchers()

    /// An empty file system, owned by the user of this process.
    ///
    /// - Parameters:
    ///   - durability: what is remembered for power losses.
    ///   - now: the time of a change, in seconds and nanoseconds since 1970 (UTC); it must not call
    ///     this file system.
    package init(
        durability: MemoryDurability = .tracked,
        now: @escaping @Sendable () -> (seconds: Int64, nanoseconds: Int64)
    ) {
        volume = Mutex(MemoryVolume(owner: UserID.current, durability: durability, now: now))
    }

    /// A file system with a given state.
    init(_ state: MemoryVolume) {
        volume = Mutex(state)
    }

    /// A copy of the state as it is now.
    var state: MemoryVolume {
        volume.withLock { $0 }
    }

    /// The same files, descriptors, locks and losses to come, independent from here on; cheap,
    /// because bytes are shared until one side changes them.
    package func snapshot() -> InMemoryFileSystem {
        InMemoryFileSystem(state)
    }

    /// How many descriptors are open.
    package var descriptorCount: Int { volume.withLock { $0.descriptions.count } }

    /// Bytes that the content of all files takes.
    package var allocatedByteCount: Int {
        volume.withLock { $0.inodes.values.reduce(0) { $0 + $1.content.allocatedByteCount } }
    }

    /// Runs a call on the state and names it in the error.
    func perform<Result: Sendable>(
        _ call: String,
        _ name: String? = nil,
        _ body: (inout MemoryVolume) throws(Errno) -> Result
    ) throws(SystemError) -> Result {
        do {
            return try volume.withLock { (state) throws(Errno) -> Result in try body(&state) }
        } catch {
            throw SystemError(error, call: call, name: name)
        }
    }

    package func open(
        _ name: String,
        in directory: Descriptor?,
        _ options: OpenOptions,
        permissions: UInt32
    ) throws(SystemError) -> Descriptor {
        try perform("openat", name) { (state) throws(Errno) in
            try state.open(name, in: directory, options, permissions: permissions)
        }
    }

    package func close(_ file: Descriptor) {
        volume.withLock { $0.close(file) }
    }

    package func read(
        _ file: Descriptor,
        into bytes: inout MutableRawSpan,
        at offset: UInt64
    ) throws(SystemError) -> Int {
        try bytes.withUnsafeMutableBytes { (bytes) throws(SystemError) in
            try perform("pread") { (state) throws(Errno) in
                try state.read(file, into: bytes, at: offset)
            }
        }
    }

    package func write(
        _ file: Descriptor,
        _ bytes: RawSpan,
        at offset: UInt64
    ) throws(SystemError) -> Int {
        try bytes.withUnsafeBytes { (bytes) throws(SystemError) in
            try perform("pwrite") { (state) throws(Errno) in
                try state.write(file, bytes, at: offset)
            }
        }
    }

    package func truncate(_ file: Descriptor, to size: UInt64) throws(SystemError) {
        try perform("ftruncate") { (state) throws(Errno) in try state.truncate(file, to: size) }
    }

    package func punchHole(_ file: Descriptor, _ range: Range<UInt64>) throws(SystemError) {
        try perform("fallocate") { (state) throws(Errno) in try state.punchHole(file, range) }
    }

    package func synchronize(_ file: Descriptor, dataOnly: Bool) throws(SystemError) {
        try perform(dataOnly ? "fdatasync" : "fsync") { (state) throws(Errno) in
            try state.synchronize(file)
        }
    }

    package func synchronizeVolume(of file: Descriptor) throws(SystemError) {
        try perform("syncfs") { (state) throws(Errno) in try state.synchronizeVolume(of: file) }
    }

    package func status(of file: Descriptor) throws(SystemError) -> FileStatus {
        try perform("fstat") { (state) throws(Errno) in
            try state.status(of: state.description(file).inode)
        }
    }

    package func setModified(
        _ file: Descriptor,
        seconds: Int64,
        nanoseconds: Int64
    ) throws(SystemError) {
        try perform("futimens") { (state) throws(Errno) in
            try state.setModified(file, seconds: seconds, nanoseconds: nanoseconds)
        }
    }

    package func lock(_ file: Descriptor, _ kind: LockKind) throws(SystemError) -> Bool {
        try perform("flock") { (state) throws(Errno) in try state.lock(file, kind) }
    }

    package func lockByte(
        _ file: Descriptor,
        at offset: UInt64,
        _ kind: LockKind
    ) throws(SystemError) -> Bool {
        try perform("fcntl") { (state) throws(Errno) in
            try state.lockByte(file, at: offset, kind)
        }
    }

    package func isByteLocked(
        _ file: Descriptor,
        at offset: UInt64
    ) throws(SystemError) -> Bool {
        try perform("fcntl") { (state) throws(Errno) in
            try state.isByteLocked(file, at: offset)
        }
    }

    package func watch(
        _ directory: Descriptor,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DirectoryWatch {
        let folder = try perform("inotify_add_watch") { (state) throws(Errno) in
            try state.folder(directory)
        }
        return watchers.add(folder, onChange)
    }

    /// Tells the watchers of the folders that `directories` lead to.
    func tellWatchers(of directories: Descriptor?...) {
        guard !watchers.isEmpty else { return }
        let folders = volume.withLock { state in
            Set(directories.compactMap { $0 }.compactMap { try? state.folder($0) })
        }
        watchers.tell(folders)
    }
}

/// What an ``InMemoryFileSystem`` remembers for a power loss.
package enum MemoryDurability: Sendable {
    /// A sync makes durable what it says; everything since is remembered and can be lost.
    case tracked
    /// A sync succeeds and makes nothing durable: the control under which a crash test must fail.
    case syncIsNoOp
    /// Nothing is remembered and nothing can be lost: half the memory, for long simulations.
    case everythingSurvives
}
