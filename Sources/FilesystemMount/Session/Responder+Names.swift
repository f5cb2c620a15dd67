import SystemIO
import SystemPackage

extension Responder {
    /// Requests about a node.
    func node(_ call: borrowing Call) throws(Errno) -> Outcome? {
        let node = call.node
        switch call.request {
        case .getattr(let handle):
            return .reply(.attributes(try tree.getattr(node, handle, call.context)))
        case .statx(let handle):
            return .reply(.status(try tree.getattr(node, handle, call.context)))
        case .setattr(let changes, let handle):
            return .reply(.attributes(try tree.setattr(node, changes, handle, call.context)))
        case .readlink: return .reply(.bytes(try tree.readlink(node, call.context)))
        case .statfs: return .reply(.fileSystem(try tree.statfs(node, call.context)))
        case .syncfs:
            try tree.syncfs(call.context)
            return .reply(.done)
        // The kernel checks permissions itself.
        case .access: throw .noFunction
        default: return nil
        }
    }

    /// Requests about a name in a folder.
    func name(_ call: borrowing Call) throws(Errno) -> Outcome? {
        let folder = call.node
        switch call.request {
        case .lookup(let name):
            return .reply(.entry(try tree.lookup(name, in: folder, call.context)))
        case .unlink(let name): try tree.unlink(name, in: folder, call.context)
        case .rmdir(let name): try tree.rmdir(name, in: folder, call.context)
        case .rename(let name, let newName, let newFolder, let flags):
            try tree.rename(name, in: folder, to: newName, in: newFolder, flags, call.context)
        default: return try creation(call)
        }
        return .reply(.done)
    }

    /// Requests that make a node.
    private func creation(_ call: borrowing Call) throws(Errno) -> Outcome? {
        let folder = call.node
        switch call.request {
        case .create(let name, let flags, let mode):
            let (entry, opened) = try tree.create(
                name,
                in: folder,
                flags,
                mode: mode,
                call.context
            )
            return .reply(.created(entry, opened))
        case .tmpfile(let flags, let mode):
            let (entry, opened) = try tree.tmpfile(in: folder, flags, mode: mode, call.context)
            return .reply(.created(entry, opened))
        case .mkdir(let name, let mode):
            return .reply(.entry(try tree.mkdir(name, in: folder, mode: mode, call.context)))
        case .mknod(let name, let mode, let device):
            return .reply(
                .entry(try tree.mknod(name, in: folder, mode: mode, device: device, call.context))
            )
        case .symlink(let name, let target):
            return .reply(
                .entry(try tree.symlink(name, in: folder, target: target, call.context))
            )
        case .link(let node, let name):
            return .reply(.entry(try tree.link(node, as: name, in: folder, call.context)))
        default: return nil
        }
    }

    /// Requests about extended attributes.
    func extendedAttribute(
        _ call: borrowing Call,
        _ message: borrowing TransferBuffer
    ) throws(Errno) -> Outcome? {
        let node = call.node
        switch call.request {
        case .getxattr(let name, let limit):
            return .reply(try fitted(tree.getxattr(node, name, call.context), limit))
        case .listxattr(let limit):
            let names = try tree.listxattr(node, call.context)
            return .reply(try fitted(names.flatMap { $0.bytes + [0] }, limit))
        case .setxattr(let name, let demand, let value):
            try message.withBytes(value) { (bytes) throws(Errno) in
                try tree.setxattr(node, name, bytes, demand, call.context)
            }
        case .removexattr(let name): try tree.removexattr(node, name, call.context)
        default: return nil
        }
        return .reply(.done)
    }

    /// A program that has no room, 0 bytes, asks how much there is.
    private func fitted(_ bytes: [UInt8], _ limit: Int) throws(Errno) -> Reply {
        if limit == 0 { return .byteCount(bytes.count) }
        guard bytes.count <= limit else { throw .outOfRange }
        return .bytes(bytes)
    }

    /// Requests about the exchange itself.
    func session(_ call: borrowing Call) throws(Errno) -> Outcome? {
        switch call.request {
        case .forget(let count): tree.forget(call.node, count: count)
        case .batchForget(let nodes):
            for forgotten in nodes { tree.forget(forgotten.node, count: forgotten.count) }
        case .interrupt(let unique):
            // Read, but not begun, by another worker: the kernel asks again. When it is answered, the
            // kernel knows that, too.
            guard crew.interrupt(unique) else { throw .resourceTemporarilyUnavailable }
        case .notifyReply: break
        // Over and done with; it comes once, before any other.
        case .initialize: throw .ioError
        case .destroy: return .reply(.done)
        default: return nil
        }
        return .silence
    }
}
