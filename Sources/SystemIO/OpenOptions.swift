/// How a file is opened; every open also sets close-on-exec and refuses to follow a symbolic link
/// in the last component.
package struct OpenOptions: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// For reading and writing instead of reading only.
    package static let writing = OpenOptions(rawValue: 1)
    /// Makes the file; it must not exist (`O_CREAT|O_EXCL`).
    package static let creatingNew = OpenOptions(rawValue: 2)
    /// Opens a folder only (`O_DIRECTORY`).
    package static let directory = OpenOptions(rawValue: 4)
    /// Makes the file unless it exists (`O_CREAT`).
    package static let creating = OpenOptions(rawValue: 8)
}
