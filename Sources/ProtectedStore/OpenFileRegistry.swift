import ProtectionModel
import Synchronization
import SystemIO

/// The sealed files that are open in this process: one object an inode, however many handles.
final class OpenFileRegistry: Sendable {
    private struct Entry {
        let file: OpenFile
        var handles: Int
    }

    private let entries = Mutex<[FileIdentity: Entry]>([:])
    private let onChange: (@Sendable ([ProtectionClass: Int]) -> Void)?

    /// `onChange` hears how many handles there are, by class, whenever that may have changed.
    init(onChange: (@Sendable ([ProtectionClass: Int]) -> Void)?) {
        self.onChange = onChange
    }

    /// The object for an inode that is open already, with one handle more.
    func retain(_ identity: FileIdentity) -> OpenFile? {
        defer { report() }
        return entries.withLock { entries in
            guard let file = entries[identity]?.file else { return nil }
            entries[identity]?.handles += 1
            return file
        }
    }

    /// Registers an object with its first handle, or takes the one that was quicker.
    func retain(_ file: OpenFile) -> OpenFile {
        defer { report() }
        return entries.withLock { entries in
            let known = entries[file.identity]?.file ?? file
            entries[file.identity, default: Entry(file: known, handles: 0)].handles += 1
            return known
        }
    }

    /// The object for an inode, if it is open; no handle more.
    func find(_ identity: FileIdentity) -> OpenFile? {
        entries.withLock { $0[identity]?.file }
    }

    /// Takes a handle away.
    ///
    /// - Returns: whether it was the last.
    func release(_ file: OpenFile) -> Bool {
        defer { report() }
        return entries.withLock { entries in
            guard let entry = entries[file.identity], entry.file === file else { return true }
            guard entry.handles > 1 else {
                entries[file.identity] = nil
                return true
            }
            entries[file.identity]?.handles -= 1
            return false
        }
    }

    private func report() {
        // Counting takes a look at every file, so nobody counts who is not asked.
        onChange?(handleCounts)
    }

    /// All open files.
    var all: [OpenFile] { entries.withLock { $0.values.map(\.file) } }

    /// How many handles are open, by class.
    var handleCounts: [ProtectionClass: Int] {
        let entries = entries.withLock { Array($0.values) }
        return entries.reduce(into: [:]) { counts, entry in
            counts[entry.file.protection, default: 0] += entry.handles
        }
    }

    /// Forgets everything: the device went off.
    func removeAll() -> [OpenFile] {
        entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.map(\.file)
        }
    }
}
