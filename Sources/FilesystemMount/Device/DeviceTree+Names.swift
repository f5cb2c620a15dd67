import ProtectedStore
import ProtectionModel
import SystemIO
package import SystemPackage

/// Names.
extension DeviceTree {
    package func lookup(
        _ name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        try withPath(of: name, in: folder) { path in
            do {
                return entry(try files.unreportedMetadata(of: path), name, in: folder)
            } catch let error as ProtectionError where error.code == .authenticationFailure {
                // Damaged folders stay closed; of anything else the name is good for removing it.
                guard try files.unreportedKind(of: path) != .directory else { throw error }
                return damagedEntry(name, in: folder)
            }
        }
    }

    package func readlink(
        _ node: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> [UInt8] {
        try withPath(of: node) { try files.linkTargetBytes(of: $0) }
    }

    package func symlink(
        _ name: FileName,
        in folder: NodeID,
        target: [UInt8],
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        let attributes = try newAttributes(0o777, in: folder, context)
        return try make(name, in: folder) { path in
            try files.makeLink(to: target, at: path, attributes: attributes, durability: .none)
        }
    }

    package func mknod(
        _ name: FileName,
        in folder: NodeID,
        mode: UInt32,
        device: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        guard let kind = FileMetadata.Kind(fileType: mode & NodeType.mask), kind != .directory,
            kind != .symbolicLink
        else { throw .invalidArgument }
        let attributes = try newAttributes(mode, in: folder, context)
        return try make(name, in: folder) { path in
            guard kind == .file else {
                return try files.makeSpecial(
                    kind,
                    device: UInt64(device),
                    at: path,
                    attributes: attributes,
                    durability: .none
                )
            }
            try files.open(
                path,
                .write,
                creating: FileStore.Creation(
                    attributes: attributes,
                    isExclusive: true,
                    durability: .none
                )
            ).close(durability: .none)
        }
    }

    package func mkdir(
        _ name: FileName,
        in folder: NodeID,
        mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        let attributes = try newAttributes(mode, in: folder, isFolder: true, context)
        return try make(name, in: folder) { path in
            try files.makeDirectory(path, attributes: attributes, durability: .none)
        }
    }

    /// Makes something and counts its lookup.
    private func make(
        _ name: FileName,
        in folder: NodeID,
        _ body: (DevicePath) throws -> Void
    ) throws(Errno) -> EntryReply {
        try withPath(of: name, in: folder) { path in
            try body(path)
            return entry(try files.unreportedMetadata(of: path), name, in: folder)
        }
    }

    /// Whose a new file is: the caller's, and of the folder's group where that is set-group-ID.
    func newAttributes(
        _ mode: UInt32,
        in folder: NodeID,
        isFolder: Bool = false,
        _ context: borrowing RequestContext
    ) throws(Errno) -> NewAttributes {
        let above = try withPath(of: folder) { try files.unreportedMetadata(of: $0) }
        let givesGroup = above.mode & Self.setGroupID != 0
        let inherited = givesGroup && isFolder ? Self.setGroupID : 0
        return NewAttributes(
            mode: mode & 0o7777 | inherited,
            owner: FileOwner(
                user: context.user,
                group: givesGroup ? above.group : context.group
            )
        )
    }

    static var setUserID: UInt32 { 0o4000 }
    static var setGroupID: UInt32 { 0o2000 }
    static var groupExecutes: UInt32 { 0o0010 }

    package func unlink(
        _ name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try withPath(of: name, in: folder) { try files.remove($0, durability: .none) }
        nodes.remove(NodeTable.Place(folder: folder, name: name))
    }

    package func rmdir(
        _ name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try withPath(of: name, in: folder) { try files.removeDirectory($0, durability: .none) }
        nodes.remove(NodeTable.Place(folder: folder, name: name))
    }

    package func rename(
        _ name: FileName,
        in folder: NodeID,
        to newName: FileName,
        in newFolder: NodeID,
        _ flags: RenameFlags,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        let rule: RenameRule
        switch flags {
        case []: rule = .replacing
        case .noReplace: rule = .exclusive
        case .exchange: rule = .exchanging
        default: throw .invalidArgument
        }
        try withPath(of: name, in: folder) { source in
            let target = try nodes.path(of: newFolder).appending(newName)
            try files.rename(source, to: target, rule, durability: .none)
        }
        nodes.move(
            NodeTable.Place(folder: folder, name: name),
            to: NodeTable.Place(folder: newFolder, name: newName),
            exchanging: rule == .exchanging
        )
    }
}
