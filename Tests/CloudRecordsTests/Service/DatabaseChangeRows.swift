import CloudRecords
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing

@Suite("which zones of a database changed", .everyEngine)
struct DatabaseChangeRows {
    private let other = RecordZoneID("other")

    private func names(_ changes: DatabaseChanges) -> [String] { changes.changed.map(\.id.name) }

    @Test("without a token all zones are told that the app made, and with one those that changed")
    func changed() throws {
        let database = try CloudTrial().notes()
        try database.makeZone(other)
        try database.save(Record("Note", RecordID("in the standard zone")))
        let first = try database.changedZones()
        #expect(names(first) == ["notes", "other"])
        #expect(first.removed.isEmpty && !first.hasMore)
        #expect(try names(database.changedZones(since: first.token)).isEmpty)
        try database.save(.note("a"))
        try database.save(Record("Note", RecordID("b")))
        try database.makeZone(other)
        let second = try database.changedZones(since: first.token)
        #expect(names(second) == ["notes"])
        try database.remove(.note("a"))
        #expect(try names(database.changedZones(since: second.token)) == ["notes"])
        #expect(try names(database.changedZones(since: first.token)) == ["notes"])
        #expect(refusal { try database.save(.note("a"), .ifUnchanged) } == nil)
        let now = try database.changedZones(since: first.token).token
        #expect(refusal { try database.save(.note("a")) } == .serverRecordChanged)
        #expect(try names(database.changedZones(since: now)).isEmpty)
    }

    @Test("a removed zone is told with the reason, and one made anew as both")
    func removed() throws {
        for reason in RemovedZone.Reason.allCases {
            let trial = try CloudTrial()
            let database = try trial.notes()
            let before = try database.changedZones().token
            let remove = {
                switch reason {
                case .removed: try database.removeZone(.notes)
                case .purged: try trial.service.removeData(of: "ada@cloud", in: CloudTrial.notes)
                case .encryptedDataReset:
                    try trial.service.resetKeys(of: "ada@cloud", in: CloudTrial.notes)
                }
            }
            try remove()
            let lost = try database.changedZones(since: before)
            #expect(lost.removed.map(\.id) == [.notes])
            #expect(lost.removed.map(\.reason) == [reason])
            #expect(lost.changed.isEmpty)
            #expect(try database.changedZones(since: lost.token).removed.isEmpty)
            // Who never knew it is told nothing.
            let first = try database.changedZones()
            #expect(first.removed.isEmpty && first.changed.isEmpty)
            try database.makeZone(.notes)
            let anew = try database.changedZones(since: lost.token)
            #expect(names(anew) == ["notes"] && anew.removed.isEmpty)
            let both = try database.changedZones(since: before)
            #expect(names(both) == ["notes"])
            #expect(both.removed.map(\.reason) == [reason])
        }
    }

    @Test("there are at most 200 in a page, and none is told twice or left out")
    func pages() throws {
        let trial = try CloudTrial { $0.pageCount = 3 }
        let database = try trial.database()
        let all = (0..<8).map { "z\($0)" }
        for name in all { try database.makeZone(RecordZoneID(name)) }
        var page = try database.changedZones()
        var told = names(page)
        while page.hasMore {
            page = try database.changedZones(since: page.token)
            #expect(page.changed.count <= 3)
            told += names(page)
        }
        #expect(told == all)
        for name in all { try database.removeZone(RecordZoneID(name)) }
        var removed: [String] = []
        repeat {
            page = try database.changedZones(since: page.token)
            removed += page.removed.map(\.id.name)
        } while page.hasMore
        #expect(removed == all)
    }

    @Test("after a backup was restored old tokens count no more, and nothing is told to be removed")
    func restored() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        let backup = trial.engine.backup()
        try database.makeZone(other)
        let token = try database.changedZones().token
        let again = try CloudTrial(engine: backup.restored(), seed: 3)
        try again.service.didRestore(CloudTrial.notes)
        let restored = try again.database()
        #expect(refusal { try restored.changedZones(since: token) } == .changeTokenExpired)
        #expect(try names(restored.changedZones()) == ["notes"])
    }

    @Test("a token of another database, purpose or container, or a changed one, is refused")
    func forged() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        let token = try database.changedZones().token
        let zone = try database.changes(in: .notes).token
        let shop = try trial.container(of: .ada, CloudTrial.shop).database(.private)
        let attempts: [() throws -> Any] = [
            { try database.changedZones(since: zone) },
            { try database.changes(in: .notes, since: token) },
            { try trial.database(of: .bob).changedZones(since: token) },
            { try shop.changedZones(since: token) },
            { try trial.world(.ada).changedZones() },
        ]
        for attempt in attempts { #expect(refusal(attempt) == .invalidArgument) }
        #expect(refusal { try trial.world(nil).changedZones() } == .notAuthenticated)
        let bytes = try #require(Base64URL.decode(token.text))
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            let forged = ChangeToken(Base64URL.encode(flipped))
            let code = refusal { try database.changedZones(since: forged) }
            try #require(code == .invalidArgument)
        }
    }

    @Test("what was done of a request whose answer was lost is told by its token")
    func outcomes() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        try database.save(.note("old"))
        let ask = {
            try database.outcomes(
                of: [1],
                saving: [.note("a"), .note("b")],
                removing: [.note("old")]
            )
        }
        #expect(try ask().isEmpty)
        let saves = [Record.note("a"), .note("b")]
        try database.change(saving: saves, removing: [.note("old")], token: [1]).check()
        try database.save(.note("old", title: "new"))
        try database.remove(.note("a"))
        try database.save(.note("b", title: "later"), .allKeys)
        let done = try ask()
        #expect(done.map(\.code) == [.notFound, nil, nil])
        #expect(done.map { $0.record?["title"] } == [nil, .string("later"), nil])
        #expect(try database.record(.note("old"))["title"] == .string("new"))
        let fewer = { try database.outcomes(of: [1], saving: [.note("a")], removing: []) }
        #expect(refusal(fewer) == .invalidArgument)
        #expect(try trial.database(of: .bob).outcomes(of: [1], saving: [], removing: []).isEmpty)
        // What failed as a whole was not done.
        let conflict = [Record.note("b"), .note("c")]
        _ = try database.change(saving: conflict, token: [2])
        let failed = try database.outcomes(of: [2], saving: conflict.map(\.id), removing: [])
        #expect(failed.isEmpty)
    }
}
