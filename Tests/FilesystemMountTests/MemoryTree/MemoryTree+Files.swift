import ProtectionModel
import FilesystemMount
import Synchronization
import SystemPackage

extension MemoryTree {
    func getattr(
        _ node: NodeID,
        _ handle: HandleID?,
        _ context: borrowing RequestContext
    ) throws(Errno) -> AttributeReply {
        try with("getattr") { (state) throws(Errno) in
            AttributeReply(try state[node].reply(node), validFor: validity)
        }
    }

    func setattr(
        _ node: NodeID,
        _ changes: AttributeChanges,
        _ handle: HandleID?,
        _ context: borrowing RequestContext
    ) throws(Errno) -> AttributeReply {
        try with("setattr") { (state) throws(Errno) in
            try state.change(node) { (found) throws(Errno) in try found.apply(changes) }
            return AttributeReply(try state[node].reply(node), validFor: validity)
        }
    }

    func open(
        _ node: NodeID,
        _ flags: OpenFlags,
        _ context: borrowing RequestContext
    ) throws(Errno) -> OpenReply {
        if isLocked, !waitsWhileLocked { throw .requiredKeyNotAvailable }
        return try with("open") { (state) throws(Errno) in
            if flags.truncates {
                try state.change(node) { (found) throws(Errno) in
                    try found.withContent { (content) throws(Errno) in content.resize(to: 0) }
                    if flags.killsPrivileges { found.killPrivileges() }
                }
            }
            return try state.open(node)
        }
    }

    func create(
        _ name: FileName,
        in folder: NodeID,
        _ flags: OpenFlags,
        mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> (EntryReply, OpenReply) {
        try make(name, in: folder, mode, context)
    }

    func tmpfile(
        in folder: NodeID,
        _ flags: OpenFlags,
        mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> (EntryReply, OpenReply) {
        try make(nil, in: folder, mode, context)
    }

    private func make(
        _ name: FileName?,
        in folder: NodeID,
        _ mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> (EntryReply, OpenReply) {
        var node = MemoryNode(kind: .file(Content()), mode: 0o100000 | mode)
        (node.owner, node.group) = (context.user, context.group)
        if name == nil { node.links = 0 }
        return try with("create") { (state) throws(Errno) in
            let entry = try state.add(node, name, in: folder, validity)
            return (entry, try state.open(entry.node))
        }
    }

    func read(
        _ node: NodeID,
        _ request: ReadRequest,
        into reply: inout ReadReply,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        if let reading { return try reading(&reply) }
        try demandKey(context)
        let content = try with("read") { (state) throws(Errno) in
            guard case .file(let content) = try state[node].kind else { throw .isDirectory }
            return content
        }
        reply.append { content.read(into: &$0, at: request.offset) }
    }

    func write(
        _ node: NodeID,
        _ request: WriteRequest,
        _ bytes: RawSpan,
        _ context: borrowing RequestContext
    ) throws(Errno) -> Int {
        if !request.isWriteback { try demandKey(context) }
        let count = bytes.byteCount
        try state.withLock { (state) throws(Errno) in
            state.counts["write", default: 0] += 1
            try state.change(node) { (found) throws(Errno) in
                try found.withContent { (content) throws(Errno) in
                    content.write(bytes, at: request.offset)
                }
                if request.killsPrivileges { found.killPrivileges() }
                found.modified = Timestamp(seconds: found.modified.seconds + 1)
            }
        }
        return count
    }

    func flush(
        _ node: NodeID,
        _ handle: HandleID,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try with("flush") { (_) throws(Errno) in }
    }

    func release(_ node: NodeID, _ handle: HandleID) {
        try? with("release") { (state) throws(Errno) in
            state.handles[handle] = nil
            try state.change(node) { (found) throws(Errno) in found.handles -= 1 }
            state.collect(node)
        }
    }

    func fsync(
        _ node: NodeID,
        _ handle: HandleID,
        dataOnly: Bool,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try with(dataOnly ? "fdatasync" : "fsync") { (_) throws(Errno) in }
    }

    func fallocate(
        _ node: NodeID,
        _ handle: HandleID,
        _ range: Range<UInt64>,
        _ mode: AllocationMode,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try with("fallocate") { (state) throws(Errno) in
            try state.change(node) { (found) throws(Errno) in
                try found.withContent { (content) throws(Errno) in
                    switch mode {
                    case []: content.resize(to: max(content.size, range.upperBound))
                    case .keepSize: break
                    case [.keepSize, .punchHole]:
                        content.zero(range.clamped(to: 0..<content.size))
                    default: throw .notSupportedOnSocket
                    }
                }
            }
        }
    }

    func lseek(
        _ node: NodeID,
        _ handle: HandleID,
        from offset: UInt64,
        to target: SeekTarget,
        _ context: borrowing RequestContext
    ) throws(Errno) -> UInt64 {
        try with("lseek") { (state) throws(Errno) in
            guard case .file(let content) = try state[node].kind else { throw .invalidArgument }
            guard let found = content.seek(target == .data ? .data : .hole, from: offset) else {
                throw .noSuchAddressOrDevice
            }
            return found
        }
    }

    func copyFileRange(
        _ request: CopyRequest,
        _ context: borrowing RequestContext
    ) throws(Errno) -> UInt64 {
        try with("copyFileRange") { (state) throws(Errno) in
            var bytes = [UInt8](repeating: 0, count: Int(min(request.count, 1 << 20)))
            guard case .file(let content) = try state[request.source.node].kind else {
                throw .invalidArgument
            }
            var span = bytes.mutableSpan
            var raw = span.mutableBytes
            let count = content.read(into: &raw, at: request.source.offset)
            let part = Array(bytes[..<count])
            try state.change(request.target.node) { (found) throws(Errno) in
                try found.withContent { (content) throws(Errno) in
                    content.write(part.span.bytes, at: request.target.offset)
                }
            }
            return UInt64(count)
        }
    }

    func opendir(
        _ node: NodeID,
        _ flags: OpenFlags,
        _ context: borrowing RequestContext
    ) throws(Errno) -> OpenReply {
        try with("opendir") { (state) throws(Errno) in try state.open(node, []) }
    }

    func releasedir(_ node: NodeID, _ handle: HandleID) {
        release(node, handle)
    }

    func fsyncdir(
        _ node: NodeID,
        _ handle: HandleID,
        dataOnly: Bool,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try with("fsyncdir") { (_) throws(Errno) in }
    }
}

extension MemoryNode {
    /// What a write does to set-user-ID, set-group-ID and capabilities.
    mutating func killPrivileges() {
        mode &= ~0o4000
        if mode & 0o010 != 0 { mode &= ~0o2000 }
    }

    mutating func apply(_ changes: AttributeChanges) throws(Errno) {
        if let mode = changes.mode { self.mode = self.mode & NodeType.mask | mode }
        if let owner = changes.owner { self.owner = owner }
        if let group = changes.group { self.group = group }
        if changes.owner != nil || changes.group != nil || changes.killsPrivileges {
            killPrivileges()
        }
        if let size = changes.size {
            try withContent { (content) throws(Errno) in content.resize(to: size) }
        }
        if let time = changes.accessed { accessed = time.value }
        if let time = changes.modified { modified = time.value }
    }
}

extension AttributeChanges.Time {
    var value: Timestamp {
        switch self {
        case .now: Timestamp(seconds: 4_000)
        case .at(let time): time
        }
    }
}
