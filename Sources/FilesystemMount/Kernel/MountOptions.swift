import SystemIO

/// How a tree is mounted.
package struct MountOptions: Sendable {
    /// What the table of mounts says is mounted, such as the path of a device.
    package var source: String
    /// Nothing can be written.
    package var isReadOnly = false
    /// Other users than the one who mounts may use it, as far as modes allow; for users other than root
    /// `/etc/fuse.conf` has to allow that.
    package var allowsOthers = false
    /// The mount point may have files, which are covered.
    package var isAllowedFull = false
    /// How requests are served.
    package var session = MountSession.Options()
    /// The program that mounts for users other than root.
    package var helper = "fusermount3"
    /// Mounts by the helper even as root.
    package var alwaysUsesHelper = false

    /// A mount that can be written to, for the user who mounts.
    package init(source: String) {
        self.source = source
    }

    /// Options for mount(2) and for the helper alike.
    ///
    /// The kernel itself checks permissions, from the modes that the tree tells.
    var words: [String] {
        var words = ["default_permissions", "max_read=\(session.maxWrite)"]
        if allowsOthers { words.append("allow_other") }
        return words
    }
}
