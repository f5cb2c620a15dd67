import Foundation
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import SystemPackage

/// The private key of a server that seals pushes: 32 bytes, in base64url on one line of a file.
///
/// It is in locked memory only; never in a string, never from an argument.
enum SenderKey {
    private static let byteCount = X25519.byteCount
    /// The digits and a line feed, and one byte more than is allowed.
    private static let lineByteCount = 45

    /// Makes a pair, and a file of its private key, which nobody else can read.
    ///
    /// - Returns: the public key.
    /// - Throws: `ToolError` with `already-exists`, and for a path that cannot be written.
    static func make(_ path: String) throws -> [UInt8] {
        let secret = try SecureBytes(
            count: byteCount,
            group: .transit,
            arena: SecureArena()
        ) { SystemRandomSource().fill(&$0) }
        let line = try Base64URL.line(for: secret)
        do { try SecretFile.make(path, of: line) } catch {
            throw refusal(of: path, error)
        }
        return try X25519.publicKey(of: secret)
    }

    /// Reads a private key from a file, or from standard input for `-`.
    ///
    /// - Throws: `ToolError` with `invalid-argument` for what is not one.
    static func read(_ path: String) throws -> SecureBytes {
        let arena = SecureArena()
        let line = try SecureBytes(count: lineByteCount, group: .transit, arena: arena)
        let stream =
            if path == "-" { HostStream.standardInput } else { try HostStream.source(path) }
        let count = try line.transfer { bytes throws(SystemError) in
            do throws(SystemError) { return try stream.read(into: &bytes) } catch {
                throw SystemError(error.errno, call: error.call, name: path)
            }
        }
        do throws(CryptoError) {
            return try Base64URL.secret(byteCount, inLine: line, count: count)
        } catch {
            guard error.code == .invalidInput else { throw error }
            throw ToolError(
                .invalidArgument,
                "'\(path)' is not a sender's private key",
                path: path,
                hint: "'protectctl notify sender-key FILE' makes one"
            )
        }
    }

    private static func refusal(of path: String, _ error: SystemError) -> ToolError {
        guard error.errno == .fileExists else {
            return HostText.refusal(of: path, error, hint: "name a file in a folder that exists")
        }
        return ToolError(
            ErrorCode(error),
            "'\(path)' exists already",
            path: path,
            hint: "name another file, or remove this one yourself"
        )
    }
}
