import SystemIO

/// A sealed inode that is open; it is closed, and its byte locks go, when the last user lets go.
///
/// A fold gives an ``OpenFile`` another one, while a long read may still be busy with the old.
final class OpenInode: Sendable {
    let file: OwnedFile
    let identity: FileIdentity

    init(_ file: consuming OwnedFile, _ identity: FileIdentity) {
        self.file = file
        self.identity = identity
    }
}
