import FoundationEssentials
public import ProtectionModel

/// Who read which identifier, when, what for, and with what result: append-only, each entry bound to
/// the one before by a hash.
///
/// The open part is `ledger.ndjson`; a full one is put away as `ledger-000001.ndjson` and so on and is
/// never written again. Each document is a chain with its own end, so an entry that was changed,
/// removed, moved or cut off is found, and named. A hash without a key proves nothing against whoever
/// can write the documents and compute it anew; the device's protection does. A ledger that was removed
/// whole, or replaced by an older one, does not show.
public struct IdentifierLedger: Sendable {
    let documents: IdentifierDocuments
    let clock: any DeviceClock
    let chain: LedgerChain
    /// Entries in one document: each append writes that many again at most.
    let capacity: Int

    private static let open = "ledger.ndjson"

    /// Checks the whole ledger and gives every entry, in order.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure` and the number of the first broken
    ///   entry: a damaged ledger is never an empty one.
    public func entries() throws(ProtectionError) -> [LedgerEntry] {
        var all: [LedgerEntry] = []
        try forEachPart { all += $0.entries }
        return all
    }

    /// Checks the whole ledger.
    ///
    /// - Returns: how many entries it has.
    /// - Throws: as ``entries()``.
    @discardableResult
    public func verify() throws(ProtectionError) -> Int {
        var count = 0
        try forEachPart { count = $0.head.last }
        return count
    }

    /// Enters a reading; what is not entered must not be given out.
    func record(
        _ identifier: IdentifierKind,
        by application: BundleIdentifier,
        for purpose: Purpose,
        _ result: ReadingResult
    ) throws(ProtectionError) {
        // A second try is needed when the part was full, more when others fill it at the same time.
        for _ in 0..<8 {
            let full = try documents.replace(Self.open) { (old) throws(ProtectionError) in
                var part = try openPart(old)
                guard part.entries.count < capacity else { return (old, old) }
                try part.append(
                    { sequence, previous in
                        LedgerEntry(
                            sequence: sequence,
                            at: clock.wallTime().text,
                            app: application,
                            identifier: identifier,
                            purpose: purpose.text,
                            result: result,
                            previous: previous
                        )
                    },
                    chain
                )
                return (try part.bytes(), nil)
            }
            guard let full else { return }
            try putAway(full)
        }
        throw ProtectionError(.busy, "the ledger of identifiers is in use: try again")
    }

    /// Copies a full part to its last place, then starts the next one; each step can be done twice,
    /// by others or after a crash.
    private func putAway(_ full: [UInt8]) throws(ProtectionError) {
        let part = try LedgerPart(full, of: Self.open, chain)
        try documents.replace(Self.name(of: part.head.part)) { (old) throws(ProtectionError) in
            guard old == nil || old == full else {
                throw ProtectionError(broken: part.head.after + 1, "is there twice")
            }
            return (full, ())
        }
        try documents.replace(Self.open) { (old) throws(ProtectionError) in
            (old == full ? try LedgerPart(after: part, chain).bytes() : old, ())
        }
    }

    /// - Throws: `authentication-failure` when a part that was put away shows that the open one is gone
    ///   or was replaced by an older one.
    private func openPart(_ bytes: [UInt8]?) throws(ProtectionError) -> LedgerPart {
        let open =
            if let bytes { try LedgerPart(bytes, of: Self.open, chain) } else {
                LedgerPart(after: nil, chain)
            }
        let latest = try documents.names().compactMap(Self.part).max() ?? 0
        guard latest >= open.head.part else { return open }
        let name = Self.name(of: latest)
        let putAway = try documents.bytes(of: name)
        // Between its copy and the next part the open one is there twice.
        if latest == open.head.part, let bytes, putAway == bytes { return open }
        guard let putAway else { return open }
        throw ProtectionError(
            broken: try LedgerPart(putAway, of: name, chain).head.last + 1,
            "is cut off, and all after"
        )
    }

    private func currentPart() throws(ProtectionError) -> LedgerPart {
        while true {
            let bytes = try documents.bytes(of: Self.open)
            do { return try openPart(bytes) } catch {
                // Others may have filled it, and put it away, since it was read.
                guard try documents.bytes(of: Self.open) != bytes else { throw error }
            }
        }
    }

    private func forEachPart(
        _ body: (LedgerPart) throws(ProtectionError) -> Void
    ) throws(ProtectionError) {
        // The open one first: those put away meanwhile are then in it.
        let open = try currentPart()
        var before: LedgerPart?
        for number in 1..<open.head.part {
            let name = Self.name(of: number)
            guard let bytes = try documents.bytes(of: name) else {
                throw ProtectionError(broken: (before?.head.last ?? 0) + 1, "was removed")
            }
            let part = try LedgerPart(bytes, of: name, chain)
            try check(part, follows: before)
            try body(part)
            before = part
        }
        try check(open, follows: before)
        try body(open)
    }

    private func check(
        _ part: LedgerPart,
        follows before: LedgerPart?
    ) throws(ProtectionError) {
        let expected = LedgerPart(after: before, chain).head
        guard part.head.part == expected.part, part.head.after == expected.after,
            part.head.previous == expected.previous
        else {
            throw ProtectionError(broken: expected.after + 1, "does not follow the one before")
        }
    }

    /// The number of a part that was put away; nil for another document.
    private static func part(_ name: String) -> Int? {
        guard name.hasPrefix("ledger-"), name.hasSuffix(".ndjson") else { return nil }
        return Int(name.dropFirst(7).dropLast(7))
    }

    private static func name(of part: Int) -> String {
        let digits = String(part)
        return "ledger-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).ndjson"
    }
}
