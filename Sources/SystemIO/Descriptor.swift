/// An open file or folder of a ``FileSystem``; a plain number that owns nothing.
package struct Descriptor: Hashable, Sendable {
    /// The number, which means something to the file system that gave it only.
    package let rawValue: Int32

    /// Names an open file.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}
