import CloudRecords
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing

@Suite("changes (rows R-50 to R-55)", .everyEngine)
struct ChangeRows {
    /// All changes since a token, page by page.
    private func all(
        _ database: RecordDatabase,
        since token: ChangeToken? = nil,
        between: () throws -> Void = {}
    ) throws -> (changed: [Record], removed: [RemovedRecord], pages: [Int], token: ChangeToken) {
        var page = try database.changes(in: .notes, since: token)
        var all = (page.changed, page.removed, [page.changed.count], page.token)
        while page.hasMore {
            try between()
            page = try database.changes(in: .notes, since: page.token)
            all = (
                all.0 + page.changed, all.1 + page.removed, all.2 + [page.changed.count],
                page.token
            )
        }
        return all
    }

    @Test("R-50: without a token everything is told, and a token given")
    func everything() throws {
        let database = try CloudTrial().notes()
        for name in ["a", "b", "c"] { try database.save(.note(name)) }
        try database.remove(.note("b"))
        let changes = try database.changes(in: .notes)
        #expect(changes.changed.map(\.id.name) == ["a", "c"])
        #expect(changes.removed.isEmpty && !changes.hasMore)
        #expect(try database.changes(in: .notes, since: changes.token).changed.isEmpty)
    }

    @Test("R-51: with one, each record once in its last state, and removals")
    func some() throws {
        let database = try CloudTrial().notes()
        try database.change(saving: [.note("a"), .note("b"), .note("c"), .note("d")]).check()
        let token = try database.changes(in: .notes).token
        for name in ["a", "b", "c"] {
            var record = try database.record(.note(name))
            record["title"] = .string("2")
            try database.save(record)
        }
        var twice = try database.record(.note("a"))
        twice["title"] = .string("3")
        try database.save(twice)
        try database.remove(.note("d"))
        let changes = try database.changes(in: .notes, since: token)
        #expect(changes.changed.map(\.id.name) == ["b", "c", "a"])
        #expect(changes.changed.last?["title"] == .string("3"))
        #expect(changes.removed.map(\.id) == [.note("d")])
        #expect(changes.removed.map(\.type) == ["Note"])
        #expect(try database.changes(in: .notes, since: token, keys: []).changed[0].fields.isEmpty)
    }

    @Test("R-52: there are at most 200 in a page, and no gap when others write between")
    func pages() throws {
        let database = try CloudTrial().notes()
        for start in stride(from: 0, to: 450, by: 150) {
            try database.change(saving: (start..<start + 150).map { .note("n\($0)") }).check()
        }
        #expect(try all(database).pages == [200, 200, 50])
        var extra = 0
        let changes = try all(database) {
            extra += 1
            try database.save(.note("extra\(extra)"))
            try database.save(.note("n\(extra)", title: "later"), .allKeys)
            try database.remove(.note("n\(10 + extra)"))
        }
        #expect(Set(changes.changed.map(\.id.name)).isSuperset(of: (0..<450).map { "n\($0)" }))
        let last = Dictionary(changes.changed.map { ($0.id, $0) }) { $1 }
        #expect(last[.note("n1")]?["title"] == .string("later"))
        #expect(last[.note("extra1")] != nil)
        #expect(changes.removed.map(\.id.name).contains("n11"))
    }

