import CloudRecords
import Foundation
import ProtectionModel
import Synchronization
import TestSupport
import Testing

/// Two devices whose requests fail before or after the service did them, and whose processes end at
/// any event.
///
/// Every run comes from a seed. So many operations as `PROTECTION_TOOLKIT_SYNC_OPERATIONS` says, or
/// ten thousand.
@Suite("two engines under random faults", .timeLimit(.minutes(180)))
struct RandomSyncTests {
    static let operationCount =
        ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_SYNC_OPERATIONS"]
        .flatMap(Int.init) ?? 10_000
    static let shardCount = 4
    static let runLength = 50

    @Test(
        "they come to have the same: no record lost or removed in vain, and none back",
        arguments: 0..<shardCount
    )
    func converge(_ shard: Int) throws {
        var tally = RandomSync.Tally()
        for run in 0..<max(1, Self.operationCount / Self.shardCount / Self.runLength) {
            let seed = UInt64(shard) << 32 + UInt64(run)
            var sync = try RandomSync(seed: seed)
            for _ in 0..<Self.runLength { try sync.step() }
            try sync.finish()
            let faults = try sync.faults()
            try #require(faults.isEmpty, "seed \(seed): \(faults)")
            tally.add(sync.tally)
        }
        // The faults are neither too few nor too many to show something.
        #expect(tally.failed > tally.synchronized / 10, "\(tally)")
        #expect(tally.done > tally.synchronized / 10, "\(tally)")
        #expect(tally.crashes > tally.synchronized / 20, "\(tally)")
        #expect(tally.conflicts > tally.synchronized / 50, "\(tally)")
        #expect(tally.resolved > tally.synchronized / 50, "\(tally)")
        if Self.operationCount > 10_000 { print(tally) }
    }
}

/// What a seed does with two devices.
struct RandomSync {
    /// What came of it.
    struct Tally {
        var synchronized = 0
        var done = 0
        var failed = 0
        var crashes = 0
        var conflicts = 0
        /// Requests whose outcome was asked for.
        var resolved = 0

        mutating func add(_ other: Tally) {
            synchronized += other.synchronized
            done += other.done
            failed += other.failed
            crashes += other.crashes
            conflicts += other.conflicts
            resolved += other.resolved
        }
    }

    private let trial: CloudTrial
    private let devices: [SyncedDevice]
    private var mutator: Mutator
    private(set) var tally = Tally()
    private var count = 0
    /// All words that were added to a note, by its name.
    private var words: [String: Set<String>] = [:]
    private var removed: Set<String> = []

    init(seed: UInt64) throws {
        mutator = Mutator(seed: seed)
        trial = try CloudTrial(seed: seed) {
            $0.operationCount = 7
            $0.pageCount = 3
            // Forgotten soon, so that tokens expire.
            $0.deletionMemory = .seconds(300)
        }
        devices = try [SyncedDevice(trial, token: [1]), SyncedDevice(trial, token: [2])]
        try devices[0].engine.add(.saveZone(.notes))
        for device in devices { device.app.memory.withLock { $0.remakesZones = true } }
    }

    private mutating func chance(_ number: Int) -> Bool { mutator.number(below: number) == 0 }

    mutating func step() throws {
        let device = devices[mutator.number(below: 2)]
        let known = device.disk.kept.records.keys.map(\.name).sorted()
        count += 1
        switch mutator.number(below: 12) {
        case 0...4:
            // Few records, so that both devices change the same.
            let isNew = known.count < 4 && chance(4) || known.isEmpty
            try edit(isNew ? "n\(count)" : known[mutator.number(below: known.count)], device)
        case 5:
            guard !known.isEmpty, chance(4) else { return }
            let name = known[mutator.number(below: known.count)]
            try device.remove(name)
            removed.insert(name)
        case 6: trial.clock.advance(by: .seconds(mutator.number(below: 20)))
        case 7:
            trial.clock.advance(by: .seconds(mutator.number(below: 400)))
        default: try synchronize(device)
        }
    }

