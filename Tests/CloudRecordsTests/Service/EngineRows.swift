import CloudRecords
import Foundation
import ProtectionModel
import Synchronization
import TestSupport
import Testing

/// Does something before the next transaction that writes.
final class InterruptedEngine: RecordEngine {
    let engine = MemoryRecordEngine()
    private let interruption = Mutex<(@Sendable () throws -> Void)?>(nil)

    func interrupt(_ body: @escaping @Sendable () throws -> Void) {
        interruption.withLock { $0 = body }
    }

    func read<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (any RecordReading) throws -> Result
    ) throws -> Result {
        try engine.read(container, body)
    }

    func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result {
        let interruption = interruption.withLock { body in
            defer { body = nil }
            return body
        }
        try interruption?()
        return try engine.write(container, locking: zone, body)
    }
}

/// A cloud and the operations that are done to it at random; what it answers, without what is
/// another in each cloud, such as ids and tags.
private struct RandomOperations {
    let trial: CloudTrial
    let databases: [RecordDatabase]
    var tokens: [ChangeToken?] = [nil]
    var cursor: RecordCursor?

    init(_ engine: any RecordEngine) throws {
        trial = try CloudTrial(over: engine) {
            $0.pageCount = 7
            $0.privateByteCount = 6_000
            $0.referenceCount = 1
        }
        databases = [
            try trial.notes(), try trial.notes(), try trial.world(.ada), try trial.world(.bob),
        ]
        for (token, person) in [CloudPerson.ada, .ada, .bob].enumerated() {
            _ = try trial.told(person, at: UInt8(token))
        }
    }

    mutating func step(_ mutator: inout Mutator) -> String {
        let database = databases[mutator.number(below: databases.count)]
        let zone: RecordZoneID = database.scope == .public ? .standard : .notes
        do throws(ProtectionError) {
            switch mutator.number(below: 14) {
            case 0..<5: return try change(database, zone, &mutator)
            case 5, 6: return Self.shown(try database.fetch(ids(zone, &mutator)))
            case 7, 8: return try find(database, zone, &mutator)
            case 9, 10:
                let token = tokens[mutator.number(below: tokens.count)]
                let changes = try database.changes(in: .notes, since: token)
                tokens = Array((tokens + [changes.token]).suffix(4))
                return Self.shown(changes.changed) + "-"
                    + changes.removed.map { "\($0.id)\($0.type)" }.joined() + "\(changes.hasMore)"
            case 11, 12: return try subscribe(database, &mutator) + told()
            default:
                if mutator.number(below: 20) == 0 { try databases[0].removeZone(.notes) }
                trial.clock.advance(by: .seconds(mutator.number(below: 40) * 86_400))
                if mutator.number(below: 3) == 0 {
                    try trial.service.forgetRemovals(in: CloudTrial.notes)
                }
                try databases[0].makeZone(.notes)
                return try databases[0].zones().map(\.id.name).joined()
            }
        } catch {
            return error.code.description
        }
    }

    private func subscribe(
        _ database: RecordDatabase,
        _ mutator: inout Mutator
    ) throws(ProtectionError) -> String {
        let id = "s\(mutator.number(below: 3))"
        let type = mutator.number(below: 2) == 0 ? "Note" : nil
        let firing = RecordSubscription.Firing(rawValue: UInt8(mutator.number(below: 16)))
        let predicate = try RecordPredicate(format: "n >= 2")
        var notification = RecordSubscription.Notification(keys: ["n"])
        notification.countsBadge = true
        switch mutator.number(below: 6) {
        case 0: try database.removeSubscription(id)
        case 1: try database.save(RecordSubscription(id, to: .database(type: type)))
        case 2: try database.save(RecordSubscription(id, to: .zone(.notes, type: type)))
        default:
            let query = RecordSubscription.Subject.query(
                type: "Note",
                predicate,
                in: type.map { _ in .standard },
                firing
            )
            try database.save(RecordSubscription(id, to: query, notification))
        }
        return try database.subscriptions().map(\.id).joined()
    }

    /// The pushes that wait, without what is another in each cloud.
    private func told() -> String {
        ((try? trial.payloads()) ?? []).map { push in
            let payload = String(decoding: push.payload, as: UTF8.self)
            return "\(push.device)" + payload.replacing(push.identifier, with: "")
        }.sorted().joined(separator: " ")
    }

    private func ids(_ zone: RecordZoneID, _ mutator: inout Mutator) -> [RecordID] {
        (0...mutator.number(below: 3)).map { _ in
            RecordID("r\(mutator.number(below: 12))", in: zone)
        }
    }

    private func change(
        _ database: RecordDatabase,
        _ zone: RecordZoneID,
        _ mutator: inout Mutator
    ) throws(ProtectionError) -> String {
        var saves: [Record] = []
        for id in ids(zone, &mutator) {
            let isKnown = mutator.number(below: 3) > 0
            var record = (isKnown ? try? database.record(id) : nil) ?? Record("Note", id)
            change(&record, zone, &mutator)
            saves.append(record)
        }
        let token = mutator.number(below: 4) == 0 ? [UInt8(mutator.number(below: 3))] : nil
        return Self.shown(
            try database.change(
                saving: saves,
                removing: mutator.number(below: 3) == 0 ? ids(zone, &mutator) : [],
                policy: SavePolicy.allCases[mutator.number(below: 3)],
                isAtomic: mutator.number(below: 2) == 0,
                token: token
            )
        )
    }

