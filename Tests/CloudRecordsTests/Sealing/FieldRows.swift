import CloudRecords
import ProtectionModel
import Testing

@Suite("encrypted values (rows R-39, R-42)", .everyEngine)
struct FieldRows {
    @Test("R-39: what is encrypted is nowhere in the engine's bytes, and comes back as it was")
    func sealed() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        let saved = try database.save(.secret())
        #expect(try saved.encryptedValue("secret") == .string(SealedTrial.secret))
        #expect(try device.secret() == .string(SealedTrial.secret))
        #expect(try database.record(.note("a"))["title"] == .string("x"))
        let text = trial.trial.engine.backup().text
        #expect(!text.contains(SealedTrial.secret) && text.contains("title"))
        #expect(!text.contains("xylophone"))
        let bytes = Array(SealedTrial.secret.utf8)
        #expect(!text.contains(bytes.map(String.init).joined(separator: ", ")))
        let schema = try trial.trial.service.schema(of: CloudTrial.notes)
        let exposure = RecordExposure(of: schema)
        let fields = try #require(exposure.types.first { $0.name == "Note" }).fields
        #expect(fields.first { $0.name == "secret" }?.inPrivate == .encrypted)
        #expect(fields.first { $0.name == "title" }?.inPrivate == .plain)
    }

    @Test("values of every kind that can be encrypted come back, and lists of them")
    func kinds() throws {
        let database = try SealedTrial().device().notes()
        var record = Record("All", .note("a"))
        var expected: [String: RecordValue] = [:]
        for (key, value) in RecordBodyTests.fields {
            guard let type = RecordFieldType(of: value), type.base.isEncryptable,
                !type.isEncrypted
            else { continue }
            expected[key] = value
            record.setEncryptedValue(value, for: key)
        }
        #expect(expected.count == 14)
        try database.save(record)
        let fetched = try database.record(.note("a"))
        #expect(fetched.encryptedKeys == Set(expected.keys))
        for (key, value) in expected { #expect(try fetched.encryptedValue(key) == value) }
        #expect(try fetched.encryptedValue("other") == nil)
    }

    @Test("each save has another ciphertext, and what is not changed keeps its own")
    func fresh() throws {
        let trial = try SealedTrial()
        let database = try trial.device().notes()
        var record = Record.secret()
        record.setEncryptedValue(.string("same"), for: "other")
        record = try database.save(record)
        let first = try trial.stored("a")
        record.setEncryptedValue(.string(SealedTrial.secret), for: "secret")
        record = try database.save(record)
        let second = try trial.stored("a")
        #expect(try first.sealed() != second.sealed())
        #expect(try first.sealed("other") == second.sealed("other"))
        record["title"] = .string("y")
        try database.save(record)
        #expect(try trial.stored("a").sealed() == second.sealed())
        record = try database.record(.note("a"))
        record.setEncryptedValue(nil, for: "secret")
        try database.save(record)
        #expect(try database.record(.note("a")).encryptedKeys == ["other"])
        #expect(try database.record(.note("a")).encryptedValue("secret") == nil)
    }

    @Test("what cannot be encrypted is refused, and nothing is saved")
    func refused() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        let bad: [RecordValue] = [
            .reference(RecordReference(.note("b"))), .list([]), .real(.nan),
            .asset(RecordAsset(from: MemoryAssetSource([1]))),
            .sealed(SealedValue([1], of: RecordFieldType(.string))),
            .list([.integer(1), .string("x")]),
        ]
        for value in bad {
            var record = Record.note("a")
            record.setEncryptedValue(value, for: "secret")
            #expect(refusal { try database.save(record) } == .invalidArgument, "\(value)")
        }
        var raw = Record.note("a")
        raw["secret"] = .sealed(SealedValue([1], of: RecordFieldType(.string)))
        #expect(refusal { try database.save(raw) } == .invalidArgument)
        var world = Record("Note", RecordID("a"))
        world.setEncryptedValue(.string("x"), for: "secret")
        let open = device.container.database(.public)
        #expect(refusal { try open.save(world) } == .invalidArgument)
        let keyless = try trial.trial.container().database(.private)
        #expect(refusal { try keyless.save(.secret()) } == .invalidArgument)
        #expect(refusal { try database.record(.note("a")) } == .notFound)
    }

    @Test("R-29: a request with encrypted values that is repeated is done once")
    func repeated() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        var record = Record.secret()
        record["photo"] = .asset(RecordAsset(from: MemoryAssetSource([1, 2])))
        try database.change(saving: [record], token: [1]).check()
        let stored = try trial.stored("a")
        let again = try database.change(saving: [record], token: [1])
        try again.check()
        #expect(try again[0].record?.encryptedValue("secret") == .string(SealedTrial.secret))
        #expect(try trial.stored("a") == stored)
        // Also by the device's next process.
        let other = try device.restarted(in: trial.trial)
        try other.database.change(saving: [record], token: [1]).check()
        #expect(try trial.stored("a") == stored)
        record.setEncryptedValue(.string("other"), for: "secret")
        let code = try database.change(saving: [record], token: [1]).map(\.code)
        #expect(code == [.invalidArgument])
        var large = Record.secret()
        large["photo"] = .asset(RecordAsset(from: MemoryAssetSource([1, 2, 3])))
        #expect(try database.change(saving: [large], token: [1]).map(\.code) == code)
    }

    @Test("an archive has encrypted values that were not saved yet, and opens the others again")
    func archive() throws {
        let trial = try SealedTrial()
        let database = try trial.device().notes()
        var record = try database.save(.secret())
        record.setEncryptedValue(.integer(5), for: "number")
        record["photo"] = .asset(RecordAsset(from: MemoryAssetSource([1])))
        var kept = try Record(archive: record.archive)
        #expect(try kept.encryptedValue("number") == .integer(5))
        #expect(kept.refusal(of: "secret") == .protectedDataUnavailable)
        #expect(kept.changedKeys == ["number"])
        kept = try #require(try database.opened([kept]).first)
        #expect(try kept.encryptedValue("secret") == .string(SealedTrial.secret))
        kept = try database.save(kept)
        #expect(try kept.encryptedValue("number") == .integer(5))
    }

    @Test("R-16: the three records of a conflict are open")
    func conflict() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        var mine = try a.notes().save(.secret("a", "first"))
        var theirs = try b.database.record(.note("a"))
        theirs.setEncryptedValue(.string("theirs"), for: "secret")
        try b.database.save(theirs)
        mine.setEncryptedValue(.string("mine"), for: "secret")
        do {
            try a.database.save(mine)
            Issue.record("saved over another's")
        } catch {
            let conflict = try #require(error.cause as? RecordConflict)
            #expect(try conflict.client.encryptedValue("secret") == .string("mine"))
            #expect(try conflict.server.encryptedValue("secret") == .string("theirs"))
            #expect(try conflict.ancestor?.encryptedValue("secret") == .string("first"))
            #expect(conflict.client == mine)
        }
        try a.database.save(mine, .changedKeys)
        #expect(try b.secret() == .string("mine"))
    }

    // MARK: Attacks

    /// What who has the engine does to the value of `a`, whose neighbours are `b` and zone `other`.
    enum Move: String, CaseIterable {
        case otherField, otherRecord, otherZone, otherType, otherRecordType, otherDatabase
        case otherContainer, truncated, emptied, extended, version0, wrapOfNeighbour
        case nonceOfNeighbour
    }

    private func fill(_ database: RecordDatabase) throws {
        for name in ["a", "b", "c"] {
            var record = Record.secret(name)
            record.setEncryptedValue(.string("second"), for: "second")
            record.setEncryptedValue(.integer(1), for: "number")
            try database.save(record)
        }
    }

    private func moved(
        _ move: Move,
        _ record: inout StoredRecord,
        _ trial: SealedTrial
    ) throws {
        let own = try record.sealed().bytes
        let neighbour = try trial.stored("b").sealed().bytes
        switch move {
        case .otherField: record.fields["secret"] = record.fields["second"]
        case .otherRecord: record.setSealed(neighbour)
        case .otherZone:
            let other = RecordZoneID("other")
            record.setSealed(try trial.stored("a", in: other).sealed().bytes)
        case .otherType: record.setSealed(own, of: RecordFieldType(.bytes))
        case .otherRecordType: record.type = "Other"
        case .otherDatabase, .otherContainer: break
        case .truncated: record.setSealed(Array(own.dropLast()))
        case .emptied: record.setSealed([])
        case .extended: record.setSealed(own + [0])
        case .version0: record.setSealed([0] + own.dropFirst())
        case .wrapOfNeighbour: record.setSealed(Array(neighbour[..<89] + own[89...]))
        case .nonceOfNeighbour:
            record.setSealed(Array(own[..<89] + neighbour[89..<113] + own[113...]))
        }
    }

    @Test(
        "R-42: a value that was moved or cut does not open, and all others are given",
        arguments: Move.allCases
    )
    func moves(_ move: Move) throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        try database.makeZone(RecordZoneID("other"))
        try fill(database)
        try database.save(secretInOtherZone)
        switch move {
        case .otherDatabase, .otherContainer:
            let elsewhere = try valueElsewhere(move, trial)
            try trial.tamper("a") { $0.setSealed(elsewhere) }
        default:
            try trial.tamper("a") { try moved(move, &$0, trial) }
        }
        // Another device: it compares with nothing that it has seen.
        let other = try device.restarted(in: trial.trial)
        let outcomes = try other.database.fetch([.note("a"), .note("b"), .note("c")])
        let record = try #require(outcomes[0].record)
        #expect(record.refusal(of: "secret") == .authenticationFailure)
        #expect(record["title"] == .string("x"))
        let areOthersWell = move != .otherRecordType
        #expect(record.refusal(of: "second") == (areOthersWell ? nil : .authenticationFailure))
        for outcome in outcomes.dropFirst() {
            #expect(outcome.record?.refusal(of: "secret") == nil)
            #expect(outcome.record?.refusal(of: "number") == nil)
        }
        #expect(try other.database.changes(in: .notes).changed.count == 3)
    }

    private var secretInOtherZone: Record {
        var record = Record("Note", RecordID("a", in: RecordZoneID("other")))
        record.setEncryptedValue(.string(SealedTrial.secret), for: "secret")
        return record
    }

    /// The value of the same field and record, in another environment or of another user.
    private func valueElsewhere(_ move: Move, _ trial: SealedTrial) throws -> [UInt8] {
        let key = ContainerKey("iCloud.com.example.other", .development)
        let device =
            move == .otherContainer
            ? try trial.device(of: .ada, key) : try trial.device(of: .bob)
        try device.notes().save(.secret())
        let owner = try device.container.userID().name
        let zone = ZoneKey(DatabaseKey(scope: .private, owner: owner), "notes")
        let record = try trial.trial.engine.engine.read(device.container.key) {
            try $0.record("a", in: zone)
        }
        return try #require(record).sealed().bytes
    }

    @Test("R-42: a plain value in the place of an encrypted one is not taken for it")
    func plain() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        try device.notes().save(.secret())
        try trial.tamper("a") { $0.fields["secret"] = .string("not yours") }
        let record = try device.restarted(in: trial.trial).database.record(.note("a"))
        #expect(record.refusal(of: "secret") == .authenticationFailure)
    }

    @Test("R-42: no bit of a value can be changed")
    func bits() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        try device.notes().save(.secret())
        let bytes = try trial.stored("a").sealed().bytes
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            try trial.tamper("a") { $0.setSealed(changed) }
            let record = try device.restarted(in: trial.trial).database.record(.note("a"))
            let code = try #require(record.refusal(of: "secret"), "byte \(index)")
            #expect([.authenticationFailure, .unsupportedVersion].contains(code))
        }
        for count in bytes.indices {
            try trial.tamper("a") { $0.setSealed(Array(bytes[..<count])) }
            let record = try device.restarted(in: trial.trial).database.record(.note("a"))
            #expect(record.refusal(of: "secret") == .authenticationFailure, "\(count) bytes")
        }
    }

    @Test(
        "a value that does not authenticate is not saved again with all keys, and can be replaced"
    )
    func damaged() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        try database.save(.secret())
        try trial.tamper("a") { $0.setSealed(Array(try $0.sealed().bytes.dropLast())) }
        let other = try device.restarted(in: trial.trial).database
        var record = try other.record(.note("a"))
        #expect(refusal { try other.save(record, .allKeys) } == .authenticationFailure)
        record["title"] = .string("y")
        record = try other.save(record)
        #expect(record.refusal(of: "secret") == .authenticationFailure)
        record.setEncryptedValue(.string("new"), for: "secret")
        record = try other.save(record)
        #expect(try record.encryptedValue("secret") == .string("new"))
    }

    @Test("values from a newer program are told apart from damaged ones")
    func newer() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        try device.notes().save(.secret())
        try trial.tamper("a") { $0.setSealed([2] + (try $0.sealed().bytes.dropFirst())) }
        let record = try device.restarted(in: trial.trial).database.record(.note("a"))
        #expect(record.refusal(of: "secret") == .unsupportedVersion)
    }
}