    @Test("R-53: after a backup was restored, tokens and tags of the lost time count no more")
    func restored() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        try database.save(.note("a"))
        let backup = trial.engine.backup()
        let old = try database.changes(in: .notes).token
        let lost = try database.save(.note("a", title: "lost"), .allKeys)
        // The same backup is restored twice, and each time the zone goes on otherwise.
        var tokens = [old]
        for seed in [1, 2] as [UInt64] {
            let again = try CloudTrial(engine: backup.restored(), seed: seed)
            try again.service.didRestore(CloudTrial.notes)
            let database = try again.notes()
            try database.save(.note("a", title: "again"), .allKeys)
            #expect(refusal { try database.save(lost) } == .serverRecordChanged)
            for token in tokens {
                let code = refusal { try database.changes(in: .notes, since: token) }
                #expect(code == .changeTokenExpired)
            }
            tokens.append(try database.changes(in: .notes).token)
        }
    }

    @Test("a zone that was removed and made anew knows no tokens of the one before")
    func madeAnew() throws {
        let database = try CloudTrial().notes()
        try database.save(.note("a"))
        let token = try database.changes(in: .notes).token
        try database.removeZone(.notes)
        #expect(refusal { try database.changes(in: .notes, since: token) } == .zoneNotFound)
        #expect(try database.zones().map(\.id) == [.standard])
        try database.makeZone(.notes)
        #expect(try database.zones().map(\.id) == [.standard, .notes])
        #expect(refusal { try database.changes(in: .notes, since: token) } == .changeTokenExpired)
        #expect(try database.changes(in: .notes).changed.isEmpty)
    }

    @Test("R-54: a token of another zone, database or container, or a changed one, is refused")
    func forged() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        try database.makeZone(RecordZoneID("other"))
        let token = try database.changes(in: .notes).token
        let elsewhere = { (database: RecordDatabase, zone: RecordZoneID) in
            try database.makeZone(zone)
            return try database.changes(in: zone, since: token)
        }
        #expect(refusal { try elsewhere(database, RecordZoneID("other")) } == .invalidArgument)
        #expect(refusal { try elsewhere(trial.database(of: .bob), .notes) } == .invalidArgument)
        let shop = try trial.container(of: .ada, CloudTrial.shop).database(.private)
        #expect(refusal { try elsewhere(shop, .notes) } == .invalidArgument)
        let bytes = try #require(Base64URL.decode(token.text))
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            let forged = ChangeToken(Base64URL.encode(flipped))
            let code = refusal { try database.changes(in: .notes, since: forged) }
            try #require(code == .invalidArgument)
        }
        #expect(refusal { try database.changes(in: .standard) } == .invalidArgument)
    }

    @Test("any other bytes are no token", .timeLimit(.minutes(30)))
    func fuzz() throws {
        let database = try CloudTrial().notes()
        let token = try database.changes(in: .notes).token
        var mutator = Mutator(seed: 54)
        for _ in 0..<Mutator.iterationCount {
            let mutant = String(decoding: mutator.mutate(Array(token.text.utf8)), as: UTF8.self)
            guard mutant != token.text else { continue }
            let code = refusal { try database.changes(in: .notes, since: ChangeToken(mutant)) }
            #expect(code == .invalidArgument)
        }
    }

    @Test("R-55: removals are remembered for ninety days", arguments: [true, false])
    func oldRemovals(_ isForgotten: Bool) throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        try database.change(saving: [.note("a"), .note("b")]).check()
        let before = try database.changes(in: .notes).token
        try database.remove(.note("a"))
        let after = try database.changes(in: .notes).token
        trial.clock.advance(by: .seconds(90 * 86_400))
        #expect(try database.changes(in: .notes, since: before).removed.count == 1)
        trial.clock.advance(by: .seconds(1))
        if isForgotten { try trial.service.forgetRemovals(in: CloudTrial.notes) }
        #expect(refusal { try database.changes(in: .notes, since: before) } == .changeTokenExpired)
        #expect(try database.changes(in: .notes, since: after).changed.isEmpty)
        #expect(try database.changes(in: .notes).changed.map(\.id.name) == ["b"])
    }

    @Test("R-55: who fetches everything for the first time is not hindered by old removals")
    func oldRemovalsAtFirst() throws {
        let trial = try CloudTrial { $0.pageCount = 1 }
        let database = try trial.notes()
        for name in ["a", "b", "c"] { try database.save(.note(name)) }
        try database.remove(.note("a"))
        trial.clock.advance(by: .seconds(91 * 86_400))
        let first = try database.changes(in: .notes)
        #expect(first.hasMore)
        #expect(try all(database, since: first.token).changed.count == 1)
        try trial.service.forgetRemovals(in: CloudTrial.notes)
        #expect(try all(database, since: first.token).changed.count == 1)
    }
}
