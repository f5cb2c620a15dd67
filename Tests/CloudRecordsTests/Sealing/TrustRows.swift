import CloudRecords
import ProtectionModel
import Testing

@Suite("keys for trusted devices (rows R-46 to R-48)", .everyEngine)
struct TrustRows {
    @Test("R-46: a trusted device opens what another saved, and a third does not")
    func shared() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        let stranger = try trial.device(isStranger: true)
        try a.notes().save(.secret())
        #expect(try b.secret() == .string(SealedTrial.secret))
        let record = try stranger.database.record(.note("a"))
        #expect(record["title"] == .string("x"))
        #expect(record.refusal(of: "secret") == .notTrusted)
        try b.database.save(.secret("b"))
        #expect(try a.secret("b") == .string(SealedTrial.secret))
    }

    @Test("R-46: a device that comes later opens all once another has shared the keys with it")
    func later() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        try a.notes().save(.secret())
        let revision = try trial.keys()
        let b = try trial.device()
        #expect(try b.database.record(.note("a")).refusal(of: "secret") == .notTrusted)
        try a.database.shareKeys(in: .notes)
        #expect(try trial.keys() != revision)
        #expect(try b.secret() == .string(SealedTrial.secret))
        // The key is the same: nothing has to be wrapped anew.
        let rekeyed = try b.database.rekey(.notes)
        #expect(rekeyed.count == 0 && rekeyed.failures.isEmpty)
    }

    @Test("R-47: what is saved after a device was removed it cannot open")
    func removed() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        try a.notes().save(.secret("old"))
        #expect(try b.secret("old") == .string(SealedTrial.secret))
        trial.circle.remove(b.holder)
        try a.database.save(.secret("new"))
        for device in [b, try b.restarted(in: trial.trial)] {
            let record = try device.database.record(.note("new"))
            #expect(record.refusal(of: "secret") == .notTrusted)
            #expect(refusal { try device.database.save(.secret("b")) } == .notTrusted)
        }
        for device in [a, try a.restarted(in: trial.trial), try trial.device()] {
            try a.database.shareKeys(in: .notes)
            #expect(try device.secret("new") == .string(SealedTrial.secret))
            #expect(try device.secret("old") == .string(SealedTrial.secret))
        }
    }

    @Test("R-47: a record that is saved again is under the new key with all that is in it")
    func wrappedAtSave() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        var record = Record.secret()
        record["photo"] = .asset(RecordAsset(from: MemoryAssetSource([1, 2, 3])))
        try a.notes().save(record)
        let before = try trial.stored("a")
        trial.circle.remove(b.holder)
        record = try a.database.record(.note("a"))
        record["title"] = .string("y")
        try a.database.save(record)
        let after = try trial.stored("a")
        #expect(try before.sealed().bytes[1..<17] != after.sealed().bytes[1..<17])
        #expect(try before.sealed().bytes[89...] == after.sealed().bytes[89...])
        let photos = (before.fields["photo"]?.assets ?? [], after.fields["photo"]?.assets ?? [])
        #expect(photos.0[0].seal != photos.1[0].seal && photos.0[0].digest == photos.1[0].digest)
        #expect(try a.restarted(in: trial.trial).secret() == .string(SealedTrial.secret))
        #expect(try b.database.record(.note("a")).refusal(of: "secret") == .notTrusted)
    }

    @Test(
        "R-47: with other policies nothing of another's is overwritten for its key's sake",
        arguments: [SavePolicy.changedKeys, .allKeys]
    )
    func notWrapped(_ policy: SavePolicy) throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        try a.notes().save(.secret())
        var stale = try a.database.record(.note("a"), keys: ["title"])
        let other = try a.restarted(in: trial.trial)
        trial.circle.remove(b.holder)
        var newer = try other.database.record(.note("a"))
        newer.setEncryptedValue(.string("newer"), for: "secret")
        try other.database.save(newer)
        stale["title"] = .string("y")
        try a.database.save(stale, policy)
        #expect(try a.secret() == .string("newer"))
        #expect(try a.database.record(.note("a"))["title"] == .string("y"))
    }

    @Test("rekey wraps all records anew, and drops the older keys")
    func rekey() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        _ = try a.notes()
        for number in 0..<250 { try a.database.save(.secret("n\(number)")) }
        try a.database.save(.note("plain"))
        let plain = try trial.stored("plain")
        trial.circle.remove(b.holder)
        let size = try trial.keys().count
        let rekeyed = try a.database.rekey(.notes)
        #expect(rekeyed.count == 250 && rekeyed.failures.isEmpty)
        #expect(try trial.stored("plain") == plain)
        // One device and one wrapped key less, none more.
        #expect(try trial.keys().count == size - 96)
        #expect(try a.database.rekey(.notes).count == 0)
        let other = try a.restarted(in: trial.trial)
        for number in 0..<250 {
            #expect(try other.secret("n\(number)") == .string(SealedTrial.secret))
        }
    }

    @Test("rekey keeps the older keys while something is under them that it cannot wrap")
    func rekeyDamaged() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        try a.notes().save(.secret("a"))
        try a.database.save(.secret("b"))
        let sealed = try trial.stored("b").sealed().bytes
        try trial.tamper("b") {
            $0.setSealed(Array(sealed[..<60]) + [sealed[60] ^ 1] + sealed[61...])
        }
        trial.circle.remove(b.holder)
        let rekeyed = try a.database.rekey(.notes)
        #expect(rekeyed.count == 1)
        #expect(rekeyed.failures.map(\.id) == [.note("b")])
        try trial.tamper("b") { $0.setSealed(sealed) }
        let other = try a.restarted(in: trial.trial)
        #expect(try other.secret("b") == .string(SealedTrial.secret))
        #expect(try other.secret("a") == .string(SealedTrial.secret))
    }

    @Test("what another saves under the older key while a device is removed is sealed anew")
    func stale() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        let c = try trial.device()
        try a.notes().save(.secret("a"))
        #expect(try c.secret("a") == .string(SealedTrial.secret))
        // C has the list in memory; A changes the keys and drops the older ones.
        try a.database.save(.secret("x"))
        trial.circle.remove(b.holder)
        _ = try a.database.rekey(.notes)
        let before = c.faults.calls
        try c.database.save(.secret("c"))
        #expect(c.faults.calls.dropFirst(before.count).contains(.fetchKeys))
        #expect(try a.secret("c") == .string(SealedTrial.secret))
        #expect(try a.restarted(in: trial.trial).secret("c") == .string(SealedTrial.secret))
    }

    @Test("keys that two devices make at once are one device's, and both use them")
    func atOnce() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        _ = try a.notes()
        // B's list arrives between A's look and A's own.
        a.faults.failNext(.networkUnavailable, call: .changeKeys)
        #expect(refusal { try a.database.save(.secret("a")) } == .networkUnavailable)
        try b.database.save(.secret("b"))
        try a.database.save(.secret("a"))
        #expect(try b.secret("a") == .string(SealedTrial.secret))
        #expect(try a.secret("b") == .string(SealedTrial.secret))
    }

    @Test(
        "whatever request fails, before or after it was done, the next save goes through",
        arguments: [CloudCall.user, .fetchKeys, .changeKeys, .upload, .change],
        CloudFaults.Moment.allCases
    )
    func failing(_ call: CloudCall, _ moment: CloudFaults.Moment) throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        _ = try trial.trial.notes()
        var plan = CloudFaults.Plan(.refused(.networkUnavailable), call: call)
        plan.moment = moment
        a.faults.plan(plan)
        var record = Record.secret()
        record["photo"] = .asset(RecordAsset(from: MemoryAssetSource([1, 2, 3])))
        let save = { try a.database.change(saving: [record], token: [7]).check() }
        #expect(refusal(save) == .networkUnavailable)
        try save()
        #expect(try b.secret() == .string(SealedTrial.secret))
        #expect(try b.database.bytes(of: b.database.record(.note("a")).asset()) == [1, 2, 3])
        #expect(try b.database.changes(in: .notes).changed.count == 1)
    }

    @Test("R-48: after a reset of the keys the zone is made anew, with keys of its own")
    func reset() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        try a.notes().save(.secret())
        let old = try trial.keys()
        try trial.trial.service.resetKeys(of: "ada@cloud", in: CloudTrial.notes)
        for device in [a, b] {
            #expect(refusal { try device.database.record(.note("a")) } == .encryptedDataReset)
            #expect(refusal { try device.database.save(.secret()) } == .encryptedDataReset)
        }
        try a.notes().save(.secret("a", "anew"))
        #expect(try trial.keys()[2..<18] != old[2..<18])
        #expect(try b.secret() == .string("anew"))
    }

    @Test("a zone that another device made anew has other keys, and nobody uses the old ones")
    func anew() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        try a.notes().save(.secret())
        #expect(try b.secret() == .string(SealedTrial.secret))
        try b.database.removeZone(.notes)
        try b.notes().save(.secret("b"))
        try a.database.save(.secret("a2"))
        #expect(try b.restarted(in: trial.trial).secret("a2") == .string(SealedTrial.secret))
        #expect(try a.secret("b") == .string(SealedTrial.secret))
    }

    // MARK: Attacks on the list

    @Test("no bit of the list can be changed, and it cannot be cut")
    func bits() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        try a.notes().save(.secret())
        let list = try trial.keys()
        // What is sealed to the other device is that one's to check.
        let isFirst = a.holder.id < b.holder.id
        let others = isFirst ? list.count - 80..<list.count : list.count - 160..<list.count - 80
        var lists = list.indices.filter { !others.contains($0) }.map { index in
            var changed = list
            changed[index] ^= 1 << UInt8(index % 8)
            return changed
        }
        lists += [0, 1, 17, list.count - 80, list.count - 1].map { Array(list[..<$0]) }
        lists += [list + [0], list + list]
        for changed in lists {
            try trial.setKeys(changed)
            let other = try a.restarted(in: trial.trial)
            let record = try other.database.record(.note("a"))
            let code = try #require(record.refusal(of: "secret"))
            #expect([.authenticationFailure, .unsupportedVersion, .notTrusted].contains(code))
            #expect(refusal { try other.database.save(.secret("b")) } != nil)
        }
    }

    @Test("the key that is sealed to another device is that one's to check")
    func otherEntry() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        try a.notes().save(.secret())
        let list = try trial.keys()
        let isFirst = a.holder.id < b.holder.id
        var changed = list
        changed[isFirst ? list.count - 1 : list.count - 81] ^= 1
        try trial.setKeys(changed)
        #expect(try a.restarted(in: trial.trial).secret() == .string(SealedTrial.secret))
        let record = try b.database.record(.note("a"))
        #expect(record.refusal(of: "secret") == .authenticationFailure)
    }

    @Test("a list by no device of the user is not used, nor one of another zone or user")
    func foreign() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        try a.notes().save(.secret())
        let own = try trial.keys()
        let zone = RecordZoneID("other")
        try a.database.makeZone(zone)
        var record = Record("Note", RecordID("a", in: zone))
        record.setEncryptedValue(.string("x"), for: "secret")
        try a.database.save(record)
        let ofZone = try trial.keys(of: zone)
        let stranger = try trial.device(isStranger: true)
        let strange = RecordZoneID("strange")
        try stranger.database.makeZone(strange)
        try stranger.database.shareKeys(in: strange)
        let byStranger = try trial.keys(of: strange)
        // The stranger as the sender of a list that is for this device.
        let head = Array(own[..<42]) + byStranger[42..<58] + own[58...]
        for list in [ofZone, byStranger, head] {
            try trial.setKeys(list)
            let other = try a.restarted(in: trial.trial)
            #expect(try other.database.record(.note("a")).refusal(of: "secret") != nil)
            #expect(refusal { try other.database.save(.secret("b")) } != nil)
            #expect(try trial.keys() == list)
        }
    }

    @Test("R-47: an older list, which a removed device has the key of, is not used again")
    func replayed() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        try a.notes().save(.secret("old"))
        let old = try trial.keys()
        trial.circle.remove(b.holder)
        try a.database.save(.secret("new"))
        try trial.setKeys(old)
        // One that has seen the newer list says so, one that has not makes a new key.
        let memory = MemorySeenVersions()
        let seeing = try a.restarted(in: trial.trial, memory: memory)
        try trial.setKeys(try newer(trial, a))
        #expect(try seeing.secret("new") == .string(SealedTrial.secret))
        try trial.setKeys(old)
        let again = try a.restarted(in: trial.trial, memory: memory)
        #expect(refusal { try again.database.save(.secret("x")) } == .authenticationFailure)
        let blind = try a.restarted(in: trial.trial)
        try blind.database.save(.secret("x"))
        #expect(try b.database.record(.note("x")).refusal(of: "secret") == .notTrusted)
    }

    /// The newest list that a device has in memory, as its next save puts it.
    private func newer(_ trial: SealedTrial, _ device: SealedDevice) throws -> [UInt8] {
        let zone = SealedZone(CloudTrial.notes, try trial.key().database, .notes)
        return try #require(device.sealer.listInMemory(of: zone))
    }

    @Test("apps see nothing of the list, and can neither fetch nor remove nor replace it")
    func hidden() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        try database.save(.secret())
        let list = try trial.keys()
        let keys = RecordID("_keys", in: .notes)
        #expect(try database.changes(in: .notes).changed.map(\.id.name) == ["a"])
        #expect(refusal { try database.record(keys) } == .notFound)
        try database.remove(keys)
        #expect(refusal { try database.save(Record("Note", keys)) } == .invalidArgument)
        #expect(refusal { try database.save(Record("_Keys", .note("b"))) } == .invalidArgument)
        let query = RecordQuery("_Keys", try RecordPredicate(format: "TRUEPREDICATE"))
        #expect(refusal { try database.find(query) } != nil)
        #expect(try trial.keys() == list)
    }
}
