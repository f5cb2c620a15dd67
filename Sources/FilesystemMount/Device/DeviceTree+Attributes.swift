import ProtectedStore
import ProtectionModel
import SystemIO
package import SystemPackage

/// Attributes.
extension DeviceTree {
    package func getattr(
        _ node: NodeID,
        _ handle: HandleID?,
        _ context: borrowing RequestContext
    ) throws(Errno) -> AttributeReply {
        let inode = nodes.inode(of: node)
        do {
            var attributes = NodeAttributes(try metadata(of: node), inode: inode)
            if !nodes.hasName(node) { attributes.links = 0 }
            return AttributeReply(attributes, validFor: options.validity)
        } catch  where error == .badMessage && node != .root {
            // Damaged: what can be listed and removed has attributes of some kind.
            return AttributeReply(NodeAttributes(inode: inode, mode: NodeType.file.rawValue))
        }
    }

    /// What is known of a node; one without a name is asked through whatever has it open.
    func metadata(of node: NodeID) throws(Errno) -> FileMetadata {
        if let file = handles.file(of: node) {
            do { return try file.metadata() } catch { throw Errno(error, isOpen: true) }
        }
        return try withPath(of: node) { try files.unreportedMetadata(of: $0) }
    }

    package func setattr(
        _ node: NodeID,
        _ changes: AttributeChanges,
        _ handle: HandleID?,
        _ context: borrowing RequestContext
    ) throws(Errno) -> AttributeReply {
        if let size = changes.size { try setLength(size, of: node, handle, context) }
        var change = AttributeChange(changes)
        if changes.killsPrivileges || changes.owner != nil || changes.group != nil {
            let metadata = try metadata(of: node)
            if let mode = metadata.modeWithoutPrivileges(changes.mode) { change.mode = mode }
            try dropCapability(metadata, node)
        } else if changes.size != nil {
            try dropCapability(try metadata(of: node), node)
        }
        if !change.isEmpty { try apply(change, to: node) }
        return try getattr(node, handle, context)
    }

    private func setLength(
        _ size: UInt64,
        of node: NodeID,
        _ handle: HandleID?,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try checkLength(size)
        if let handle {
            let file = try handles.file(handle)
            return try gate.perform(isOpen: true, context) { try file.truncate(to: size) }
        }
        try gate.perform(isOpen: false, context) {
            try withPath(of: node) { path in
                let file = try files.open(path, .write)
                defer { try? file.close(durability: .none) }
                try file.truncate(to: size)
            }
        }
    }

    private func apply(_ change: AttributeChange, to node: NodeID) throws(Errno) {
        if let file = handles.file(of: node) {
            do { return try file.setAttributes(change, durability: .none) } catch {
                throw Errno(error, isOpen: true)
            }
        }
        try withPath(of: node) { try files.setAttributes(change, of: $0, durability: .none) }
    }

    /// After a write on behalf of somebody who must not keep a file's privileges.
    func dropPrivileges(
        of node: NodeID,
        _ file: ProtectedFile,
        killing: Bool
    ) throws(Errno) {
        guard killing || file.hasExtendedAttributes else { return }
        let metadata = try metadata(of: node)
        if killing, let mode = metadata.modeWithoutPrivileges(nil) {
            try apply(AttributeChange(mode: mode), to: node)
        }
        try dropCapability(metadata, node)
    }

    private func dropCapability(_ metadata: FileMetadata, _ node: NodeID) throws(Errno) {
        // What has no name any more cannot be executed either.
        guard metadata.hasExtendedAttributes, nodes.hasName(node) else { return }
        do { try removeExtendedAttribute(Self.capability, of: node) } catch {
            guard error == .noData else { throw error }
        }
    }

    private static let capability = Array("security.capability".utf8)

    package func statfs(
        _ node: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> FileSystemStatus {
        do {
            let volume = try files.volumeStatus()
            return FileSystemStatus(
                blockSize: UInt32(clamping: volume.blockByteCount),
                blocks: volume.blocks,
                freeBlocks: volume.freeBlocks,
                availableBlocks: volume.availableBlocks,
                files: volume.inodes,
                freeFiles: volume.freeInodes
            )
        } catch { throw Errno(error) }
    }

    package func syncfs(_ context: borrowing RequestContext) throws(Errno) {
        do { try files.synchronizeAll() } catch { throw Errno(error) }
    }
}

/// Extended attributes, the class among them.
extension DeviceTree {
    private static let classAttribute = Array("user.protection.class".utf8)

    private func isClass(_ name: AttributeName) -> Bool {
        options.showsClass && name.bytes == Self.classAttribute
    }

