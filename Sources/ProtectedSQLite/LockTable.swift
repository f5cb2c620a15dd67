/// How firmly a connection holds its database (sqlite.org/lockingv3.html); raw values are SQLite's.
enum LockLevel: Int32, Comparable {
    case none, shared, reserved, pending, exclusive

    static func < (left: LockLevel, right: LockLevel) -> Bool { left.rawValue < right.rawValue }
}

/// Which connections of this process hold which lock on one database.
///
/// The rules are those of sqlite.org/lockingv3.html: many readers; one writer beside them while it
/// prepares; nobody beside it while it writes. Nobody waits here: SQLite asks again.
struct LockTable {
    private var levels: [ObjectIdentifier: LockLevel] = [:]

    /// What a connection holds.
    func level(of connection: ObjectIdentifier) -> LockLevel { levels[connection] ?? .none }

    /// Whether some connection is about to write, or writes.
    var isReserved: Bool { levels.values.contains { $0 >= .reserved } }

    /// Takes a lock that is more than the connection holds.
    ///
    /// A connection that may not yet write alone stays pending, which lets no new readers in.
    ///
    /// - Returns: false when another connection is in the way.
    mutating func raise(_ connection: ObjectIdentifier, to level: LockLevel) -> Bool {
        let own = self.level(of: connection)
        guard level > own else { return true }
        let highest = levels.lazy.filter { $0.key != connection }.map(\.value).max() ?? .none
        guard level > .shared else {
            guard highest < .pending else { return false }
            levels[connection] = .shared
            return true
        }
        guard highest <= .shared else { return false }
        guard level == .exclusive, highest == .shared else {
            levels[connection] = level
            return true
        }
        levels[connection] = .pending
        return false
    }

    /// Gives a lock back, down to `level`.
    mutating func lower(_ connection: ObjectIdentifier, to level: LockLevel) {
        guard level < self.level(of: connection) else { return }
        levels[connection] = level == .none ? nil : level
    }
}
