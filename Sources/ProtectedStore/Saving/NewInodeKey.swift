import KeyManagement
import SodiumCrypto

/// The key of a sealed file that is yet to be made, and its wrap.
struct NewInodeKey: Sendable {
    let fileID: FileID
    let wrapped: WrappedKey
    let key: SecretBox
}
