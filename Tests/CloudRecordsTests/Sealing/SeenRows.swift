import CloudRecords
import ProtectionModel
import Testing

@Suite("versions that a device has seen (row R-92)", .everyEngine)
struct SeenRows {
    @Test("R-92: an older version of a record that was seen is refused, and the others are given")
    func older() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        for name in ["a", "b"] { try database.save(.secret(name)) }
        let old = try trial.stored("a")
        var record = try database.record(.note("a"))
        record.setEncryptedValue(.string("newer"), for: "secret")
        try database.save(record)
        try trial.tamper("a") { $0 = old }
        let outcomes = try database.fetch([.note("a"), .note("b")])
        #expect(outcomes.map(\.code) == [.authenticationFailure, nil])
        #expect(outcomes[0].failure?.message.contains("older than") == true)
        let changes = try database.changes(in: .notes)
        #expect(changes.changed.map(\.id.name) == ["b"])
        #expect(changes.failures.map(\.code) == [.authenticationFailure])
        let query = RecordQuery("Note", try RecordPredicate(format: "title = 'x'"))
        let page = try database.find(query, in: .notes)
        #expect(page.records.map(\.id.name) == ["b"])
        #expect(page.failures.map(\.id) == [.note("a")])
        #expect(outcomes[1].record?.refusal(of: "secret") == nil)
    }

    @Test("R-92: so is a backup that was restored, until the user wants what the service has now")
    func restored() throws {
        let trial = try SealedTrial()
        let memory = MemorySeenVersions()
        let device = try trial.device(memory: memory)
        let database = try device.notes()
        try database.save(.secret())
        let backup = trial.trial.engine.backup()
        var record = try database.record(.note("a"))
        record["title"] = .string("y")
        try database.save(record)
        let restored = try SealedTrial(CloudTrial(engine: backup.restored()))
        let again = try SealedDevice(
            restored.trial,
            device.holder,
            CloudAccount(.ada),
            memory: memory
        )
        #expect(refusal { try again.database.record(.note("a")) } == .authenticationFailure)
        try restored.trial.service.didRestore(CloudTrial.notes)
        #expect(refusal { try again.database.record(.note("a")) } == .authenticationFailure)
        let zone = SealedZone(CloudTrial.notes, try restored.key().database, .notes)
        try again.sealer.forget(zone)
        #expect(try again.secret() == .string(SealedTrial.secret))
        var newer = try again.database.record(.note("a"))
        newer["title"] = .string("z")
        try again.database.save(newer)
        // What was saved before the restore is older now.
        try restored.tamper("a") { $0.tag = record.metadata?.changeTag ?? "" }
        #expect(refusal { try again.database.record(.note("a")) } == .authenticationFailure)
    }

    @Test("an older value in the version that was seen is refused, and the rest is given")
    func value() throws {
        let trial = try SealedTrial()
        let database = try trial.device().notes()
        var record = Record.secret()
        record.setEncryptedValue(.integer(1), for: "number")
        record = try database.save(record)
        let old = try trial.stored("a").sealed()
        record.setEncryptedValue(.string("newer"), for: "secret")
        try database.save(record)
        try trial.tamper("a") { $0.fields["secret"] = .sealed(old) }
        record = try database.record(.note("a"))
        #expect(record.refusal(of: "secret") == .authenticationFailure)
        #expect(try record.encryptedValue("number") == .integer(1))
        #expect(record["title"] == .string("x"))
    }

    @Test("a value that is gone from the version that was seen is refused, not missing")
    func removedValue() throws {
        let trial = try SealedTrial()
        let database = try trial.device().notes()
        var record = Record.secret()
        record.setEncryptedValue(.integer(1), for: "number")
        try database.save(record)
        let stored = try trial.stored("a")
        for replacement in [nil, RecordValue.string("not yours")] {
            try trial.tamper("a") { $0.fields["secret"] = replacement }
            record = try database.record(.note("a"))
            #expect(record.refusal(of: "secret") == .authenticationFailure)
            #expect(record.refusal(of: "number") == nil)
            record = try database.record(.note("a"), keys: ["number"])
            #expect(try record.encryptedValue("secret") == nil)
            try trial.tamper("a") { $0 = stored }
        }
        #expect(try database.record(.note("a")).refusal(of: "secret") == nil)
        record = try database.record(.note("a"))
        record.setEncryptedValue(nil, for: "secret")
        try database.save(record)
        #expect(try database.record(.note("a")).encryptedValue("secret") == nil)
    }

    @Test("a device that has seen nothing takes what it gets, and so does one of a newer version")
    func notDetected() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        try database.save(.secret())
        let old = try trial.stored("a")
        var record = try database.record(.note("a"))
        record.setEncryptedValue(.string("newer"), for: "secret")
        try database.save(record)
        let new = try trial.stored("a")
        try trial.tamper("a") { $0 = old }
        let blind = try device.restarted(in: trial.trial)
        #expect(try blind.secret() == .string(SealedTrial.secret))
        try trial.tamper("a") {
            $0 = new
            $0.tag = String(new.tag.dropLast()) + "zz"
            $0.fields["secret"] = old.fields["secret"]
        }
        #expect(try device.secret() == .string(SealedTrial.secret))
    }

    @Test("what others save, remove and make anew is no older version")
    func honest() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        try a.notes().save(.secret())
        for number in 0..<5 {
            for device in [a, b] {
                var record = try device.database.record(.note("a"))
                record.setEncryptedValue(.integer(Int64(number)), for: "number")
                try device.database.save(record, .changedKeys)
            }
        }
        try b.database.remove(.note("a"))
        try b.database.save(.secret("a", "again"))
        #expect(try a.secret() == .string("again"))
        try b.database.removeZone(.notes)
        try b.notes().save(.secret("a", "third"))
        #expect(try a.secret() == .string("third"))
        #expect(try a.database.record(.note("a"), keys: ["title"]).encryptedKeys.isEmpty)
        #expect(try a.secret() == .string("third"))
    }

    @Test("what was seen while a call was under way is no measure for what it brings")
    func concurrent() throws {
        let engine = InterruptedEngine()
        let trial = try SealedTrial(CloudTrial(over: engine))
        let device = try trial.device()
        let database = try device.notes()
        let record = try database.save(.secret())
        // Another thread of the device saves and fetches while this save is on its way back.
        var mine = record
        mine["title"] = .string("y")
        var other = record
        other["number"] = .integer(1)
        let pending = other
        engine.interrupt { try database.save(pending, .changedKeys) }
        #expect(try database.save(mine, .changedKeys)["title"] == .string("y"))
        #expect(try database.record(.note("a"))["number"] == .integer(1))
    }

    @Test("tags that are none are nothing to compare with")
    func tags() throws {
        let trial = try SealedTrial()
        let database = try trial.device().notes()
        try database.save(.secret())
        for tag in ["", "-", "x", "a-b-c", "é-1", "zzzzzzzzzzzzzzzzz-1"] {
            try trial.tamper("a") { $0.tag = tag }
            #expect(try database.record(.note("a")).refusal(of: "secret") == nil)
        }
    }
}
