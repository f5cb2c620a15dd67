package import PolicyAudit
import SodiumCrypto

/// What a source says, as the key of its facts: the hash of its language and its bytes.
package struct SourceDigest: Sendable, Hashable {
    let bytes: [UInt8]

    static let byteCount = 32

    /// The digest of the source `content`.
    package init(of content: [UInt8], language: CodeLanguage) {
        bytes = GenericHash.hash(of: content + [language.rawValue], count: Self.byteCount)
    }

    init(bytes: [UInt8]) { self.bytes = bytes }
}
