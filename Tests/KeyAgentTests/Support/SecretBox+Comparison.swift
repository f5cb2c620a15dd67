import KeyManagement
import SodiumCrypto

// The macros of Testing cannot take noncopyable values apart.
extension SecretBox {
    var isWiped: Bool { secret.isWiped }

    func isSame(as other: SecretBox) throws -> Bool {
        try secret.isEqual(to: other.secret)
    }
}

extension VolumeKeys {
    var isWiped: Bool { bytes.isWiped }

    func isSame(as other: VolumeKeys) throws -> Bool {
        try bytes.isEqual(to: other.bytes)
    }
}
