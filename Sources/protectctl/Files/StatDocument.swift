import KeyManagement
import ProtectedStore
import ProtectionModel

/// The document of `stat --json`, and the elements of `ls --json`.
struct StatDocument: Encodable {
    private let version: Int?
    private let metadata: FileMetadata
    private let readableNow: Bool

    init(_ metadata: FileMetadata, _ status: DeviceStatus, version: Int? = 1) {
        self.version = version
        self.metadata = metadata
        readableNow = metadata.isReadable(status)
    }

    private enum Key: String, CodingKey {
        case version, path, type, `class`, size, modified, mode, readableNow
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(version, forKey: .version)
        try container.encode(metadata.path.description, forKey: .path)
        try container.encode(metadata.kind.rawValue, forKey: .type)
        try container.encode(metadata.protection.name, forKey: .class)
        // The contract has null for a folder, not a missing key.
        try container.encode(metadata.size, forKey: .size)
        try container.encode(MomentText.rfc3339(metadata.modified), forKey: .modified)
        try container.encode(metadata.modeDigits, forKey: .mode)
        try container.encode(readableNow, forKey: .readableNow)
    }
}

extension FileMetadata {
    /// The permission bits as chmod(1) takes them: `0644`.
    var modeDigits: String {
        let digits = String(mode & 0o7777, radix: 8)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Those of read, write and execute as ls(1) has them: `rw-r--r--`.
    var modeLetters: String {
        String(
            zip("rwxrwxrwx", (0..<9).reversed()).map { letter, bit in
                mode & (1 << UInt32(bit)) == 0 ? "-" : letter
            }
        )
    }
}
