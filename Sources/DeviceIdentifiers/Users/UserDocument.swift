import FoundationEssentials
import ProtectionModel

/// The user's identifiers, one a container.
struct UserDocument: StoredDocument {
    static let name = "users.json"
    static let most = 10_000

    var version = 1
    var containers: [UserRecord] = []

    var isConsistent: Bool {
        containers.count <= Self.most
            && Set(containers.map(\.container)).count == containers.count
            && containers.allSatisfy(\.container.isName)
    }

    subscript(container: String) -> UserRecord? {
        containers.first { $0.container == container }
    }

    /// The record of a container, which is made when there is none.
    mutating func record(
        of container: String,
        from random: any IdentifierRandomSource
    ) throws(ProtectionError) -> UserRecord {
        try container.checkAsName("a container")
        if let known = self[container] { return known }
        guard containers.count < Self.most else {
            throw ProtectionError(
                .invalidArgument,
                "'\(container)' is one container too many: \(Self.most) are the most"
            )
        }
        let record = UserRecord(
            container: container,
            identifier: random.uuid(),
            isDiscoverable: false
        )
        containers.append(record)
        containers.sort { $0.container.utf8.lexicographicallyPrecedes($1.container.utf8) }
        return record
    }
}

/// What one container knows of the user.
struct UserRecord: Sendable, Hashable, Codable {
    let container: String
    let identifier: UUID
    /// Whether others may find the user there.
    var isDiscoverable: Bool
}
