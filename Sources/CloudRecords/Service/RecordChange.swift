import ProtectionModel
import SodiumCrypto

/// What one operation of a request does.
enum RecordChange {
    case save(Record)
    case remove(RecordID)

    var id: RecordID {
        switch self {
        case .save(let record): record.id
        case .remove(let id): id
        }
    }
}

/// A request that changes records.
struct ChangeRequest {
    let changes: [RecordChange]
    let policy: SavePolicy
    let isAtomic: Bool
    /// The client's name for it, under which it is done once.
    let token: [UInt8]?
    /// The id of the user who asks; empty for one who is not signed in.
    let user: String

    /// What is asked in a zone, as a hash.
    func digest(of indexes: [Int]) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(policy.rawValue)
        writer.append(isAtomic ? 1 : 0)
        for index in indexes {
            switch changes[index] {
            case .remove(let id):
                writer.append(0)
                writer.append(id.name)
            case .save(let record):
                writer.append(1)
                writer.append(record.id.name)
                writer.append(record.type)
                writer.append(record.metadata?.changeTag ?? "")
                writer.append(RecordBody.encode(record.fields, parent: record.parent?.name))
                for key in record.changedKeys.sorted() { writer.append(key) }
            }
        }
        return GenericHash.hash(of: writer.bytes)
    }

    /// The name of the part of a user's request that one zone does.
    func token(in zone: RecordZoneID) -> [UInt8]? {
        token.map { Self.name($0, of: user, in: zone) }
    }

    static func name(_ token: [UInt8], of user: String, in zone: RecordZoneID) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(user)
        writer.append(token)
        writer.append(zone.name)
        return GenericHash.hash(of: writer.bytes)
    }
}
