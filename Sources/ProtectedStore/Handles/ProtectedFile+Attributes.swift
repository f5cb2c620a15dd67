import KeyManagement
package import ProtectionModel
import SystemIO

/// What is known of an open file, also when no name leads to it any more.
extension ProtectedFile {
    /// What ``FileStore/metadata(of:)`` says, of this very file.
    ///
    /// - Throws: ``ProtectionError`` with `handle-closed`.
    package func metadata() throws(ProtectionError) -> FileMetadata {
        try ProtectionError.wrapping {
            let file = try file().keyed
            // A file that was removed has no header any more; what was known of it still holds.
            try? file.refresh()
            return try file.withState { (state) throws in
                guard !state.isEnded else { throw ProtectionError(.handleClosed, path: path) }
                return FileMetadata(
                    path: path,
                    protection: state.header.protection,
                    size: state.index.logicalLength,
                    attributes: state.attributes
                )
            }
        }
    }

    /// What ``FileStore/setAttributes(_:of:durability:)`` does, to this very file.
    ///
    /// - Throws: ``ProtectionError`` with `handle-closed`, `invalid-argument`,
    ///   `authentication-failure`; `busy` for a file that has a second name on the host.
    package func setAttributes(
        _ change: AttributeChange,
        durability: Durability = .full
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let file = try file().keyed
            try change.check(path)
            let now = file.context.keys.clock.wallTime()
            try file.changeAttributes(durability) { change.apply(to: &$0, now: now, lastFrame: $1) }
        }
    }

    /// What ``FileStore/noteAccess(of:)`` does, for this very file.
    ///
    /// - Throws: as ``setAttributes(_:durability:)``.
    package func noteAccess() throws(ProtectionError) {
        try ProtectionError.wrapping {
            let file = try file().keyed
            let now = file.context.keys.clock.wallTime()
            guard file.withState({ $0.attributes.isAccessWorthNoting(now) }) else { return }
            try file.changeAttributes(.none) { attributes, _ in attributes.accessed = now }
        }
    }
}

extension KeyedFile {
    /// Changes the attributes in the header; those of a file without a name only here, as no one
    /// else will ever see them.
    fileprivate func changeAttributes(
        _ durability: Durability,
        _ change: (inout NodeAttributes, UInt64) throws -> Void
    ) throws {
        try checkUsable()
        let inode = inode
        try ProtectionError.telling(of: place.path) {
            let volume = try context.keys.volumeKeys()
            do {
                let update = SlotUpdate(context: context, path: place.path)
                let header = try update.run(inode.file, durability) {
                    (header: inout SealedHeader) in
                    try change(&header.attributes, try lastFrame(header, volume, inode))
                }
                withState { $0.follow(header) }
            } catch  where isNameless(inode, error) {
                try withState { (state) throws in
                    let last = state.index.lastNumber
                    try state.change { try change(&$0, last) }
                }
            }
        }
    }

    private func lastFrame(
        _ header: SealedHeader,
        _ volume: VolumeKeys,
        _ inode: OpenInode
    ) throws -> UInt64 {
        if let known = withState({ $0.ending(with: header) }) { return known.lastNumber }
        let size = try inode.file.status().size
        return try LockedLength(header: header, volume: volume).read(inode.file, size).lastNumber
    }

    /// Whether a failure comes from the removal of the file, which takes its name and its header.
    private func isNameless(_ inode: OpenInode, _ error: any Error) -> Bool {
        switch error {
        case is ReplacedInode: true
        case AuthenticatedSlot.Defect.damaged: !place.leads(to: inode.identity, context)
        default: false
        }
    }
}
