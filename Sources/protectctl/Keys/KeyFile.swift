import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// A file whose content is a key of a device: its bytes are in locked memory only.
enum KeyFile {
    /// How long a file is that we make, in bytes.
    private static let madeByteCount = 64

    /// Reads a key file.
    ///
    /// - Throws: `ToolError` with `invalid-argument` for one that is too short or too long, and for
    ///   a path that cannot be read.
    static func read(_ path: String, _ arena: SecureArena) throws -> StrongKey {
        let limits = StrongKey.fileByteCounts
        let room = try SecureBytes(
            count: limits.upperBound + 1,
            group: .transit,
            arena: arena
        )
        let count = try fill(room, from: path)
        guard limits.contains(count) else {
            throw ToolError(
                .invalidArgument,
                "'\(path)' is not a key file: one has \(limits.lowerBound) to \(limits.upperBound) bytes",
                path: path,
                hint: "'protectctl key add file PATH' makes one at a path where there is none"
            )
        }
        return StrongKey(.keyFile, try room.piece(0..<count, in: .transit))
    }

    private static func fill(_ room: borrowing SecureBytes, from path: String) throws -> Int {
        do {
            let stream = try HostStream.source(path)
            return try room.transfer { bytes throws(SystemError) in
                try stream.read(into: &bytes)
            }
        } catch {
            throw HostText.refusal(
                of: path,
                error,
                in: "read",
                hint: "name a file that is a key of the device"
            )
        }
    }

    /// Reads a key file, or makes it where there is none, which nobody else can read.
    ///
    /// - Throws: as ``read(_:_:)``.
    static func readOrMake(_ path: String, _ arena: SecureArena) throws -> StrongKey {
        guard !HostPath.exists(path) else { return try read(path, arena) }
        let secret = try SecureBytes(count: madeByteCount, group: .transit, arena: arena) {
            SystemRandomSource().fill(&$0)
        }
        do { try SecretFile.make(path, of: secret) } catch {
            throw HostText.refusal(of: path, error, hint: "name a file in a folder that exists")
        }
        return StrongKey(.keyFile, secret)
    }
}
