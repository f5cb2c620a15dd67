package import FilesystemMount
package import ProtectedStore
import ProtectionModel
import SystemIO

/// A program that works in a mounted device, as the kernel passes its calls on.
///
/// A file that is open is named by its path, as of its opening or last rename.
package final class MountedProgram {
    package let tree: DeviceTree
    /// Whose program it is; root's at first.
    package var user: UInt32 = 0
    private let interruption: Interruption
    private var opened: [String: Opened] = [:]

    private struct Opened {
        let node: NodeID
        let handle: HandleID
    }

    package init(_ files: FileStore, _ options: DeviceTree.Options = .init()) throws {
        tree = try DeviceTree(files, options)
        interruption = try Interruption()
    }

    // What a program calls, by its system call.

    package func create(_ path: String) throws {
        let (folder, name) = try place(path)
        let flags = OpenFlags(rawValue: 0o102)
        let (entry, reply) = try tree.create(name, in: folder, flags, mode: 0o100644, context)
        opened[path] = Opened(node: entry.node, handle: reply.handle)
    }

    package func open(_ path: String, truncating: Bool = false) throws {
        let node = try node(path)
        let reply = try tree.open(node, OpenFlags(rawValue: truncating ? 0o1002 : 2), context)
        opened[path] = Opened(node: node, handle: reply.handle)
    }

    package func write(
        _ bytes: [UInt8],
        to path: String,
        at offset: UInt64 = 0,
        isWriteback: Bool = false
    ) throws {
        let file = try file(path)
        let request = WriteRequest(
            handle: file.handle,
            offset: offset,
            isWriteback: isWriteback
        )
        _ = try tree.write(file.node, request, bytes.span.bytes, context)
    }

    package func fallocate(_ path: String, _ range: Range<UInt64>, _ mode: AllocationMode) throws {
        let file = try file(path)
        try tree.fallocate(file.node, file.handle, range, mode, context)
    }

    package func fsync(_ path: String) throws {
        if let file = opened[path] {
            return try tree.fsync(file.node, file.handle, dataOnly: false, context)
        }
        let node = try node(path)
        let reply = try tree.opendir(node, OpenFlags(rawValue: 0), context)
        try tree.fsyncdir(node, reply.handle, dataOnly: false, context)
        tree.releasedir(node, reply.handle)
    }

    package func close(_ path: String) throws {
        let file = try file(path)
        tree.release(file.node, file.handle)
        opened[path] = nil
    }

    package func mkdir(_ path: String) throws {
        let (folder, name) = try place(path)
        _ = try tree.mkdir(name, in: folder, mode: 0o40755, context)
    }

    package func symlink(_ target: String, at path: String) throws {
        let (folder, name) = try place(path)
        _ = try tree.symlink(name, in: folder, target: Array(target.utf8), context)
    }

    package func chmod(_ path: String, _ mode: UInt32) throws {
        var changes = AttributeChanges()
        changes.mode = mode
        _ = try tree.setattr(try node(path), changes, nil, context)
    }

    package func chown(_ path: String, owner: UInt32) throws {
        var changes = AttributeChanges()
        changes.owner = owner
        _ = try tree.setattr(try node(path), changes, nil, context)
    }

    package func truncate(_ path: String, to size: UInt64) throws {
        var changes = AttributeChanges()
        changes.size = size
        _ = try tree.setattr(try node(path), changes, nil, context)
    }

    package func mkfifo(_ path: String, _ mode: UInt32) throws {
        let (folder, name) = try place(path)
        _ = try tree.mknod(name, in: folder, mode: 0o010000 | mode, device: 0, context)
    }

    package func stat(_ path: String) throws -> FilesystemMount.NodeAttributes {
        try tree.getattr(try node(path), nil, context).attributes
    }

    package func fstat(_ path: String) throws -> FilesystemMount.NodeAttributes {
        let file = try file(path)
        return try tree.getattr(file.node, file.handle, context).attributes
    }

    package func getxattr(_ path: String, _ name: String) throws -> String {
        let value = try tree.getxattr(try node(path), try AttributeName(name), context)
        return String(decoding: value, as: UTF8.self)
    }

    package func setxattr(
        _ path: String,
        _ name: String,
        _ value: String,
        _ demand: AttributeDemand = .none
    ) throws {
        let bytes = Array(value.utf8)
        let name = try AttributeName(name)
        try tree.setxattr(try node(path), name, bytes.span.bytes, demand, context)
    }

    package func removexattr(_ path: String, _ name: String) throws {
        try tree.removexattr(try node(path), try AttributeName(name), context)
    }

    package func rename(_ path: String, to newPath: String, _ flags: RenameFlags = []) throws {
        let (folder, name) = try place(path)
        let (newFolder, newName) = try place(newPath)
        try tree.rename(name, in: folder, to: newName, in: newFolder, flags, context)
        opened[newPath] = opened.removeValue(forKey: path)
    }

    package func unlink(_ path: String) throws {
        let (folder, name) = try place(path)
        try tree.unlink(name, in: folder, context)
    }

    package func rmdir(_ path: String) throws {
        let (folder, name) = try place(path)
        try tree.rmdir(name, in: folder, context)
    }

    package func syncfs() throws { try tree.syncfs(context) }

    /// Nobody's signal ever interrupts it.
    package var context: RequestContext { RequestContext(user: user, interruption) }

    private func file(_ path: String) throws -> Opened {
        guard let file = opened[path] else {
            throw ProtectionError(.handleClosed, "no step opened \(path)")
        }
        return file
    }

    package func node(_ path: String) throws -> NodeID {
        guard path != "/" else { return .root }
        let (folder, name) = try place(path)
        return try tree.lookup(name, in: folder, context).node
    }

    private func place(_ path: String) throws -> (folder: NodeID, name: FileName) {
        let path = try DevicePath(path)
        let above = path.parent
        guard let name = path.name, let above else {
            throw ProtectionError(.invalidArgument, "the root has no name")
        }
        return (try node(above.description), try FileName(name))
    }
}
