import KeyManagement
import SystemIO

/// A sealed file that is written but has no name yet: a locked temporary in its future folder.
struct NewInode: ~Copyable {
    let temporaryName: String
    let file: OwnedFile
    let header: SealedHeader
    let keys: SecretBox

    init(_ temporary: consuming TemporaryFile, header: SealedHeader, keys: SecretBox) {
        temporaryName = temporary.name
        file = temporary.file
        self.header = header
        self.keys = keys
    }
}
