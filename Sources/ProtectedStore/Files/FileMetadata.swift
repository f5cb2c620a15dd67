public import ProtectionModel
package import SystemIO

/// What can be known of a file or folder in every lock state.
public struct FileMetadata: Sendable, Equatable {
    /// The sort of entry.
    public enum Kind: String, Sendable {
        /// A regular file.
        case file
        /// A folder.
        case directory
    }

    /// Where it is.
    public let path: DevicePath
    /// What it is.
    public let kind: Kind
    /// A file's class, or what new children of a folder take.
    public let protection: ProtectionClass
    /// Plaintext bytes of a file; nil for a folder.
    public let size: UInt64?
    /// The last change of content.
    public let modified: Timestamp
    /// POSIX permission bits as they were put in; the host's own file is always private.
    public let mode: UInt32
}

extension FileStatus {
    /// When the content changed last.
    package var modified: Timestamp {
        Timestamp(seconds: modifiedSeconds, nanoseconds: modifiedNanoseconds)
    }
}
