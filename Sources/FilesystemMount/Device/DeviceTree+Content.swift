import KeyManagement
import ProtectedStore
import ProtectionModel
package import SystemPackage

/// Content.
extension DeviceTree {
    package func open(
        _ node: NodeID,
        _ flags: OpenFlags,
        _ context: borrowing RequestContext
    ) throws(Errno) -> OpenReply {
        let file = try gate.perform(isOpen: false, context) {
            try withPath(of: node) { try files.open($0, ProtectedFile.Mode(flags)) }
        }
        do {
            try checkIdentity(of: file, node)
            if flags.truncates, flags.writes {
                try gate.perform(isOpen: false, context) { try file.truncate(to: 0) }
                try dropPrivileges(of: node, file, killing: flags.killsPrivileges)
            }
            return reply(file, node)
        } catch {
            try? file.close(durability: .none)
            throw error
        }
    }

    /// Another process may have put another file in the place of the one that the kernel knows, and
    /// keeps pages of.
    ///
    /// - Throws: `ESTALE`, after which the kernel looks the name up again.
    private func checkIdentity(of file: ProtectedFile, _ node: NodeID) throws(Errno) {
        guard let expected = nodes.number(of: node) else { return }
        let number: UInt64
        do { number = try file.metadata().number } catch { throw Errno(error, isOpen: true) }
        guard number == expected else { throw .staleNFSFileHandle }
    }

    private func reply(_ file: ProtectedFile, _ node: NodeID) -> OpenReply {
        let handle = handles.add(file, of: node)
        nodes.noteCached(node)
        return OpenReply(handle, [.keepCache, .noFlush])
    }

    package func create(
        _ name: FileName,
        in folder: NodeID,
        _ flags: OpenFlags,
        mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> (EntryReply, OpenReply) {
        let attributes = try newAttributes(mode, in: folder, context)
        let (file, metadata) = try gate.perform(isOpen: false, context) {
            try withPath(of: name, in: folder) { path in
                let file = try files.open(
                    path,
                    ProtectedFile.Mode(flags),
                    creating: FileStore.Creation(
                        attributes: attributes,
                        isExclusive: flags.isExclusive,
                        durability: .none
                    )
                )
                if flags.truncates, flags.writes, try file.size > 0 { try file.truncate(to: 0) }
                return (file, try file.metadata())
            }
        }
        let entry = entry(metadata, name, in: folder)
        do {
            // It may have been there, and was emptied.
            try dropPrivileges(of: entry.node, file, killing: flags.killsPrivileges)
        } catch {
            forget(entry.node, count: 1)
            try? file.close(durability: .none)
            throw error
        }
        return (entry, reply(file, entry.node))
    }

    package func read(
        _ node: NodeID,
        _ request: ReadRequest,
        into reply: inout ReadReply,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        let file = try handles.file(request.handle)
        let content = try gate.perform(isOpen: true, context) {
            try gate.check(file.protection, file.path)
            return try file.content(at: request.offset, count: request.count)
        }
        content.withBytes { reply.send($0) }
    }

    package func write(
        _ node: NodeID,
        _ request: WriteRequest,
        _ bytes: RawSpan,
        _ context: borrowing RequestContext
    ) throws(Errno) -> Int {
        let file = try handles.file(request.handle)
        let source = bytes
        try checkLength(request.offset, adding: UInt64(source.byteCount))
        try gate.perform(isOpen: true, context) {
            // What was changed through mappings comes back while the keys are about to go.
            if !request.isWriteback { try gate.check(file.protection, file.path) }
            guard request.isWriteback else {
                return try file.write(source, at: request.offset)
            }
            // The kernel chooses when; the program may be idle by then.
            try DeviceUse.inBackground { try file.write(source, at: request.offset) }
        }
        try dropPrivileges(of: node, file, killing: request.killsPrivileges)
        return source.byteCount
    }

    /// - Throws: `EFBIG` for an end that no file reaches.
    func checkLength(_ offset: UInt64, adding count: UInt64 = 0) throws(Errno) {
        let (end, isOverflow) = offset.addingReportingOverflow(count)
        guard !isOverflow, end <= ProtectedFile.byteLimit else { throw .fileTooLarge }
    }

    package func release(_ node: NodeID, _ handle: HandleID) {
        guard let file = handles.remove(handle) else { return }
        nodes.noteCached(node)
        // A time that cannot be kept is no reason to fail a read.
        if file.mode != .write, !options.isReadOnly { try? file.noteAccess() }
        try? file.close(durability: .none)
    }

    package func fsync(
        _ node: NodeID,
        _ handle: HandleID,
        dataOnly: Bool,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        let file = try handles.file(handle)
        do { try file.synchronize() } catch { throw Errno(error, isOpen: true) }
    }

    package func fallocate(
        _ node: NodeID,
        _ handle: HandleID,
        _ range: Range<UInt64>,
        _ mode: AllocationMode,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        let file = try handles.file(handle)
        let keepsSize = mode.contains(.keepSize)
        try checkLength(range.upperBound)
        try gate.perform(isOpen: true, context) {
            try gate.check(file.protection, file.path)
            let size = try file.size
            switch mode.subtracting(.keepSize) {
            // Sealed content has no blocks that could be had in advance.
            case []: break
            case .punchHole where keepsSize, .zeroRange:
                let part = keepsSize ? range.clamped(to: 0..<max(size, 0)) : range
                if !part.isEmpty { try file.zero(part) }
            default: throw Errno.notSupported
            }
            if !keepsSize, range.upperBound > size, try file.size < range.upperBound {
                try file.truncate(to: range.upperBound)
            }
        }
    }
}

extension ProtectedFile.Mode {
    fileprivate init(_ flags: OpenFlags) {
        self = flags.writes ? (flags.reads ? .readWrite : .write) : .read
    }
}
