import CloudRecords
import ProtectionModel
import Synchronization
import TestSupport
import Testing

@Suite("a sync engine", .everyEngine)
struct SyncEngineRows {
    /// Two devices that know the zone `notes`.
    private func devices(
        _ adjust: (inout RecordLimits) -> Void = { _ in }
    ) throws -> (trial: CloudTrial, phone: SyncedDevice, tablet: SyncedDevice) {
        let trial = try CloudTrial(adjust)
        let phone = try SyncedDevice(trial, token: [1])
        let tablet = try SyncedDevice(trial, token: [2])
        try phone.engine.add(.saveZone(.notes))
        for device in [phone, tablet] { try device.synchronize() }
        for device in [phone, tablet] { _ = device.app.takeEvents() }
        return (trial, phone, tablet)
    }

    private func sent(_ device: SyncedDevice) -> [SyncEvent.SentRecordChanges] {
        device.app.takeEvents().compactMap {
            if case .sentRecordChanges(let sent) = $0 { sent } else { nil }
        }
    }

    private func fetched(_ device: SyncedDevice) -> (changed: [String], removed: [String]) {
        device.app.takeEvents().reduce(into: ([], [])) { all, event in
            guard case .fetchedRecordChanges(_, let changed, let removed) = event else { return }
            all.0 += changed.map(\.id.name)
            all.1 += removed.map(\.id.name)
        }
    }

    // MARK: Sending and fetching

    @Test("what one device adds, changes and removes the other has after both synchronized")
    func bothWays() throws {
        let (_, phone, tablet) = try devices()
        try phone.edit("a", "1")
        try phone.edit("b", "1")
        #expect(phone.engine.pendingRecordChanges == [.save(.note("a")), .save(.note("b"))])
        try phone.engine.sendChanges()
        #expect(phone.engine.pendingRecordChanges.isEmpty)
        try tablet.engine.fetchChanges()
        #expect(tablet.app.words == ["a": ["1"], "b": ["1"]])
        try tablet.edit("a", "2")
        try tablet.remove("b")
        try tablet.engine.sendChanges()
        try phone.engine.fetchChanges()
        #expect(phone.app.words == ["a": ["1", "2"]])
        #expect(phone.disk.kept.records == tablet.disk.kept.records)
    }

