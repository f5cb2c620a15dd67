package import ProtectionModel

/// One operation of a program on a file or folder, as an ``OperationObserver`` hears of it.
///
/// One operation here is one operation to the kernel, too: reading a whole file is opening and
/// reading, so that a lock can fall between the two.
package struct FileOperation: Sendable, Hashable {
    /// What is done; raw values are the words of a timeline.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case open, read, write, truncate, synchronize
        /// A handle that may have written ends, which makes durable what it wrote.
        case close
        /// A whole new file is put in the place of a name.
        case save
        case rename, remove, protect, list, status
        case makeDirectory = "make-directory"
        /// A symbolic link or special file is made.
        case makeLink = "make-link"
        case removeDirectory = "remove-directory"
        case setAttributes = "set-attributes"
    }

    package let kind: Kind
    package let path: DevicePath
    /// Where a rename leads.
    package let target: DevicePath?
    /// The class that was asked for; nil for none.
    package let protection: ProtectionClass?
    /// The length a truncation asks for, or the bytes of a write.
    package let byteCount: UInt64?
    /// Whether an opening may make the file.
    package let isCreating: Bool
    /// Whether an opening is for writing alone, and shows nothing of the content.
    package let isWriteOnly: Bool
    /// Whether the path is one of the device's own documents, not one of the user's files.
    package let isDocument: Bool
    /// What it is about where the path does not say, such as `the keychain's generic-password 'ann'`.
    package let subject: String?

    package init(
        _ kind: Kind,
        _ path: DevicePath,
        target: DevicePath? = nil,
        protection: ProtectionClass? = nil,
        byteCount: UInt64? = nil,
        isCreating: Bool = false,
        isWriteOnly: Bool = false,
        isDocument: Bool = false,
        subject: String? = nil
    ) {
        self.kind = kind
        self.path = path
        self.target = target
        self.protection = protection
        self.byteCount = byteCount
        self.isCreating = isCreating
        self.isWriteOnly = isWriteOnly
        self.isDocument = isDocument
        self.subject = subject
    }
}

/// What an operation on several documents did to one of them.
package enum DocumentTouch: Sendable, Hashable {
    /// It was read.
    case read(DevicePath)
    /// Its key is not available to somebody who wanted to read it, or only to know whether it is there.
    case refused(DevicePath, isRead: Bool)
    case removed(DevicePath)
    /// Its content was replaced.
    case replaced(DevicePath)
    /// One was made.
    case made
    /// One could not be made because there is no key for it.
    case notMade
}
