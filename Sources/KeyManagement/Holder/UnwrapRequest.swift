/// Asks for the file key inside a wrap.
package struct UnwrapRequest: Sendable {
    package let wrapped: WrappedKey
    package let fileID: FileID

    /// The wrap that stands in the header of the file `fileID`.
    package init(_ wrapped: WrappedKey, fileID: FileID) {
        self.wrapped = wrapped
        self.fileID = fileID
    }
}