    private mutating func edit(_ name: String, _ device: SyncedDevice) throws {
        let word = "w\(count)"
        try device.edit(name, word)
        words[name, default: []].insert(word)
    }

    private mutating func synchronize(_ device: SyncedDevice) throws {
        if chance(2) { plan(device.faults) }
        device.app.memory.withLock { memory in
            memory.isAtomic = mutator.number(below: 2) == 0
            memory.lifetime = mutator.number(below: 3) == 0 ? 1 + mutator.number(below: 20) : nil
            memory.endsLate = mutator.number(below: 2) == 0
        }
        tally.synchronized += 1
        let action = mutator.number(below: 4)
        do {
            switch action {
            case 0: try device.engine.sendChanges()
            case 1: try device.engine.fetchChanges()
            case 2: try device.engine.advance()
            default: try device.synchronize()
            }
            tally.done += 1
        } catch {
            tally.failed += 1
        }
        note(device)
        let isDead = device.app.memory.withLock { ($0.lifetime ?? 1) <= 0 }
        device.app.memory.withLock { $0.lifetime = nil }
        if isDead || chance(10) {
            tally.crashes += isDead ? 1 : 0
            try device.restart()
            device.app.memory.withLock { $0.remakesZones = true }
        }
    }

    private mutating func note(_ device: SyncedDevice) {
        for case .sentRecordChanges(let sent) in device.app.takeEvents() {
            tally.conflicts += sent.failedSaves.count { $0.error.code == .serverRecordChanged }
        }
    }

    private mutating func plan(_ faults: CloudFaults) {
        let codes: [ErrorCode] = [
            .networkUnavailable, .serviceUnavailable, .rateLimited, .zoneBusy, .networkUnavailable,
        ]
        var plan = CloudFaults.Plan(.refused(codes[mutator.number(below: codes.count)]))
        switch mutator.number(below: 6) {
        case 0: plan = CloudFaults.Plan(.partlyDone, call: .change)
        case 1: plan = CloudFaults.Plan(.refused(.changeTokenExpired), call: .changes)
        case 2: plan = CloudFaults.Plan(.refused(.changeTokenExpired), call: .databaseChanges)
        default: plan.moment = CloudFaults.Moment.allCases[mutator.number(below: 2)]
        }
        plan.number = 1 + mutator.number(below: 4)
        if mutator.number(below: 4) == 0 { plan.retryAfter = .seconds(3) }
        faults.plan(plan)
    }

    /// Lets both devices synchronize until all is well.
    mutating func finish() throws {
        var calm = 0
        var attempts = 0
        while calm < 2 {
            calm += 1
            for device in devices {
                trial.clock.advance(by: .seconds(10))
                do { try device.synchronize() } catch { calm = 0 }
                note(device)
                if !device.engine.pendingRecordChanges.isEmpty { calm = 0 }
            }
            attempts += 1
            try #require(attempts < 200)
        }
        for device in devices { tally.resolved += device.faults.calls.count { $0 == .outcomes } }
    }

    /// What is wrong at the end.
    func faults() throws -> [String] {
        var faults: [String] = []
        let database = try trial.database()
        var page = try database.changes(in: .notes)
        var server = page.changed
        while page.hasMore {
            page = try database.changes(in: .notes, since: page.token)
            server += page.changed
        }
        let expected = words.filter { !removed.contains($0.key) }
        let kept = Dictionary(server.map { ($0.id.name, $0) }) { $1 }
        for (name, words) in expected where Set(kept[name]?.words ?? []) != words {
            faults.append("\(name) has \(kept[name]?.words ?? []), not \(words)")
        }
        for name in kept.keys where expected[name] == nil { faults.append("\(name) is back") }
        for (name, record) in kept where Set(record.words).count != record.words.count {
            faults.append("\(name) has a word twice")
        }
        for (index, device) in devices.enumerated() {
            let local = device.disk.kept.records
            if local.count != kept.count { faults.append("\(index) has \(local.count) records") }
            for (id, record) in local where record.metadata != kept[id.name]?.metadata {
                faults.append("\(index) has another \(id.name)")
            }
        }
        return faults
    }
}
