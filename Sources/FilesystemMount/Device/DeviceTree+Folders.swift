import ProtectedStore
import ProtectionModel
package import SystemPackage

/// Folders.
extension DeviceTree {
    package func opendir(
        _ node: NodeID,
        _ flags: OpenFlags,
        _ context: borrowing RequestContext
    ) throws(Errno) -> OpenReply {
        // A folder that is gone cannot be opened; its names are read when they are asked for.
        _ = try withPath(of: node) { try files.unreportedMetadata(of: $0) }
        return OpenReply(handles.addFolder(node))
    }

    /// Cookies are places in a listing that stays as long as the handle, until it is rewound: so no
    /// name is missing or there twice, however many are made and removed meanwhile.
    package func readdir(
        _ node: NodeID,
        _ handle: HandleID,
        from cookie: UInt64,
        into reply: inout DirectoryReply,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        let listing = try listing(node, handle, from: cookie)
        if cookie < 1 {
            guard reply.add(.itself, inode: nodes.inode(of: node), next: 1) else { return }
        }
        if cookie < 2 {
            let above = nodes.inode(of: nodes.folder(of: node))
            guard reply.add(.parent, inode: above, next: 2) else { return }
        }
        var index = Int(clamping: max(cookie, 2) - 2)
        while index < listing.entries.count {
            let entry = listing.entries[index]
            index += 1
            guard try add(entry, of: listing, node, next: UInt64(index) + 2, to: &reply) else {
                return
            }
        }
    }

    private func listing(
        _ node: NodeID,
        _ handle: HandleID,
        from cookie: UInt64
    ) throws(Errno) -> FolderListing {
        if cookie > 0, let known = handles.listing(handle) { return known }
        let listing = try withPath(of: node) { try files.listing(of: $0) }
        handles.keep(listing, for: handle)
        return listing
    }

    /// - Returns: false when there is no room.
    private func add(
        _ entry: FolderListing.Entry,
        of listing: FolderListing,
        _ folder: NodeID,
        next cookie: UInt64,
        to reply: inout DirectoryReply
    ) throws(Errno) -> Bool {
        guard let name = try? FileName(entry.name) else { return true }
        let found: FileMetadata?
        do { found = try files.metadata(of: entry, in: listing) } catch {
            // Damaged: it can be named, and removed.
            return reply.add(name, inode: Self.unknownInode, .file, next: cookie)
        }
        guard let metadata = found else { return true }
        guard reply.wantsEntries else {
            let type = NodeType(mode: metadata.kind.fileType) ?? .file
            return reply.add(name, inode: metadata.number, type, next: cookie)
        }
        let known = self.entry(metadata, name, in: folder)
        let isAdded = reply.add(name, known, next: cookie)
        if !isAdded { forget(known.node, count: 1) }
        return isAdded
    }

    /// What libraries take for a number that is not known.
    private static var unknownInode: UInt64 { 0xFFFF_FFFF }

    package func releasedir(_ node: NodeID, _ handle: HandleID) { handles.removeFolder(handle) }

    package func fsyncdir(
        _ node: NodeID,
        _ handle: HandleID,
        dataOnly: Bool,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try withPath(of: node) { try files.synchronizeFolder($0) }
    }
}