    private func change(
        _ record: inout Record,
        _ zone: RecordZoneID,
        _ mutator: inout Mutator
    ) {
        let target = RecordID("r\(mutator.number(below: 12))", in: zone)
        switch mutator.number(below: 7) {
        case 0: record["n"] = .integer(Int64(mutator.number(below: 5)))
        case 1: record["n"] = nil
        case 2: record["text"] = .string(["Ada", "ada", "the Bob", "é"][mutator.number(below: 4)])
        case 3:
            record["text"] = .string(String(repeating: "x", count: mutator.number(below: 4_000)))
        case 4: record["link"] = .reference(RecordReference(target))
        case 5: record["owner"] = .reference(RecordReference(target, action: .deleteSelf))
        default: record.parent = mutator.number(below: 2) == 0 ? target : nil
        }
    }

    private mutating func find(
        _ database: RecordDatabase,
        _ zone: RecordZoneID,
        _ mutator: inout Mutator
    ) throws(ProtectionError) -> String {
        let formats = [
            "n >= 2", "NOT n = 1", "text = 'ADA'", "text BEGINSWITH 'a'", "self CONTAINS 'bob'",
            "n IN {1, 2} AND text > 'a'", "owner = 'r1'",
        ]
        let query = RecordQuery(
            "Note",
            try RecordPredicate(format: formats[mutator.number(below: formats.count)]),
            sort: [RecordSort(mutator.number(below: 2) == 0 ? "n" : "text", isAscending: false)]
        )
        let page = try database.find(
            query,
            in: mutator.number(below: 2) == 0 ? zone : nil,
            limit: 1 + mutator.number(below: 9),
            after: mutator.number(below: 2) == 0 ? nil : cursor
        )
        cursor = page.cursor
        return Self.shown(page.records) + "\(page.cursor != nil)"
    }

    private static func shown(_ outcomes: [RecordOutcome]) -> String {
        outcomes.map { outcome in
            outcome.failure?.code.description ?? outcome.record.map { shown([$0]) } ?? "removed"
        }.joined(separator: " ")
    }

    private static func shown(_ records: [Record]) -> String {
        records.map { record in
            let fields = record.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "\(record.id)[\(record.parent?.name ?? "")]\(fields)"
        }.joined(separator: " ")
    }
}

@Suite("engines (row R-71)", .timeLimit(.minutes(30)))
struct EngineRows {
    @Test(
        "R-71: random operations have the same answers, codes and orders",
        arguments: [1, 2] as [UInt64]
    )
    func alike(_ seed: UInt64) throws {
        let engines = try EngineUnderTest.allCases.map { try $0.make() }
        var clouds = try engines.map { try RandomOperations($0.engine) }
        var seen: Set<String> = []
        var mutators = clouds.map { _ in Mutator(seed: seed) }
        for number in 0..<Self.runCount {
            let first = clouds[0].step(&mutators[0])
            for (index, engine) in EngineUnderTest.allCases.enumerated().dropFirst() {
                let other = clouds[index].step(&mutators[index])
                try #require(first == other, "operation \(number), \(engine)")
            }
            for code in codes where first.contains(code) { seen.insert(code) }
        }
        // The operations are not all refused for one reason.
        #expect(codes.filter { !seen.contains($0) } == [])
    }

    /// How many operations: `PROTECTION_TOOLKIT_RECORDS_RUNS`, as `make records` sets it.
    private static let runCount =
        ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_RECORDS_RUNS"].flatMap(Int.init)
        ?? 1_000

    private let codes = [
        "server-record-changed", "batch-failed", "reference-violation", "not-found",
        "quota-exceeded", "limit-exceeded", "permission-denied", "change-token-expired",
        "invalid-argument", "removed", #""qry""#, #""fet""#, #""met""#,
    ]

    @Test("a user who is erased while a request is under way leaves nothing all the same")
    func erasedMeanwhile() throws {
        let engine = InterruptedEngine()
        let trial = try CloudTrial(over: engine)
        let database = try trial.notes()
        try database.save(.note("a"))
        engine.interrupt { try trial.service.eraseUser("ada@cloud", in: CloudTrial.notes) }
        #expect(try database.change(saving: [.note("b")]).map(\.code) == [.notAuthenticated])
        #expect(try engine.engine.read(CloudTrial.notes) { try $0.users() }.isEmpty)
        #expect(refusal { try database.record(.note("b")) } == .zoneNotFound)
        engine.interrupt { try trial.service.eraseUser("ada@cloud", in: CloudTrial.notes) }
        #expect(refusal { try database.makeZone(.notes) } == .notAuthenticated)
    }

