/// The locks of a write-ahead log: eight, each held by many connections or by one alone.
struct IndexLocks {
    /// How many there are (`SQLITE_SHM_NLOCK`).
    static let count = 8

    /// Lists, as nearly always there is one connection or a few: each reading comes by here.
    private var sharers: [[ObjectIdentifier]] = Array(repeating: [], count: count)
    private var owners: [ObjectIdentifier?] = Array(repeating: nil, count: count)

    /// Takes locks together with others.
    ///
    /// - Returns: false, with nothing taken, when another connection holds one alone.
    mutating func share(_ slots: Range<Int>, _ connection: ObjectIdentifier) -> Bool {
        guard slots.allSatisfy({ owners[$0] == nil || owners[$0] == connection }) else {
            return false
        }
        for slot in slots where !sharers[slot].contains(connection) {
            sharers[slot].append(connection)
        }
        return true
    }

    /// Takes locks alone.
    ///
    /// - Returns: false, with nothing taken, when another connection holds one at all.
    mutating func own(_ slots: Range<Int>, _ connection: ObjectIdentifier) -> Bool {
        let isFree = slots.allSatisfy { slot in
            (owners[slot] == nil || owners[slot] == connection)
                && sharers[slot].allSatisfy { $0 == connection }
        }
        guard isFree else { return false }
        for slot in slots { owners[slot] = connection }
        return true
    }

    /// Gives locks back.
    mutating func release(_ slots: Range<Int>, _ connection: ObjectIdentifier) {
        for slot in slots {
            sharers[slot].removeAll { $0 == connection }
            if owners[slot] == connection { owners[slot] = nil }
        }
    }
}
