import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// A passcode in locked memory, wiped when it ends.
public struct DevicePasscode: ~Copyable, Sendable {
    let passcode: Passcode

    /// Reads a passcode of 1 to 1,024 bytes from a file; one newline at the end is dropped.
    ///
    /// - Throws: ``ProtectionError`` with `passcode-policy` for a wrong length, `not-found`,
    ///   `io-error`.
    public init(contentsOfFile path: String) throws(ProtectionError) {
        passcode = try ProtectionError.wrapping {
            let stream = try HostStream.source(path)
            let incoming = try SecureBytes(
                count: Passcode.byteLimit + 2,
                group: .transit,
                arena: SecureArena()
            )
            let count = try incoming.transfer { try stream.read(into: &$0) }
            return try Passcode(line: incoming, count: count)
        }
    }

    /// Takes a passcode that is not a secret, such as one in a test.
    ///
    /// A real one must never be a `String`: strings are copied freely and never wiped.
    ///
    /// - Throws: ``ProtectionError`` with `passcode-policy` for a wrong length.
    public init(published text: String) throws(ProtectionError) {
        passcode = try ProtectionError.wrapping {
            try Passcode(published: text, arena: SecureArena())
        }
    }
}
