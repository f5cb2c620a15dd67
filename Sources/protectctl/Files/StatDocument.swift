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
        case version, path, type, `class`, size, modified, readableNow
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
        try container.encode(readableNow, forKey: .readableNow)
    }
}
