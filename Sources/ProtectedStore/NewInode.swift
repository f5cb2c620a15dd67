import KeyManagement
import ProtectionModel
import SystemIO

/// A sealed file that is written but has no name yet: a locked temporary in its future folder.
struct NewInode: ~Copyable {
    let temporary: TemporaryFile
    let header: SealedHeader
    let keys: SecretBox
}
