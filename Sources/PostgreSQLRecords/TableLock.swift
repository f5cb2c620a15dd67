#if PostgreSQL
import CloudRecords
import SodiumCrypto

/// What a transaction locks, by advisory locks of PostgreSQL: rows that may not be there yet, such
/// as a new zone's, have no other.
///
/// Who writes to a zone has it alone, and shares its database and container; who writes to what
/// belongs to the container has that alone. Sums over a database are read by one at a time, and a
/// database is dropped when nobody writes to it. Those two come last, so that nobody waits in a
/// circle. Locks are memory of the server's, and go with the transaction.
enum TableLock {
    case container(ContainerKey)
    case database(ContainerKey, DatabaseKey)
    case zone(ContainerKey, ZoneKey)
    case sums(ContainerKey, DatabaseKey)

    /// Its number, 64 bits of a hash: if two have the same, one waits for nothing.
    var number: Int64 {
        let words: [String] =
            switch self {
            case .container(let key): ["container"] + Self.words(key)
            case .database(let key, let database):
                ["database"] + Self.words(key) + Self.words(database)
            case .zone(let key, let zone):
                ["zone"] + Self.words(key) + Self.words(zone.database) + [zone.name]
            case .sums(let key, let database):
                ["sums"] + Self.words(key) + Self.words(database)
            }
        var bytes: [UInt8] = []
        for word in words { bytes += Array(TextFolding.canonical(word).utf8) + [0xFF] }
        return GenericHash.hash(of: bytes).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    private static func words(_ key: ContainerKey) -> [String] {
        [key.identifier, key.environment.rawValue]
    }

    private static func words(_ key: DatabaseKey) -> [String] { [key.scope.rawValue, key.owner] }
}
#endif
