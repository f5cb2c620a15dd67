import CloudRecords
import ProtectionModel
import Testing

@Suite("locked devices (rows R-43 to R-45)", .everyEngine)
struct LockRows {
    @Test("R-43: in a zone of class complete a locked device gets plain fields, and no others")
    func locked() throws {
        let device = try SealedTrial().device()
        let database = try device.notes(as: .complete)
        try database.save(.secret())
        device.holder.lockState = .locked
        let record = try database.record(.note("a"))
        #expect(record["title"] == .string("x"))
        #expect(record.refusal(of: "secret") == .protectedDataUnavailable)
        #expect(record.encryptedKeys == ["secret"])
        device.holder.lockState = .unlocked
        #expect(try device.secret() == .string(SealedTrial.secret))
    }

    @Test("a zone of the other class opens while the device is locked, after the first unlock")
    func untilFirstUnlock() throws {
        let device = try SealedTrial().device()
        try device.notes().save(.secret())
        device.holder.lockState = .locked
        #expect(try device.secret() == .string(SealedTrial.secret))
        try device.database.save(.secret("b"))
    }

    @Test(
        "what is saved while locked never loses or empties what cannot be opened",
        arguments: [SavePolicy.ifUnchanged, .changedKeys]
    )
    func kept(_ policy: SavePolicy) throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes(as: .complete)
        try database.save(.secret())
        let sealed = try trial.stored("a").sealed()
        device.holder.lockState = .locked
        var record = try database.record(.note("a"))
        record["title"] = .string("y")
        record = try database.save(record, policy)
        #expect(try trial.stored("a").sealed() == sealed)
        #expect(record.refusal(of: "secret") == .protectedDataUnavailable)
        // Another process, which has no key in memory.
        let other = try device.restarted(in: trial.trial)
        record = try other.database.record(.note("a"), keys: ["title"])
        record["title"] = .string("z")
        try other.database.save(record, policy)
        #expect(try trial.stored("a").sealed() == sealed)
        device.holder.lockState = .unlocked
        #expect(try device.secret() == .string(SealedTrial.secret))
    }

    @Test(
        "with all keys a locked device saves nothing; removed meanwhile, a record comes back whole"
    )
    func allKeys() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes(as: .complete)
        try database.save(.secret())
        device.holder.lockState = .locked
        var record = try database.record(.note("a"))
        record["title"] = .string("y")
        #expect(refusal { try database.save(record, .allKeys) } == .protectedDataUnavailable)
        #expect(try database.record(.note("a"))["title"] == .string("x"))
        try database.remove(.note("a"))
        try database.save(record, .changedKeys)
        device.holder.lockState = .unlocked
        #expect(try device.secret() == .string(SealedTrial.secret))
        #expect(try database.record(.note("a"))["title"] == .string("y"))
    }

    @Test("while locked nothing is encrypted, and of the request nothing is done")
    func encrypting() throws {
        let device = try SealedTrial().device()
        let database = try device.notes(as: .complete)
        try database.save(.secret())
        device.holder.lockState = .locked
        let records = [Record.note("b"), Record.secret("c")]
        let code = refusal { try database.change(saving: records, isAtomic: false) }
        #expect(code == .protectedDataUnavailable)
        #expect(refusal { try database.record(.note("b")) } == .notFound)
        device.holder.lockState = .unlocked
        try database.change(saving: records).check()
    }

    @Test("R-44: changes that come while locked are open after the unlock, each once")
    func changes() throws {
        let trial = try SealedTrial()
        let sender = try trial.device()
        let device = try trial.device()
        _ = try sender.notes(as: .complete)
        device.holder.lockState = .locked
        for number in 0..<450 {
            try sender.database.save(.secret("n\(number)", "text \(number)"))
        }
        var kept: [Record] = []
        var token: ChangeToken?
        var hasMore = true
        while hasMore {
            let page = try device.database.changes(in: .notes, since: token)
            #expect(page.failures.isEmpty)
            kept += page.changed
            (token, hasMore) = (page.token, page.hasMore)
        }
        #expect(kept.count == 450)
        #expect(kept.allSatisfy { $0.refusal(of: "secret") == .protectedDataUnavailable })
        #expect(try device.database.opened(kept) == kept)
        device.holder.lockState = .unlocked
        let calls = device.faults.calls
        let opened = try device.database.opened(kept)
        #expect(device.faults.calls == calls)
        for (number, record) in opened.enumerated() {
            #expect(record.id.name == "n\(number)")
            #expect(try record.encryptedValue("secret") == .string("text \(number)"))
            #expect(record.changedKeys.isEmpty)
        }
        #expect(try device.database.changes(in: .notes, since: token).changed.isEmpty)
    }

    @Test("a change that was made in a locked record stays when it is opened")
    func reopened() throws {
        let device = try SealedTrial().device()
        let database = try device.notes(as: .complete)
        var record = Record.secret()
        record.setEncryptedValue(.integer(1), for: "number")
        try database.save(record)
        device.holder.lockState = .locked
        record = try database.record(.note("a"))
        record["title"] = .string("y")
        record.setEncryptedValue(.integer(2), for: "number")
        device.holder.lockState = .unlocked
        record = try #require(try database.opened([record]).first)
        #expect(try record.encryptedValue("number") == .integer(2))
        #expect(try record.encryptedValue("secret") == .string(SealedTrial.secret))
        #expect(record["title"] == .string("y"))
        record = try database.save(record)
        #expect(try record.encryptedValue("number") == .integer(2))
    }

    @Test("R-45: before the first unlock no request is sent for what is private")
    func beforeFirstUnlock() throws {
        let device = try SealedTrial().device()
        let database = try device.notes()
        try database.save(.secret())
        device.holder.lockState = .beforeFirstUnlock
        let calls = device.faults.calls
        let query = RecordQuery("Note", try RecordPredicate(format: "title = 'x'"))
        let tries: [() throws -> Void] = [
            { _ = try database.record(.note("a")) },
            { _ = try database.fetch([.note("a")]) },
            { _ = try database.changes(in: .notes) },
            { _ = try database.find(query) },
            { try database.save(.note("b")) },
            { try database.save(.secret("b")) },
            { try database.remove(.note("a")) },
            { try database.makeZone(RecordZoneID("other")) },
            { try database.shareKeys(in: .notes) },
            { _ = try database.rekey(.notes) },
            { _ = try database.opened([]) },
        ]
        for body in tries { #expect(refusal(body) == .protectedDataUnavailable) }
        #expect(device.faults.calls == calls)
        let world = device.container.database(.public)
        try world.save(Record("Note", RecordID("w")))
        device.holder.lockState = .unlocked
        #expect(try device.secret() == .string(SealedTrial.secret))
    }

    @Test("a zone's class is one of two, and stays")
    func classes() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        for protection in ProtectionClass.allCases {
            let isOne =
                protection == .complete || protection == .completeUntilFirstUserAuthentication
            let zone = RecordZoneID("zone-\(protection.rawValue)")
            let code = refusal { try device.database.makeZone(zone, as: protection) }
            #expect(code == (isOne ? nil : .invalidArgument))
        }
        let zone = RecordZoneID("zone-\(ProtectionClass.complete.rawValue)")
        let other = try trial.device()
        try other.database.makeZone(zone)
        try other.database.makeZone(zone, as: .complete)
        let code = refusal {
            try other.database.makeZone(zone, as: .completeUntilFirstUserAuthentication)
        }
        #expect(code == .invalidArgument)
        let keyless = try trial.trial.database()
        #expect(refusal { try keyless.makeZone(zone, as: .complete) } == .invalidArgument)
    }

    @Test("keys that a lock has wiped come back from the list that is in memory")
    func wiped() throws {
        let device = try SealedTrial().device()
        let database = try device.notes(as: .complete)
        try database.save(.secret())
        for state in [LockState.locked, .unlocked, .beforeFirstUnlock, .unlocked] {
            device.holder.lockState = state
        }
        let calls = device.faults.calls.count
        #expect(try device.secret() == .string(SealedTrial.secret))
        #expect(device.faults.calls.count == calls + 1)
    }
}