    package func getxattr(
        _ node: NodeID,
        _ name: AttributeName,
        _ context: borrowing RequestContext
    ) throws(Errno) -> [UInt8] {
        let metadata = try metadata(of: node)
        if isClass(name), metadata.hasClass { return Array(metadata.protection.name.utf8) }
        guard metadata.hasExtendedAttributes,
            let value = try extendedAttributes(of: node)[name.bytes]
        else { throw .noData }
        return value
    }

    package func listxattr(
        _ node: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> [AttributeName] {
        let metadata = try metadata(of: node)
        var names: [AttributeName] = []
        if options.showsClass, metadata.hasClass {
            names.append(try AttributeName(Self.classAttribute))
        }
        guard metadata.hasExtendedAttributes else { return names }
        for name in try extendedAttributes(of: node).names { names.append(try AttributeName(name)) }
        return names
    }

    private func extendedAttributes(of node: NodeID) throws(Errno) -> ExtendedAttributes {
        try withPath(of: node) { try files.extendedAttributes(of: $0) }
    }

    package func setxattr(
        _ node: NodeID,
        _ name: AttributeName,
        _ value: RawSpan,
        _ demand: AttributeDemand,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        let bytes = value.array(0..<value.byteCount)
        guard !isClass(name) else { return try setClass(bytes, of: node, demand, context) }
        guard Self.isKept(name) else { throw .notSupported }
        do {
            try withPath(of: node) { path in
                try files.setExtendedAttribute(name.bytes, bytes, demand.rule, of: path)
            }
        } catch { throw error == .noSuchFileOrDirectory && demand == .present ? .noData : error }
    }

    /// The store refuses others, too, but as bad names.
    private static func isKept(_ name: AttributeName) -> Bool {
        ["user.", "security.", "trusted."].contains { name.bytes.starts(with: $0.utf8) }
    }

    private func setClass(
        _ bytes: [UInt8],
        of node: NodeID,
        _ demand: AttributeDemand,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        guard demand != .absent else { throw .fileExists }
        // As with the mode: whoever may write a file need not be allowed to say who else reads it.
        let owner = try metadata(of: node).owner
        guard context.user == 0 || context.user == owner else { throw .notPermitted }
        // `setfattr -v` and `echo … |` may end it with a newline or a zero.
        let text = String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }, as: UTF8.self)
        guard let protection = ProtectionClass(named: text) else { throw .invalidArgument }
        try gate.perform(isOpen: false, context) {
            try withPath(of: node) { try files.setProtection(protection, of: $0) }
        }
    }

    package func removexattr(
        _ node: NodeID,
        _ name: AttributeName,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        // Every file has a class.
        guard !isClass(name) else { throw .notPermitted }
        try removeExtendedAttribute(name.bytes, of: node)
    }

    private func removeExtendedAttribute(_ name: [UInt8], of node: NodeID) throws(Errno) {
        guard try metadata(of: node).hasExtendedAttributes,
            try extendedAttributes(of: node)[name] != nil
        else { throw .noData }
        try withPath(of: node) { path in
            try files.removeExtendedAttribute(name, of: path)
        }
    }
}

extension AttributeDemand {
    fileprivate var rule: ExtendedAttributes.Rule {
        switch self {
        case .none: .any
        case .absent: .create
        case .present: .replace
        }
    }
}

extension AttributeChange {
    /// What of a change the store's attributes know; the length is content.
    fileprivate init(_ changes: AttributeChanges) {
        self.init(
            mode: changes.mode.map { $0 & 0o7777 },
            owner: changes.owner,
            group: changes.group,
            accessed: changes.accessed.map(Time.init),
            modified: changes.modified.map(Time.init)
        )
    }

    fileprivate var isEmpty: Bool {
        mode == nil && owner == nil && group == nil && accessed == nil && modified == nil
    }
}

extension AttributeChange.Time {
    fileprivate init(_ time: AttributeChanges.Time) {
        switch time {
        case .now: self = .now
        case .at(let time): self = .at(time)
        }
    }
}

extension FileMetadata {
    /// Links and special files have no content, and so no class.
    fileprivate var hasClass: Bool { kind == .file || kind == .directory }

    /// The mode without set-user-ID, and without set-group-ID where the group may execute; nil where
    /// that is the mode already.
    fileprivate func modeWithoutPrivileges(_ new: UInt32?) -> UInt32? {
        // Linux does it of everything but folders.
        guard kind != .directory else { return nil }
        let mode = new ?? self.mode
        var plain = mode & ~DeviceTree.setUserID
        if plain & DeviceTree.groupExecutes != 0 { plain &= ~DeviceTree.setGroupID }
        return plain == mode ? nil : plain
    }
}