    /// Adds and drops of each kind that subscriptions need.
    private func change(
        subscriptionsOf owner: String,
        in transaction: any RecordWriting
    ) throws {
        let key = SubscriptionKey(.public, owner: owner, id: "s")
        let other = SubscriptionKey(.public, owner: owner, id: "t")
        for key in [key, other] {
            try transaction.put(StoredSubscription(key, type: "Note", body: [1]))
        }
        try transaction.put(StoredDevice(token: [1], user: owner))
        try transaction.put(StoredDevice(token: [2], user: owner, badge: 3))
        for (key, token) in [(key, [1]), (other, [1]), (other, [2])] as [(_, [UInt8])] {
            try transaction.put(
                StoredPush(
                    identifier: "\(key.id)\(token)",
                    device: token,
                    subscription: key,
                    time: Timestamp(seconds: Int64(token[0])),
                    payload: []
                )
            )
        }
        #expect(try transaction.pushes(limit: 9).map(\.identifier) == ["s[1]", "t[1]", "t[2]"])
        #expect(try transaction.subscriptions(to: .public, watching: ["Other"]).isEmpty)
        #expect(try transaction.subscriptions(to: .public, watching: ["Note"]).count == 2)
        #expect(try transaction.drop(key))
        #expect(try !transaction.drop(key))
        try transaction.drop(push: "t[2]")
        #expect(try transaction.pushes(limit: 9).map(\.identifier) == ["t[1]"])
        try transaction.drop(device: [1])
        #expect(try transaction.pushes(limit: 9).isEmpty)
        #expect(try transaction.countBadge(of: [2]) == 4)
        #expect(try transaction.countBadge(of: [1]) == 0)
        #expect(try transaction.devices(of: owner).map(\.badge) == [4])
        #expect(try transaction.incarnation() == 7)
    }

    @Test("what a transaction wrote is undone when it fails", .everyEngine)
    func undone() throws {
        struct Failure: Error {}
        let trial = try CloudTrial()
        let database = try trial.notes()
        try database.change(saving: [.note("a"), .note("b")], token: [1]).check()
        try database.remove(.note("b"))
        _ = try trial.container(of: .bob).userID()
        let engine = trial.engine.engine
        let users = try engine.read(CloudTrial.notes) { try $0.users() }
        let owner = try #require(users.first { $0.account == "ada@cloud" })
        let key = ZoneKey(DatabaseKey(scope: .private, owner: owner.id), "notes")
        let before = try engine.read(CloudTrial.notes) { try $0.everything() }
        #expect(throws: Failure.self) {
            try engine.write(CloudTrial.notes, locking: key) { transaction in
                try changeEverything(transaction, key)
                throw Failure()
            }
        }
        #expect(try engine.read(CloudTrial.notes) { try $0.everything() } == before)
        #expect(try database.changes(in: .notes).changed.map(\.id.name) == ["a"])
        let again = try database.change(saving: [.note("a"), .note("b")], token: [1])
        #expect(again.map(\.code) == [nil, .notFound])
    }

    private func changeEverything(_ transaction: any RecordWriting, _ key: ZoneKey) throws {
        let state = try #require(try transaction.zone(key))
        var record = try #require(try transaction.record("a", in: key))
        record.serial += 5
        record.fields["owner"] = .reference(RecordReference(.note("b"), action: .deleteSelf))
        try transaction.put(record, in: key)
        #expect(try transaction.referrers(to: "b", in: key, by: .deleteSelf) == ["a"])
        try transaction.drop("b", in: key)
        _ = try transaction.dropRemovals(in: key, before: Timestamp(seconds: .max))
        try transaction.put(ZoneState(name: "other", incarnation: 1), of: key.database)
        try transaction.put(schema: "DEFINE SCHEMA")
        try transaction.drop(user: key.database.owner)
        try transaction.dropRequests(before: Timestamp(seconds: .max))
        try transaction.put(incarnation: 7)
        try change(subscriptionsOf: key.database.owner, in: transaction)
        try transaction.drop(key)
        #expect(try transaction.zone(key) == nil)
        try transaction.put(state, of: key.database)
        try transaction.drop(key.database)
        #expect(try transaction.zones(of: key.database).isEmpty)
    }
}

extension RecordReading {
    /// All that a transaction sees, as text.
    func everything() throws -> [String] {
        let users = try users()
        var all = [try schema() ?? "", "\(try incarnation() ?? 0)"] + users.map { "\($0)" }
        all += try pushes(limit: .max).map { "\($0)" }
        for user in users { all += try devices(of: user.id).map { "\($0)" } }
        let owners = users.map { DatabaseKey(scope: .private, owner: $0.id) }
        for database in [.public] + owners {
            for user in users {
                all += try subscriptions(of: user.id, to: database).map { "\($0)" }
            }
            for zone in try zones(of: database) {
                let key = ZoneKey(database, zone.name)
                all.append("\(zone)")
                for record in try changes(in: key, after: -1, limit: .max) {
                    let fields = record.fields.sorted { $0.key < $1.key }
                    all.append("\(record.name) \(record.serial) \(record.tag) \(fields)")
                    for link in [RecordLink.reference, .deleteSelf, .parent] {
                        all.append("\(try referrers(to: record.name, in: key, by: link))")
                    }
                }
            }
        }
        return all
    }
}
