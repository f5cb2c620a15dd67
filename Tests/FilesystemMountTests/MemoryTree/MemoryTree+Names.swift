import FilesystemMount
import SystemPackage

extension MemoryTree {
    func lookup(
        _ name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        try with("lookup") { (state) throws(Errno) in
            guard let node = try state.child(name, of: folder) else {
                throw .noSuchFileOrDirectory
            }
            return try state.entry(node, validity)
        }
    }

    func forget(_ node: NodeID, count: UInt64) {
        try? with("forget") { (state) throws(Errno) in
            try state.change(node) { (found) throws(Errno) in
                found.lookups -= min(found.lookups, count)
            }
            state.collect(node)
        }
    }

    func readlink(
        _ node: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> [UInt8] {
        try with("readlink") { (state) throws(Errno) in
            guard case .link(let target) = try state[node].kind else { throw .invalidArgument }
            return target
        }
    }

    func symlink(
        _ name: FileName,
        in folder: NodeID,
        target: [UInt8],
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        let node = MemoryNode(kind: .link(target), mode: 0o120777)
        return try with("symlink") { (state) throws(Errno) in
            try state.add(node, name, in: folder, validity)
        }
    }

    func link(
        _ node: NodeID,
        as name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        try with("link") { (state) throws(Errno) in
            guard try state.child(name, of: folder) == nil else { throw .fileExists }
            try state.change(folder) { (found) throws(Errno) in
                try found.withListing { (listing) throws(Errno) in listing.set(name, node) }
            }
            try state.change(node) { (found) throws(Errno) in found.links += 1 }
            return try state.entry(node, validity)
        }
    }

    func mknod(
        _ name: FileName,
        in folder: NodeID,
        mode: UInt32,
        device: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        let isFile = NodeType(mode: mode) == .file
        var node = MemoryNode(kind: isFile ? .file(Content()) : .special, mode: mode)
        (node.owner, node.group, node.device) = (context.user, context.group, device)
        return try with("mknod") { (state) throws(Errno) in
            try state.add(node, name, in: folder, validity)
        }
    }

    func mkdir(
        _ name: FileName,
        in folder: NodeID,
        mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        var node = MemoryNode(kind: .folder(Listing(), parent: folder), mode: 0o040000 | mode)
        (node.owner, node.group) = (context.user, context.group)
        return try with("mkdir") { (state) throws(Errno) in
            try state.add(node, name, in: folder, validity)
        }
    }

    func unlink(
        _ name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try with("unlink") { (state) throws(Errno) in try state.unlink(name, in: folder) }
    }

    func rmdir(
        _ name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try with("rmdir") { (state) throws(Errno) in
            guard let node = try state.child(name, of: folder) else {
                throw .noSuchFileOrDirectory
            }
            guard case .folder(let listing, _) = try state[node].kind else { throw .notDirectory }
            guard listing.isEmpty else { throw .directoryNotEmpty }
            try state.unlink(name, in: folder)
        }
    }

    func rename(
        _ name: FileName,
        in folder: NodeID,
        to newName: FileName,
        in newFolder: NodeID,
        _ flags: RenameFlags,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try with("rename") { (state) throws(Errno) in
            guard let node = try state.child(name, of: folder) else {
                throw .noSuchFileOrDirectory
            }
            let other = try state.child(newName, of: newFolder)
            if flags == .noReplace, other != nil { throw .fileExists }
            if flags == .exchange {
                guard let other else { throw .noSuchFileOrDirectory }
                try state.set(name, other, in: folder)
                return try state.set(newName, node, in: newFolder)
            }
            guard flags.isSubset(of: .noReplace) else { throw .invalidArgument }
            if let other {
                if case .folder(let listing, _) = try state[other].kind, !listing.isEmpty {
                    throw .directoryNotEmpty
                }
                if other == node { return }
                try state.unlink(newName, in: newFolder)
            }
            try state.set(newName, node, in: newFolder)
            try state.change(folder) { (found) throws(Errno) in
                try found.withListing { (listing) throws(Errno) in listing.remove(name) }
            }
        }
    }

    func readdir(
        _ node: NodeID,
        _ handle: HandleID,
        from cookie: UInt64,
        into reply: inout DirectoryReply,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        let (nodes, parent) = try with("readdir") { (state) throws(Errno) in
            guard case .folder(let listing, let parent) = try state[node].kind else {
                throw .notDirectory
            }
            return (Array(listing.names(after: cookie).prefix(1_000)), parent)
        }
        if cookie < 1, !reply.add(.itself, inode: node.rawValue, next: 1) { return }
        if cookie < 2, !reply.add(.parent, inode: parent.rawValue, next: 2) { return }
        for (cookie, name) in nodes {
            guard try add(name, of: node, cookie, to: &reply) else { return }
        }
    }

    private func add(
        _ name: FileName,
        of folder: NodeID,
        _ cookie: UInt64,
        to reply: inout DirectoryReply
    ) throws(Errno) -> Bool {
        let found = try with("entry") { (state) throws(Errno) -> EntryReply? in
            guard let node = try state.child(name, of: folder) else { return nil }
            return try state.entry(node, validity)
        }
        guard let found else { return true }
        let isAdded = reply.add(name, found, next: cookie)
        if !isAdded || !reply.wantsEntries { forget(found.node, count: 1) }
        return isAdded
    }
}

extension MemoryTree.State {
    mutating func set(_ name: FileName, _ node: NodeID, in folder: NodeID) throws(Errno) {
        try change(folder) { (found) throws(Errno) in
            try found.withListing { (listing) throws(Errno) in listing.set(name, node) }
        }
        try change(node) { (found) throws(Errno) in
            if case .folder(let listing, _) = found.kind {
                found.kind = .folder(listing, parent: folder)
            }
        }
    }
}
