public import ProtectionModel
package import SystemIO

/// What can be known of a file, folder, link or special file in every lock state.
public struct FileMetadata: Sendable, Equatable {
    /// The sort of entry; raw values are the words of the tool.
    public enum Kind: String, Sendable, CaseIterable {
        /// A regular file.
        case file
        /// A folder.
        case directory
        /// A symbolic link.
        case symbolicLink = "link"
        /// A named pipe.
        case fifo
        /// A Unix socket.
        case socket
        /// A device that is read as a stream.
        case characterDevice = "character-device"
        /// A device that is read in blocks.
        case blockDevice = "block-device"
    }

    /// Where it is.
    public let path: DevicePath
    /// A file's class, or what new children of a folder take; `none` for links and special files,
    /// which have no content.
    public let protection: ProtectionClass
    /// Plaintext bytes of a file, or of a link's target; nil for folders and special files.
    public let size: UInt64?
    package let attributes: NodeAttributes

    init(
        path: DevicePath,
        protection: ProtectionClass,
        size: UInt64?,
        attributes: NodeAttributes
    ) {
        self.path = path
        self.protection = protection
        self.size = size
        var attributes = attributes
        // What of a log the times account for is no fact about the file.
        attributes.frameNumber = 0
        self.attributes = attributes
    }

    /// What it is.
    public var kind: Kind { attributes.kind }
    /// The inode number, which stays whatever happens to name, class and content; a file that is
    /// saved whole is a new one.
    public var number: UInt64 { attributes.number }
    /// The last change of content; for a folder, of the names in it.
    public var modified: Timestamp { attributes.modified }
    /// The last reading of content, as far as a mount keeps it.
    public var accessed: Timestamp { attributes.accessed }
    /// The last change of content, name, class, permissions or owner.
    public var changed: Timestamp { attributes.changed }
    /// When it was made.
    public var created: Timestamp { attributes.created }
    /// POSIX permission bits as they were put in; the host's own file is always private.
    public var mode: UInt32 { attributes.mode }
    /// The user it belongs to, as a number; the host's own file belongs to whoever made it.
    public var owner: UInt32 { attributes.owner.user }
    /// The group it belongs to, as a number.
    public var group: UInt32 { attributes.owner.group }
    /// What a device file stands for; 0 for all else.
    package var device: UInt64 { attributes.device }
    /// Whether it has extended attributes.
    package var hasExtendedAttributes: Bool { attributes.extended != nil }
}

extension FileStatus {
    /// When the content changed last.
    package var modified: Timestamp {
        Timestamp(seconds: modifiedSeconds, nanoseconds: modifiedNanoseconds)
    }

    /// When the content was read last.
    package var accessed: Timestamp {
        Timestamp(seconds: accessedSeconds, nanoseconds: accessedNanoseconds)
    }
}
