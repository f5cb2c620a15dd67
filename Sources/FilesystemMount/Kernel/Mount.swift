package import ProtectionModel
import SystemIO
import SystemPackage

/// A tree that is mounted: every program sees its files below a folder.
///
/// ```swift
/// let mount = try Mount(at: "/mnt/phone", MountOptions(source: device), showing: tree)
/// try mount.waitUntilEnd()    // until somebody unmounts it
/// ```
package final class Mount: Sendable {
    /// What the table of mounts says of the type, and `mount.fuse.protectctl` is called for.
    package static let type = "fuse.\(subtype)"
    static let subtype = "protectctl"

    /// The mount point, absolute and without symbolic links.
    package var path: String { point.path }

    private let point: MountPoint
    /// Which mount is ours, should another cover it.
    private let device: String?
    private let mounter: Mounter
    private let session: MountSession

    /// Mounts a tree, and returns when the mount answers.
    ///
    /// - Throws: ``ProtectionError``: for the mount point `notFound`, `notADirectory`,
    ///   `directoryNotEmpty`, `busy`; `notFound` when the kernel's device or the helper is missing;
    ///   `permissionDenied`; `unsupportedVersion` for a kernel before 5.4; `timedOut`; `inputOutput`.
    ///   Nothing is mounted then.
    package init(
        at path: String,
        _ options: MountOptions,
        showing tree: any MountedTree
    ) throws(ProtectionError) {
        point = try MountPoint(forMountingAt: path, isAllowedFull: options.isAllowedFull)
        mounter = Mounter(options)
        let device = try mounter.mount(at: point, options)
        do {
            session = try MountSession(on: device, showing: tree, options.session)
        } catch {
            try? mounter.unmount(point, detaching: true)
            throw error
        }
        self.device = MountTable.entry(at: point.path)?.device
    }

    /// Unmounts one of our mounts, whichever process serves it; with `detaching` also one that is
    /// used, which then goes on without a name until its last user is gone.
    ///
    /// - Throws: ``ProtectionError``: `notFound`, `busy`, `permissionDenied`, `inputOutput`.
    package static func unmount(
        _ path: String,
        detaching: Bool = false,
        helper: String = "fusermount3"
    ) throws(ProtectionError) {
        var options = MountOptions(source: "")
        options.helper = helper
        let point = try MountPoint(ofMountAt: path)
        try Mounter(options).unmount(point, detaching: detaching)
    }

    /// Waits until the tree is unmounted, by us or anybody.
    ///
    /// - Throws: ``ProtectionError``: `inputOutput` when the kernel could not be read from.
    package func waitUntilEnd() throws(ProtectionError) {
        do { try session.waitUntilEnd() } catch {
            throw ProtectionError(
                .inputOutput,
                "the mount at '\(path)' ended: \(error)",
                path: path,
                cause: error
            )
        }
    }

    /// Unmounts, unless some program uses the mount.
    ///
    /// - Throws: ``ProtectionError``: `busy`, and the mount goes on; `permissionDenied`,
    ///   `inputOutput`.
    package func unmount() throws(ProtectionError) {
        if isMounted { try mounter.unmount(point, detaching: false) }
        session.end()
    }

    /// Unmounts, whoever uses the mount: requests at hand are answered, and what is open gives
    /// `ENOTCONN` from then on.
    ///
    /// Not to be called by the tree.
    package func end() {
        if isMounted { try? mounter.unmount(point, detaching: true) }
        session.end()
    }

    /// Whether the mount point shows this mount.
    package var isMounted: Bool {
        guard let entry = MountTable.entry(at: point.path), entry.type == Self.type else {
            return false
        }
        return device == nil || entry.device == device
    }
}

/// What the kernel remembers, and is to forget.
///
/// Each call waits until it has. Not for a thread that answers a request, nor for one that holds a
/// lock which the tree needs for an answer: the kernel may first write back what was changed
/// through mappings, or wait for a request that holds the same pages or folder. What it does not
/// know, and what ended, is no failure.
extension Mount {
    /// Forgets the attributes of a node and its content, all of it unless told otherwise.
    ///
    /// Clean pages are dropped, changed ones written back; a later load through a mapping asks
    /// again.
    ///
    /// - Throws: ``ProtectionError``: `inputOutput`.
    package func invalidate(
        _ node: NodeID,
        content: Range<UInt64>? = 0..<UInt64.max
    ) throws(ProtectionError) {
        try notify(.node(node, content))
    }

    /// Forgets what a name stands for.
    ///
    /// - Throws: ``ProtectionError``: `inputOutput`.
    package func invalidate(_ name: FileName, in folder: NodeID) throws(ProtectionError) {
        try notify(.entry(name, in: folder))
    }

    /// Forgets a name that was removed with its node, and tells who watches the folder.
    ///
    /// - Throws: ``ProtectionError``: `inputOutput`.
    package func invalidate(
        _ name: FileName,
        of node: NodeID,
        removedFrom folder: NodeID
    ) throws(ProtectionError) {
        try notify(.deletion(name, of: node, in: folder))
    }

    private func notify(_ notification: Notification) throws(ProtectionError) {
        do { try session.notify(notification) } catch {
            throw ProtectionError(
                .inputOutput,
                "the kernel keeps what it knows: \(error)",
                path: path,
                cause: error
            )
        }
    }
}
