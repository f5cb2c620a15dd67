package import KeyManagement
package import ProtectedStore
import ProtectionModel
import Synchronization
import SystemPackage

/// Shows the files of a device to the kernel.
///
/// Nothing is durable before its fsync, as on any file system: names and content are made without
/// waiting for the disk, and the store settles them in batches. Everything but content works in
/// every lock state but off; where content lacks its key, ``LockedAccess`` says what happens.
package final class DeviceTree: MountedTree {
    /// How a device is shown.
    package struct Options: Sendable {
        package var whileLocked = LockedAccess.fail
        /// Whether `user.protection.class` shows and sets the class of a file or folder.
        package var showsClass = true
        /// Whether nothing is changed, not even the time of an access.
        package var isReadOnly = false
        /// How long the kernel believes what it was told of names and attributes.
        ///
        /// So long another process's change of the device may stay unseen.
        package var validity = CacheTime(.seconds(1))

        /// As most mounts want it.
        package init() {}
    }

    let files: FileStore
    let options: Options
    let nodes: NodeTable
    let handles = OpenHandles()
    let gate: LockGate
    private let cache: PageCache

    /// Shows the files of a store, which finishes later what is not durable yet.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `authentication-failure`.
    package init(_ files: FileStore, _ options: Options = Options()) throws {
        self.files = files
        self.options = options
        gate = LockGate(options.whileLocked)
        nodes = NodeTable(rootNumber: try files.unreportedMetadata(of: .root).number)
        cache = PageCache(files, nodes, handles, gate)
    }

    /// Tells the tree how it reaches the kernel, once the mount answers, and lets it follow the lock.
    package func follow(_ keys: any KeyService, telling mount: Mount) {
        cache.follow(keys, telling: mount)
    }

    package func forget(_ node: NodeID, count: UInt64) { nodes.forget(node, count: count) }

    package func unmounted() {
        cache.end()
        for file in handles.removeAll() { try? file.close(durability: .none) }
        // What was written is in the host's hands; now it is durable, too.
        try? files.synchronizeAll()
    }
}

/// Paths.
extension DeviceTree {
    /// Runs `body` with the path of a node, and again if the node moved meanwhile.
    ///
    /// - Throws: what the system call fails with.
    func withPath<Result>(
        of node: NodeID,
        _ body: (DevicePath) throws -> Result
    ) throws(Errno) -> Result {
        try withPath({ () throws(Errno) in try nodes.path(of: node) }, body)
    }

    /// The same with the path of a name in a folder.
    ///
    /// - Throws: as ``withPath(of:_:)``.
    func withPath<Result>(
        of name: FileName,
        in folder: NodeID,
        _ body: (DevicePath) throws -> Result
    ) throws(Errno) -> Result {
        try withPath(
            { () throws(Errno) in try nodes.path(of: folder).appending(name) },
            body
        )
    }

    private func withPath<Result>(
        _ find: () throws(Errno) -> DevicePath,
        _ body: (DevicePath) throws -> Result
    ) throws(Errno) -> Result {
        var path = try find()
        while true {
            do { return try body(path) } catch {
                let code = (error as? ProtectionError)?.code
                // A folder above may have been renamed between the two.
                guard code == .notFound || code == .notADirectory, let now = try? find(),
                    now != path
                else { throw Errno(error) }
                path = now
            }
        }
    }

    /// Counts a lookup of what a path leads to.
    func entry(
        _ metadata: FileMetadata,
        _ name: FileName,
        in folder: NodeID
    ) -> EntryReply {
        let place = NodeTable.Place(folder: folder, name: name)
        let (node, inode) = nodes.look(
            at: place,
            number: metadata.number,
            isDuplicate: isDuplicate(metadata, at: place)
        )
        return EntryReply(
            node,
            NodeAttributes(metadata, inode: inode),
            validFor: options.validity,
            attributesValidFor: options.validity
        )
    }

    /// Counts a lookup of a damaged file, which can be listed and removed, and nothing else.
    func damagedEntry(_ name: FileName, in folder: NodeID) -> EntryReply {
        let (node, inode) = nodes.lookAtDamaged(NodeTable.Place(folder: folder, name: name))
        let attributes = NodeAttributes(inode: inode, mode: NodeType.file.rawValue)
        return EntryReply(node, attributes)
    }

    /// Whether another file has the number, too: a copy that was made on the host, not a move.
    private func isDuplicate(_ metadata: FileMetadata, at place: NodeTable.Place) -> Bool {
        guard let other = nodes.otherPlace(of: metadata.number, than: place),
            let path = try? nodes.path(of: other),
            let there = try? files.unreportedMetadata(of: path)
        else { return false }
        return there.number == metadata.number
    }
}

extension NodeAttributes {
    /// What programs are told of a file of a device.
    init(_ metadata: FileMetadata, inode: UInt64) {
        self.init(
            inode: inode,
            mode: metadata.kind.fileType | metadata.mode,
            size: metadata.size ?? 0,
            accessed: metadata.accessed,
            modified: metadata.modified,
            changed: metadata.changed,
            created: metadata.created,
            owner: metadata.owner,
            group: metadata.group,
            device: UInt32(truncatingIfNeeded: metadata.device)
        )
    }
}
