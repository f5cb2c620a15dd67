package import ProtectionModel
import Synchronization
import SystemIO

/// Counts the handles that are open, by class.
package typealias HandleCounts = @Sendable () -> [ProtectionClass: Int]

/// The sealed files that are open in this process: one object an inode, however many handles.
final class OpenFileRegistry: Sendable {
    private struct Entry {
        let file: OpenFile
        var handles: Int
        let inode: FileIdentity
    }

    private struct Table {
        var entries: [ObjectIdentifier: Entry] = [:]
        var objects: [FileIdentity: ObjectIdentifier] = [:]
        /// How often everything was forgotten.
        var endCount = 0
        /// How often keys were about to go.
        var discardCount = 0

        mutating func retain(_ identity: FileIdentity) -> OpenFile? {
            guard let object = objects[identity] else { return nil }
            entries[object]?.handles += 1
            return entries[object]?.file
        }

        mutating func remove(_ object: ObjectIdentifier) {
            guard let entry = entries.removeValue(forKey: object) else { return }
            if objects[entry.inode] == object { objects[entry.inode] = nil }
        }

        mutating func retain(_ file: OpenFile, _ identity: FileIdentity) -> OpenFile {
            if let known = retain(identity) { return known }
            let object = ObjectIdentifier(file)
            entries[object] = Entry(file: file, handles: 1, inode: identity)
            objects[identity] = object
            return file
        }
    }

    /// What becomes of a file when a handle is closed.
    enum Remainder {
        /// Other handles go on with it.
        case shared
        /// Nobody has it open, and the settling queue is to finish it.
        case lingering
        /// Nobody has it open.
        case unused
    }

    /// The observers of what handles do.
    let operations: OperationReport
    /// What finishes files that are closed without waiting for the disk; nil when they are not.
    let settling: SettlingQueue?
    private let table = Mutex(Table())
    private let onChange: (@Sendable (_ counts: @escaping HandleCounts) -> Void)?

    /// `onChange` hears whenever the number of handles may have changed, and gets what counts them.
    init(
        operations: OperationReport,
        settling: SettlingQueue? = nil,
        onChange: (@Sendable (_ counts: @escaping HandleCounts) -> Void)?
    ) {
        self.operations = operations
        self.settling = settling
        self.onChange = onChange
    }

    /// The object for an inode that is open already, with one handle more.
    func retain(_ identity: FileIdentity) -> OpenFile? {
        defer { report() }
        return table.withLock { $0.retain(identity) }
    }

    /// How often everything was forgotten so far.
    var endCount: Int { table.withLock { $0.endCount } }

    /// How often keys were about to go so far.
    var discardCount: Int { table.withLock { $0.discardCount } }

    /// All open files, before keys go: one that is registered later looks at its class itself.
    func allBeforeDiscard() -> [OpenFile] {
        table.withLock { table in
            table.discardCount += 1
            return table.entries.values.map(\.file)
        }
    }

    /// Registers an object with its first handle, or takes the one that was quicker.
    func retain(_ file: OpenFile) -> OpenFile {
        let identity = file.identity
        defer { report() }
        return table.withLock { $0.retain(file, identity) }
    }

    /// The same; nil when everything was forgotten meanwhile.
    func retain(_ file: OpenFile, unlessEndedSince endCount: Int) -> OpenFile? {
        let identity = file.identity
        defer { report() }
        return table.withLock { table in
            table.endCount == endCount ? table.retain(file, identity) : nil
        }
    }

    /// The object for an inode, if it is open; no handle more.
    func find(_ identity: FileIdentity) -> OpenFile? {
        table.withLock { table in
            table.objects[identity].flatMap { table.entries[$0]?.file }
        }
    }

    /// Takes a handle away; with `lingering` the object stays when it was the last.
    func release(_ file: OpenFile, lingering: Bool = false) -> Remainder {
        defer { report() }
        return table.withLock { table in
            let object = ObjectIdentifier(file)
            guard let entry = table.entries[object] else { return .unused }
            guard entry.handles == 1, !lingering else {
                table.entries[object]?.handles -= 1
                return entry.handles == 1 ? .lingering : .shared
            }
            table.remove(object)
            return .unused
        }
    }

    /// Files that nobody has open, at most so many.
    func lingering(limit: Int = .max) -> [OpenFile] {
        table.withLock { table in
            Array(table.entries.values.lazy.filter { $0.handles == 0 }.prefix(limit).map(\.file))
        }
    }

    /// All files that are open, or linger.
    var all: [OpenFile] { table.withLock { $0.entries.values.map(\.file) } }

    /// Forgets a file, unless somebody has it open.
    ///
    /// - Returns: whether it lingered.
    func forget(_ file: OpenFile) -> Bool {
        table.withLock { table in
            let object = ObjectIdentifier(file)
            guard table.entries[object]?.handles == 0 else { return false }
            table.remove(object)
            return true
        }
    }

    /// Notes that an inode has lost its name; what nobody has open need not be kept.
    func noteNameless(_ identity: FileIdentity) {
        guard let file = find(identity) else { return }
        file.keyed.withState { $0.noteNameless() }
        if forget(file) { file.leave() }
    }

    private func report() {
        // Counting looks at every file, so it is left to whoever wants to know.
        onChange? { [weak self] in self?.handleCounts ?? [:] }
    }

    /// How many handles are open, by class.
    var handleCounts: [ProtectionClass: Int] {
        let entries = table.withLock { Array($0.entries.values) }
        return entries.filter { $0.handles > 0 }.reduce(into: [:]) { counts, entry in
            counts[entry.file.keyed.protection, default: 0] += entry.handles
        }
    }

    /// Forgets everything: the device went off.
    func removeAll() -> [OpenFile] {
        table.withLock { table in
            defer {
                table.entries = [:]
                table.objects = [:]
                // Openings under way begin anew, with the device as it is then.
                table.endCount += 1
                table.discardCount += 1
            }
            return table.entries.values.map(\.file)
        }
    }
}
