import ProtectionModel
package import SodiumCrypto

/// What the user types to unlock: 1 to 1024 bytes in locked memory.
package struct Passcode: ~Copyable, Sendable {
    /// The longest passcode, in bytes of UTF-8.
    package static let byteLimit = 1_024

    package let bytes: SecureBytes

    /// Takes over bytes that are already in locked memory.
    package init(_ bytes: consuming SecureBytes) {
        self.bytes = bytes
    }

    /// Copies a passcode that is no secret: one that stands in a scenario or a test.
    ///
    /// - Throws: `ProtectionError` with `passcode-policy` when it is empty or too long.
    package init(published text: String, arena: SecureArena) throws {
        let utf8 = Array(text.utf8)
        guard (1...Self.byteLimit).contains(utf8.count) else {
            throw ProtectionError(.passcodePolicy, "a passcode has 1 to \(Self.byteLimit) bytes")
        }
        do {
            bytes = try SecureBytes(count: utf8.count, group: .transit, arena: arena) { span in
                span.storeBytes(utf8)
            }
        } catch {
            throw ProtectionError(error, "the passcode")
        }
    }
}
