#if SignedProfiles
import Crypto
import SwiftASN1
import X509

/// The hash algorithms whose signatures are checked: not SHA-1, which proves nothing any more.
enum SignatureDigest {
    case sha256
    case sha384
    case sha512

    /// Takes NIST's names of hash algorithms; nil for others.
    init?(_ name: ASN1ObjectIdentifier) {
        switch name {
        case [2, 16, 840, 1, 101, 3, 4, 2, 1]: self = .sha256
        case [2, 16, 840, 1, 101, 3, 4, 2, 2]: self = .sha384
        case [2, 16, 840, 1, 101, 3, 4, 2, 3]: self = .sha512
        default: return nil
        }
    }

    func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }

    /// The algorithm with this digest; the name may be that of the key alone.
    func signatureAlgorithm(
        named name: ASN1ObjectIdentifier
    ) -> Certificate.SignatureAlgorithm? {
        switch (name, self) {
        case ([1, 2, 840, 113549, 1, 1, 1], .sha256), ([1, 2, 840, 113549, 1, 1, 11], .sha256):
            .sha256WithRSAEncryption
        case ([1, 2, 840, 113549, 1, 1, 1], .sha384), ([1, 2, 840, 113549, 1, 1, 12], .sha384):
            .sha384WithRSAEncryption
        case ([1, 2, 840, 113549, 1, 1, 1], .sha512), ([1, 2, 840, 113549, 1, 1, 13], .sha512):
            .sha512WithRSAEncryption
        case ([1, 2, 840, 10045, 2, 1], .sha256), ([1, 2, 840, 10045, 4, 3, 2], .sha256):
            .ecdsaWithSHA256
        case ([1, 2, 840, 10045, 2, 1], .sha384), ([1, 2, 840, 10045, 4, 3, 3], .sha384):
            .ecdsaWithSHA384
        case ([1, 2, 840, 10045, 2, 1], .sha512), ([1, 2, 840, 10045, 4, 3, 4], .sha512):
            .ecdsaWithSHA512
        default: nil
        }
    }
}
#endif
