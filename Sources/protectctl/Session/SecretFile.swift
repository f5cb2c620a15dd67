import FoundationEssentials
import SodiumCrypto
import SystemIO

/// A new file of the host with a secret in it, which nobody else can read: mode 0600.
enum SecretFile {
    /// Makes the file, durably, straight from locked memory.
    ///
    /// - Throws: `SystemError`, for one that exists, too; half a secret is taken away again.
    static func make(_ path: String, of secret: borrowing SecureBytes) throws(SystemError) {
        let system = PosixFileSystem()
        let file = try OwnedFile(
            path,
            in: nil,
            [.writing, .creatingNew],
            permissions: 0o600,
            on: system
        )
        do {
            try secret.transfer { bytes throws(SystemError) in try file.write(bytes.bytes, at: 0) }
            try file.synchronize()
            try OwnedFile(HostPath.parent(of: path), in: nil, .directory, on: system).synchronize()
        } catch {
            remove(path)
            throw error
        }
    }

    /// Takes away a file that came to nothing, as far as that can be done.
    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }
}
