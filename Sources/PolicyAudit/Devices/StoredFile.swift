package import ProtectionModel

/// A file or folder of a protected device, as its header says without any class key.
package struct StoredFile: Sendable, Hashable {
    /// Its path on the device, from `/`.
    package let path: String
    /// The class of a file; of a folder the class its new files get, `nil` for none of its own.
    package let protectionClass: ProtectionClass?
    /// Its size in bytes; 0 for a folder.
    package let byteCount: UInt64
    /// Whether it is a folder.
    package let isFolder: Bool

    /// A file or folder with all its parts.
    package init(
        path: String,
        protectionClass: ProtectionClass?,
        byteCount: UInt64,
        isFolder: Bool
    ) {
        self.path = path
        self.protectionClass = protectionClass
        self.byteCount = byteCount
        self.isFolder = isFolder
    }
}
