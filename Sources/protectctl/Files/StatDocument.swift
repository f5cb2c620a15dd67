import FoundationEssentials
import KeyManagement
import ProtectedStore
import ProtectionModel

/// The document of `stat --json`, and the elements of `ls --json`.
struct StatDocument: Encodable {
    private let version: Int?
    private let metadata: FileMetadata
    private let readableNow: Bool
    private let target: String?
    /// Values in base 64, by name; nil when they are damaged.
    private let extended: [String: String]?

    init(
        _ metadata: FileMetadata,
        _ status: DeviceStatus,
        _ files: FileStore,
        version: Int? = 1
    ) throws {
        self.version = version
        self.metadata = metadata
        readableNow = metadata.isReadable(status)
        target =
            metadata.kind == .symbolicLink ? try? files.linkTarget(of: metadata.path) : nil
        extended =
            metadata.hasExtendedAttributes
            ? (try? files.extendedAttributes(of: metadata.path))?.byName : [:]
    }

    private enum Key: String, CodingKey {
        case version, path, type, `class`, size, modified, mode, readableNow
        case owner, group, inode, accessed, changed, created, target, extendedAttributes
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
        try container.encode(metadata.owner, forKey: .owner)
        try container.encode(metadata.group, forKey: .group)
        // A text, since few readers of JSON keep 62 bits of a number.
        try container.encode("\(metadata.number)", forKey: .inode)
        try container.encode(MomentText.rfc3339(metadata.accessed), forKey: .accessed)
        try container.encode(MomentText.rfc3339(metadata.changed), forKey: .changed)
        try container.encode(MomentText.rfc3339(metadata.created), forKey: .created)
        try container.encodeIfPresent(target, forKey: .target)
        try container.encode(extended, forKey: .extendedAttributes)
    }
}

extension ExtendedAttributes {
    fileprivate var byName: [String: String] {
        Dictionary(
            names.map { name in
                (
                    String(decoding: name, as: UTF8.self),
                    Data(self[name] ?? []).base64EncodedString()
                )
            },
            uniquingKeysWith: { first, _ in first }
        )
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
