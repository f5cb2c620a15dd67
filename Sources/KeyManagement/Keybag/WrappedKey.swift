package import ProtectionModel

/// A file key sealed under its class: safe to store, useless without the class key.
package struct WrappedKey: Sendable, Hashable {
    /// The class whose key opens it.
    package let protection: ProtectionClass
    /// Nonce (24) and sealed key (48); with class B ephemeral public key (32) and sealed key (48).
    package let bytes: [UInt8]

    /// Gathers class and bytes.
    package init(protection: ProtectionClass, bytes: [UInt8]) {
        self.protection = protection
        self.bytes = bytes
    }

    /// How long a wrapped key of a class is, in bytes.
    package static func byteCount(of protection: ProtectionClass) -> Int {
        protection == .completeUnlessOpen ? 80 : 72
    }
}

/// Names one sealed inode: 16 random bytes, new with every save.
package struct FileID: Sendable, Hashable {
    /// Exactly 16 bytes.
    package let bytes: [UInt8]

    /// The identifier with these bytes.
    ///
    /// - Precondition: there are 16.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == 16, "a file id has 16 bytes")
        self.bytes = bytes
    }
}