    @Test("events come in their order, and the state after what it is about")
    func order() throws {
        let (_, phone, tablet) = try devices()
        try phone.edit("a", "1")
        try phone.engine.sendChanges()
        let sending = phone.app.takeEvents().map(\.word)
        // The state is kept before the request, so that its outcome can be asked for, and after.
        #expect(sending == ["state", "willSend", "state", "sent", "state", "didSend"])
        try tablet.engine.fetchChanges()
        #expect(
            tablet.app.takeEvents().map(\.word) == [
                "willFetch", "zones", "state", "willFetchZone", "fetched", "state", "didFetchZone",
                "didFetch",
            ]
        )
        try tablet.engine.fetchChanges()
        #expect(tablet.app.takeEvents().map(\.word) == ["willFetch", "state", "didFetch"])
    }

    @Test("of a save and a removal of one record the later is sent, whichever it is")
    func laterCounts() throws {
        let (_, phone, _) = try devices()
        try phone.edit("a", "1")
        try phone.remove("a")
        try phone.remove("b")
        try phone.edit("b", "1")
        #expect(phone.engine.pendingRecordChanges == [.remove(.note("a")), .save(.note("b"))])
        try phone.engine.remove(.save(.note("a")))
        #expect(phone.engine.pendingRecordChanges.count == 2)
        try phone.engine.sendChanges()
        let all = sent(phone)
        #expect(all.flatMap(\.saved).map(\.id) == [.note("b")])
        #expect(all.flatMap(\.removed) == [.note("a")])
        try phone.engine.add(.saveZone(.notes), .removeZone(.notes))
        #expect(phone.engine.pendingDatabaseChanges == [.removeZone(.notes)])
        try phone.engine.remove(.removeZone(.notes))
        #expect(phone.engine.pendingDatabaseChanges.isEmpty)
    }

    @Test("what the app no longer has is no longer pending")
    func missing() throws {
        let (_, phone, _) = try devices()
        try phone.engine.add(.save(.note("none")))
        try phone.edit("a", "1")
        try phone.engine.sendChanges()
        #expect(phone.engine.pendingRecordChanges.isEmpty)
        #expect(sent(phone).flatMap(\.saved).map(\.id) == [.note("a")])
    }

    @Test("a change that is noted while another of its record is under way stays pending")
    func meanwhile() throws {
        let (_, phone, _) = try devices()
        try phone.edit("a", "1")
        let engine = phone.engine
        phone.app.memory.withLock { memory in
            memory.onSent = { try engine.add(.save(.note("a"))) }
        }
        try phone.engine.sendChanges()
        #expect(sent(phone).flatMap(\.saved).count == 2)
        #expect(phone.engine.pendingRecordChanges.isEmpty)
    }

    // MARK: Batches

    @Test("201 changes are two requests, and what the service finds too large is halved")
    func batches() throws {
        let (_, phone, tablet) = try devices()
        for number in 0..<201 { try phone.edit("n\(number)", "1") }
        let before = phone.faults.calls.count
        try phone.engine.sendChanges()
        #expect(phone.faults.calls.dropFirst(before) == [.change, .change])
        #expect(sent(phone).map(\.saved.count) == [200, 1])
        try tablet.engine.fetchChanges()
        #expect(tablet.app.words.count == 201)

        let small = try devices { $0.operationCount = 30 }
        for number in 0..<60 { try small.phone.edit("n\(number)", "1") }
        try small.phone.engine.sendChanges()
        #expect(sent(small.phone).map(\.saved.count) == [30, 30])
    }

    @Test("one record that is too large fails alone, and is told of")
    func tooLarge() throws {
        for isAtomic in [true, false] {
            let (_, phone, _) = try devices { $0.recordByteCount = 1_000 }
            phone.app.memory.withLock { $0.isAtomic = isAtomic }
            try phone.edit("a", "1")
            try phone.edit("large", String(repeating: "x", count: 2_000))
            try phone.edit("b", "1")
            try phone.engine.sendChanges()
            let all = sent(phone)
            #expect(Set(all.flatMap(\.saved).map(\.id.name)) == ["a", "b"])
            #expect(all.flatMap(\.failedSaves).map(\.error.code) == [.limitExceeded])
            #expect(phone.engine.pendingRecordChanges.isEmpty)
        }
    }

    // MARK: Conflicts

    @Test("a conflict is handed to the app with the service's record, and its merger is sent")
    func conflict() throws {
        let (_, phone, tablet) = try devices()
        try phone.edit("a", "1")
        try phone.synchronize()
        try tablet.engine.fetchChanges()
        try tablet.edit("a", "tablet")
        try tablet.engine.sendChanges()
        try phone.edit("a", "phone")
        _ = phone.app.takeEvents()
        try phone.engine.sendChanges()
        let failure = try #require(sent(phone).flatMap(\.failedSaves).first)
        #expect(failure.error.code == .serverRecordChanged)
        let conflict = try #require(failure.error.cause as? RecordConflict)
        #expect(conflict.server.words == ["1", "tablet"])
        #expect(conflict.ancestor?.words == ["1"])
        try tablet.engine.fetchChanges()
        #expect(tablet.app.words == ["a": ["1", "tablet", "phone"]])
    }

    @Test("an app that never merges is not asked forever")
    func neverMerged() throws {
        let (_, phone, tablet) = try devices()
        try phone.edit("a", "1")
        try phone.synchronize()
        try tablet.engine.fetchChanges()
        try tablet.edit("a", "2")
        try tablet.engine.sendChanges()
        try phone.edit("a", "3")
        phone.app.memory.withLock { $0.isStubborn = true }
        _ = phone.app.takeEvents()
        try phone.engine.sendChanges()
        #expect(sent(phone).count == 10)
        #expect(phone.engine.pendingRecordChanges == [.save(.note("a"))])
    }

    @Test("an edit of a record that another removed does not bring it back")
    func removedByOther() throws {
        let (_, phone, tablet) = try devices()
        try phone.edit("a", "1")
        try phone.synchronize()
        try tablet.engine.fetchChanges()
        try tablet.remove("a")
        try phone.edit("a", "2")
        try tablet.engine.sendChanges()
        _ = phone.app.takeEvents()
        try phone.engine.sendChanges()
        #expect(sent(phone).flatMap(\.failedSaves).map(\.error.code) == [.notFound])
        for device in [phone, tablet] {
            try device.engine.fetchChanges()
            #expect(device.app.words.isEmpty)
        }
    }

    // MARK: Lost answers

    @Test("a removal whose answer was lost does not hit what another made since")
    func lostRemoval() throws {
        for restarts in [true, false] {
            let (_, phone, tablet) = try devices()
            try phone.edit("a", "1")
            try phone.synchronize()
            try phone.remove("a")
            var plan = CloudFaults.Plan(.refused(.networkUnavailable), call: .change)
            plan.moment = .afterCommit
            phone.faults.plan(plan)
            #expect(refusal { try phone.engine.sendChanges() } == .networkUnavailable)
            #expect(phone.engine.pendingRecordChanges == [.remove(.note("a"))])
            try tablet.edit("a", "new")
            try tablet.synchronize()
            if restarts { try phone.restart() }
            try phone.synchronize()
            try tablet.engine.fetchChanges()
            #expect(tablet.app.words == ["a": ["new"]])
            #expect(phone.app.words == ["a": ["new"]])
        }
    }

    @Test("a save whose answer was lost does not overwrite what another changed since")
    func lostSave() throws {
        for restarts in [true, false] {
            let (_, phone, tablet) = try devices()
            try phone.edit("a", "1")
            var plan = CloudFaults.Plan(.refused(.networkUnavailable), call: .change)
            plan.moment = .afterCommit
            phone.faults.plan(plan)
            #expect(refusal { try phone.engine.sendChanges() } == .networkUnavailable)
            try tablet.engine.fetchChanges()
            try tablet.edit("a", "2")
            try tablet.engine.sendChanges()
            try phone.edit("a", "3")
            if restarts { try phone.restart() }
            try phone.synchronize()
            try tablet.engine.fetchChanges()
            #expect(Set(tablet.app.words["a"] ?? []) == ["1", "2", "3"])
            #expect(tablet.app.words == phone.app.words)
        }
    }

    @Test("a new record whose answer was lost, and that another removed, stays removed")
    func lostCreation() throws {
        let (_, phone, tablet) = try devices()
        try phone.edit("a", "1")
        var plan = CloudFaults.Plan(.refused(.networkUnavailable), call: .change)
        plan.moment = .afterCommit
        phone.faults.plan(plan)
        #expect(refusal { try phone.engine.sendChanges() } == .networkUnavailable)
        try tablet.engine.fetchChanges()
        try tablet.remove("a")
        try tablet.engine.sendChanges()
        try phone.edit("a", "2")
        try phone.synchronize()
        try tablet.engine.fetchChanges()
        #expect(phone.app.words.isEmpty && tablet.app.words.isEmpty)
    }

    // MARK: Waiting

    @Test("what passes is tried again when the service wants it, by the device's clock")
    func retryAfter() throws {
        for code in [ErrorCode.zoneBusy, .rateLimited, .serviceUnavailable, .networkUnavailable] {
            let (trial, phone, tablet) = try devices()
            try phone.edit("a", "1")
            phone.faults.failNext(code, call: .change, retryAfter: .seconds(3))
            #expect(refusal { try phone.engine.sendChanges() } == code)
            let count = phone.faults.calls.count
            trial.clock.advance(by: .milliseconds(2_900))
            // Nothing is even asked.
            try phone.engine.advance()
            let early = #expect(throws: ProtectionError.self) { try phone.engine.fetchChanges() }
            #expect(early?.code == .rateLimited && early?.retryAfter == .milliseconds(100))
            #expect(phone.faults.calls.count == count)
            #expect(phone.engine.nextDue == trial.clock.now() + .milliseconds(100))
            trial.clock.advance(by: .milliseconds(100))
            try phone.engine.advance()
            #expect(phone.engine.pendingRecordChanges.isEmpty)
            #expect(phone.engine.nextDue == nil)
            try tablet.engine.fetchChanges()
            #expect(tablet.app.words == ["a": ["1"]])
        }
    }

    @Test("without a time the waits double, up to five minutes; who asks at once may")
    func backoff() throws {
        let (trial, phone, _) = try devices()
        try phone.edit("a", "1")
        phone.faults.failNext(.networkUnavailable, times: 12)
        var waits: [Duration] = []
        for _ in 0..<11 {
            #expect(refusal { try phone.engine.advance() } == .networkUnavailable)
            let due = try #require(phone.engine.nextDue)
            waits.append(due - trial.clock.now())
            trial.clock.advance(by: due - trial.clock.now() - .milliseconds(1))
            try phone.engine.advance()
            trial.clock.advance(by: .milliseconds(1))
        }
        let expected = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { Duration.seconds($0) }
        #expect(waits == expected)
        #expect(refusal { try phone.engine.sendChanges() } == .networkUnavailable)
        try phone.engine.sendChanges()
        #expect(phone.engine.pendingRecordChanges.isEmpty)
    }

    @Test("parts of a batch that the service did not do stay pending, the others not")
    func partly() throws {
        let (_, phone, _) = try devices()
        for name in ["a", "b", "c", "d"] { try phone.edit(name, "1") }
        phone.faults.plan(CloudFaults.Plan(.partlyDone, call: .change))
        #expect(refusal { try phone.engine.sendChanges() } == .serviceUnavailable)
        #expect(phone.engine.pendingRecordChanges == [.save(.note("b")), .save(.note("d"))])
        try phone.engine.sendChanges()
        #expect(phone.engine.pendingRecordChanges.isEmpty)
    }

    // MARK: Pushes

    @Test("a device with pushes subscribes by itself, once, and fetches when one comes")
    func pushed() throws {
        let (trial, phone, tablet) = try devices()
        #expect(try phone.database.subscriptions().map(\.id) == ["sync-engine"])
        _ = try trial.payloads()
        try phone.restart()
        try phone.engine.advance()
        #expect(phone.engine.nextDue == nil)
        try tablet.edit("a", "1")
        try tablet.engine.advance()
        let pushes = try trial.payloads()
        #expect(pushes.map(\.device) == [[1]])
        let notification = try #require(try RecordNotification(reading: pushes[0].payload))
        phone.engine.note(notification)
        #expect(phone.engine.nextDue != nil)
        try phone.engine.advance()
        #expect(phone.app.words == ["a": ["1"]])
        // Another container's push is no concern.
        let shop = try SyncEngine(
            trial.container(of: .ada, CloudTrial.shop).database(.shared),
            delegate: phone.app
        )
        #expect(shop.nextDue != nil)
    }

    // MARK: Tokens and zones

    @Test("after a token has expired only differences are told, and records that are gone")
    func expired() throws {
        let (trial, phone, tablet) = try devices { $0.pageCount = 2 }
        for name in ["a", "b", "c", "d", "e"] { try phone.edit(name, "1") }
        try phone.synchronize()
        try tablet.engine.fetchChanges()
        try phone.edit("a", "2")
        try phone.edit("f", "1")
        try phone.remove("b")
        try phone.engine.sendChanges()
        trial.clock.advance(by: .seconds(91 * 86_400))
        _ = tablet.app.takeEvents()
        try tablet.engine.fetchChanges()
        let told = fetched(tablet)
        #expect(told.changed.sorted() == ["a", "f"])
        #expect(told.removed == ["b"])
        #expect(tablet.app.words == phone.app.words)
        // The same once more, cut off before its end.
        for number in 1... {
            tablet.faults.failNext(.changeTokenExpired, call: .changes)
            try phone.edit("c", "x\(number)")
            try phone.engine.sendChanges()
            var plan = CloudFaults.Plan(.refused(.networkUnavailable), call: .changes)
            plan.number = number
            tablet.faults.plan(plan)
            if refusal({ try tablet.engine.fetchChanges() }) == nil { break }
            try tablet.restart()
            try tablet.engine.fetchChanges()
            #expect(tablet.app.words == phone.app.words)
        }
    }

    @Test("after the service was restored nothing is told to be removed that it lost as a zone")
    func restored() throws {
        let (trial, phone, _) = try devices()
        try phone.edit("a", "1")
        try phone.synchronize()
        try trial.service.didRestore(CloudTrial.notes)
        _ = phone.app.takeEvents()
        try phone.engine.fetchChanges()
        #expect(fetched(phone).changed.isEmpty)
        #expect(phone.app.words == ["a": ["1"]])
    }

    @Test("with a zone that others removed go its pending changes, which are told")
    func zoneRemoved() throws {
        for reason in [RemovedZone.Reason.removed, .purged] {
            let (trial, phone, tablet) = try devices()
            try phone.edit("a", "1")
            try phone.synchronize()
            try tablet.engine.fetchChanges()
            try phone.edit("a", "2")
            if reason == .removed {
                try tablet.engine.add(.removeZone(.notes))
                try tablet.engine.sendChanges()
            } else {
                try trial.service.removeData(of: "ada@cloud", in: CloudTrial.notes)
            }
            _ = phone.app.takeEvents()
            try phone.engine.fetchChanges()
            let changes = phone.app.takeEvents().compactMap {
                if case .fetchedDatabaseChanges(let changes) = $0 { changes } else { nil }
            }
            #expect(changes.flatMap(\.removed).map(\.reason) == [reason])
            #expect(changes.flatMap(\.dropped) == [.save(.note("a"))])
            #expect(phone.app.words.isEmpty && phone.engine.pendingRecordChanges.isEmpty)
        }
    }

    @Test("who sends to a zone that is gone is told so, and can make it anew")
    func zoneGone() throws {
        let (trial, phone, tablet) = try devices()
        try phone.edit("a", "1")
        try phone.synchronize()
        try trial.service.removeData(of: "ada@cloud", in: CloudTrial.notes)
        try phone.edit("b", "1")
        try phone.engine.sendChanges()
        try phone.remove("a")
        try phone.engine.sendChanges()
        let all = sent(phone)
        #expect(all.flatMap(\.failedSaves).map(\.error.code) == [.userDeletedZone])
        #expect(all.flatMap(\.failedRemovals).map(\.error.code) == [.userDeletedZone])
        #expect(all.flatMap(\.failedRemovals).map(\.id) == [.note("a")])
        #expect(phone.engine.pendingRecordChanges.isEmpty)
        phone.app.memory.withLock { $0.remakesZones = true }
        try phone.edit("b", "2")
        try phone.engine.sendChanges()
        #expect(phone.engine.pendingDatabaseChanges == [.saveZone(.notes)])
        try phone.engine.sendChanges()
        try tablet.engine.fetchChanges()
        #expect(tablet.app.words == ["b": ["1", "2"]])
    }

    @Test("after a reset of the keys nothing is dropped, and the app saves what it has")
    func keysReset() throws {
        let (trial, phone, tablet) = try devices()
        try phone.edit("a", "1")
        try phone.synchronize()
        try tablet.engine.fetchChanges()
        try phone.edit("a", "2")
        try trial.service.resetKeys(of: "ada@cloud", in: CloudTrial.notes)
        _ = phone.app.takeEvents()
        try phone.engine.fetchChanges()
        try phone.engine.sendChanges()
        // The tablet was off: what it hears is a reset, though the zone is there again.
        try tablet.synchronize()
        try phone.engine.fetchChanges()
        #expect(phone.app.words == ["a": ["1", "2"]])
        #expect(tablet.app.words == phone.app.words)
    }

    @Test("zones that cannot be made are told of, and those that are gone already are gone")
    func zoneFailures() throws {
        let (_, phone, _) = try devices()
        try phone.engine.add(
            .saveZone(RecordZoneID("_own")),
            .removeZone(.standard),
            .removeZone(RecordZoneID("none")),
            .saveZone(RecordZoneID("new"))
        )
        try phone.engine.sendChanges()
        let all = phone.app.takeEvents().compactMap {
            if case .sentDatabaseChanges(let sent) = $0 { sent } else { nil }
        }
        #expect(all.map(\.saved) == [[RecordZoneID("new")]])
        #expect(all.map(\.removed) == [[RecordZoneID("none")]])
        #expect(all.flatMap(\.failures).map(\.error.code) == [.invalidArgument, .invalidArgument])
        #expect(phone.engine.pendingDatabaseChanges.isEmpty)
        try phone.engine.add(.saveZone(RecordZoneID("x")), .saveZone(RecordZoneID("y")))
        var plan = CloudFaults.Plan(.refused(.networkUnavailable), call: .makeZone)
        plan.number = 2
        phone.faults.plan(plan)
        #expect(refusal { try phone.engine.sendChanges() } == .networkUnavailable)
        #expect(phone.engine.pendingDatabaseChanges == [.saveZone(RecordZoneID("y"))])
    }

    // MARK: Accounts

    @Test("another user gets nothing of the one before, and is told what was dropped")
    func accounts() throws {
        let (_, phone, tablet) = try devices()
        try phone.edit("a", "1")
        try phone.synchronize()
        try phone.edit("secret", "Ada's")
        let ada = try phone.container.userID()
        phone.account.signIn(.bob)
        _ = phone.app.takeEvents()
        try phone.engine.sendChanges()
        let change = try #require(accountChanges(phone).first)
        #expect(change.previous == ada && change.current != ada && change.current != nil)
        #expect(change.dropped == [.save(.note("secret"))])
        try phone.synchronize()
        #expect(phone.app.words.isEmpty)
        #expect(try phone.database.zones().count == 1)
        phone.account.signIn(nil)
        #expect(refusal { try phone.engine.sendChanges() } == .notAuthenticated)
        #expect(accountChanges(phone).map(\.current) == [nil])
        #expect(refusal { try phone.engine.fetchChanges() } == .notAuthenticated)
        #expect(accountChanges(phone).isEmpty)
        // What is noted meanwhile goes to who signs in next.
        try phone.engine.add(.saveZone(.notes))
        phone.account.signIn(.ada)
        try phone.synchronize()
        #expect(accountChanges(phone).map(\.previous) == [nil])
        #expect(phone.app.words == ["a": ["1"]])
        try tablet.engine.fetchChanges()
        #expect(tablet.app.words == ["a": ["1"]])
    }

    private func accountChanges(_ device: SyncedDevice) -> [SyncEvent.AccountChange] {
        device.app.takeEvents().compactMap {
            if case .accountChange(let change) = $0 { change } else { nil }
        }
    }

    @Test("an account that cannot be used for a while loses nothing")
    func unavailable() throws {
        let (_, phone, tablet) = try devices()
        try phone.edit("a", "1")
        for status in [AccountStatus.unavailable, .restricted] {
            phone.account.status = status
            #expect(refusal { try phone.synchronize() } == .notAuthenticated)
            #expect(phone.engine.pendingRecordChanges.count == 1)
            #expect(accountChanges(phone).isEmpty)
        }
        phone.account.status = .available
        try phone.engine.advance()
        try tablet.engine.fetchChanges()
        #expect(tablet.app.words == ["a": ["1"]])
    }

    @Test("who signs in while an engine synchronizes gets nothing of it")
    func switchedMeanwhile() throws {
        let (trial, phone, _) = try devices()
        try phone.edit("a", "Ada's")
        let account = phone.account
        phone.app.memory.withLock { $0.onSend = { account.signIn(.bob) } }
        try phone.engine.sendChanges()
        #expect(try trial.database(of: .bob).zones().count == 1)
        #expect(try trial.database().record(.note("a")).words == ["Ada's"])
    }

    // MARK: Locks

    @Test("while its records are shut nothing is sent and nothing lost, and all goes on after")
    func locked() throws {
        let (_, phone, tablet) = try devices()
        try tablet.edit("t", "1")
        try tablet.engine.sendChanges()
        try phone.edit("a", "1")
        let calls = phone.faults.calls
        phone.app.memory.withLock { $0.hindrance = .protectedDataUnavailable }
        #expect(refusal { try phone.engine.sendChanges() } == .protectedDataUnavailable)
        #expect(phone.faults.calls == calls)
        #expect(refusal { try phone.engine.fetchChanges() } == .protectedDataUnavailable)
        #expect(refusal { try phone.edit("b", "1") } == .protectedDataUnavailable)
        #expect(phone.engine.pendingRecordChanges == [.save(.note("a"))])
        #expect(phone.app.words == ["a": ["1"]])
        phone.app.memory.withLock { $0.hindrance = nil }
        try phone.engine.advance()
        try phone.synchronize()
        #expect(phone.app.words == ["a": ["1"], "t": ["1"]])
        try tablet.engine.fetchChanges()
        #expect(tablet.app.words == phone.app.words)
    }

    @Test("what comes while the records are shut is told again after, once")
    func lockedWhileFetching() throws {
        let (_, phone, tablet) = try devices()
        try tablet.edit("t", "1")
        try tablet.engine.sendChanges()
        let shut = phone.app
        shut.memory.withLock { memory in
            memory.onFetched = {
                shut.memory.withLock { $0.onFetched = nil }
                throw ProtectionError(.protectedDataUnavailable, "locked")
            }
        }
        #expect(refusal { try phone.engine.fetchChanges() } == .protectedDataUnavailable)
        #expect(phone.app.words.isEmpty)
        _ = phone.app.takeEvents()
        try phone.engine.fetchChanges()
        #expect(fetched(phone).changed == ["t"])
        #expect(phone.app.words == ["t": ["1"]])
    }

    // MARK: The state

    @Test("an engine goes on where the last ended, at whatever event the process ends")
    func restart() throws {
        for late in [true, false] {
            for lifetime in 1... {
                let (_, phone, tablet) = try devices { $0.pageCount = 2 }
                for name in ["a", "b", "c"] { try tablet.edit(name, "1") }
                try tablet.synchronize()
                try phone.engine.fetchChanges()
                try tablet.edit("c", "tablet")
                try tablet.synchronize()
                for name in ["x", "y"] { try phone.edit(name, "1") }
                try phone.edit("c", "phone")
                try phone.remove("b")
                phone.app.memory.withLock { memory in
                    memory.lifetime = lifetime
                    memory.endsLate = late
                }
                let isOver = refusal { try phone.synchronize() } == nil
                try phone.restart()
                try phone.synchronize()
                try tablet.engine.fetchChanges()
                #expect(phone.app.words.keys.sorted() == ["a", "c", "x", "y"], "\(lifetime)")
                #expect(phone.app.words["c"]?.sorted() == ["1", "phone", "tablet"], "\(lifetime)")
                #expect(tablet.app.words == phone.app.words)
                if isOver { break }
            }
        }
    }

    @Test("no values are in the state")
    func stateWithoutValues() throws {
        let (_, phone, _) = try devices()
        try phone.edit("a", "secret words")
        phone.faults.failNext(.networkUnavailable, call: .change)
        #expect(refusal { try phone.engine.sendChanges() } == .networkUnavailable)
        let state = String(decoding: try #require(phone.disk.kept.state), as: UTF8.self)
        #expect(!state.contains("secret words") && !state.contains("ada@cloud"))
    }

    @Test("bytes that are no state, and the public database, are refused", .timeLimit(.minutes(30)))
    func badState() throws {
        let (trial, phone, _) = try devices()
        try phone.edit("a", "1")
        phone.faults.failNext(.networkUnavailable, call: .change)
        _ = refusal { try phone.engine.sendChanges() }
        let state = try #require(phone.disk.kept.state)
        let begin = { try SyncEngine(phone.database, state: $0, delegate: phone.app) }
        #expect(try begin(state).pendingRecordChanges == [.save(.note("a"))])
        for count in 0..<state.count {
            let code = refusal { try begin(Array(state.prefix(count))) }
            try #require(code == .invalidArgument)
        }
        #expect(refusal { try begin(state + [0]) } == .invalidArgument)
        var mutator = Mutator(seed: 22)
        for _ in 0..<Mutator.iterationCount {
            let code = refusal { try begin(mutator.mutate(state)) }
            #expect(code == nil || code == .invalidArgument)
        }
        let world = try trial.world(.ada)
        #expect(refusal { try SyncEngine(world, delegate: phone.app) } == .invalidArgument)
    }

    @Test("an engine does one thing at a time, and nothing for an app that is gone")
    func busy() throws {
        let (_, phone, _) = try devices()
        try phone.edit("a", "1")
        let engine = phone.engine
        phone.app.memory.withLock { $0.onSend = { try engine.fetchChanges() } }
        #expect(refusal { try engine.sendChanges() } == .busy)
        try phone.restart()
        #expect(refusal { try engine.sendChanges() } == .handleClosed)
        #expect(refusal { try engine.add(.save(.note("b"))) } == .handleClosed)
    }
}

extension SyncEvent {
    /// What it is, without what it tells.
    fileprivate var word: String {
        switch self {
        case .stateUpdate: "state"
        case .accountChange: "account"
        case .fetchedDatabaseChanges: "zones"
        case .fetchedRecordChanges: "fetched"
        case .sentDatabaseChanges: "sentZones"
        case .sentRecordChanges: "sent"
        case .willFetch: "willFetch"
        case .didFetch: "didFetch"
        case .willFetchZone: "willFetchZone"
        case .didFetchZone: "didFetchZone"
        case .willSend: "willSend"
        case .didSend: "didSend"
        }
    }
}
