import CloudRecords
import ProtectionModel
import Testing

@Suite("faults on purpose (row R-86)", .everyEngine)
struct FaultRows {
    @Test("R-86: a busy zone refuses until the time that it told, and not a moment longer")
    func retryAfter() throws {
        let trial = try CloudTrial()
        let (container, faults) = try trial.device()
        let database = container.database(.private)
        try database.makeZone(.notes)
        faults.failNext(.zoneBusy, call: .change, retryAfter: .seconds(3))
        let error = try #require(throws: ProtectionError.self) { try database.save(.note("a")) }
        #expect(error.code == .zoneBusy)
        #expect(error.retryAfter == .seconds(3))
        trial.clock.advance(by: .milliseconds(2_900))
        let early = try #require(throws: ProtectionError.self) { try database.save(.note("a")) }
        #expect(early.code == .zoneBusy)
        #expect(early.retryAfter == .milliseconds(100))
        #expect(try database.zones().count == 2)
        trial.clock.advance(by: .milliseconds(100))
        try database.save(.note("a"))
    }

    @Test(
        "a fault hits a call by its number, before or after the commit",
        arguments: CloudFaults.Moment.allCases
    )
    func byNumber(_ moment: CloudFaults.Moment) throws {
        for number in 1...3 {
            let trial = try CloudTrial()
            let (container, faults) = try trial.device()
            var plan = CloudFaults.Plan(.refused(.networkUnavailable))
            plan.number = number
            plan.moment = moment
            faults.plan(plan)
            let database = container.database(.private)
            let codes = [
                refusal { try database.makeZone(.notes) },
                refusal { try database.save(.note("a")) },
                refusal { try database.record(.note("a")) },
            ]
            #expect(codes[number - 1] == .networkUnavailable)
            #expect(faults.calls == [.makeZone, .change, .fetch])
            let isDone = number == 3 || moment == .afterCommit
            #expect((refusal { try trial.notes().record(.note("a")) } == nil) == isDone)
        }
    }

    @Test("a fault hits one kind of call, as often as was planned")
    func byKind() throws {
        let trial = try CloudTrial()
        let (container, faults) = try trial.device()
        let database = container.database(.private)
        faults.failNext(.rateLimited, call: .fetch, times: 2)
        faults.failNext(.serviceUnavailable, call: .zones)
        try database.save(Record("Note", RecordID("a")))
        let codes = (0..<3).map { _ in refusal { try database.record(RecordID("a")) } }
        #expect(codes == [.rateLimited, .rateLimited, nil])
        #expect(refusal { try database.zones() } == .serviceUnavailable)
        #expect(try database.zones().count == 1)
    }

    @Test("part of a batch fails", arguments: [true, false])
    func partly(_ isAtomic: Bool) throws {
        let trial = try CloudTrial()
        let (container, faults) = try trial.device()
        let database = container.database(.private)
        try database.makeZone(.notes)
        faults.plan(CloudFaults.Plan(.partlyDone, call: .change))
        let records = ["a", "b", "c"].map { Record.note($0) }
        let codes = try database.change(saving: records, isAtomic: isAtomic).map(\.code)
        let other: ErrorCode? = isAtomic ? .batchFailed : nil
        #expect(codes == [other, .serviceUnavailable, other])
    }

    @Test("the user takes the data away under the app, or a reset the keys")
    func zonesLost() throws {
        let trial = try CloudTrial()
        let (container, faults) = try trial.device()
        let database = container.database(.private)
        let lost: [(CloudFaults.Fault, ErrorCode)] = [
            (.dataRemoved, .userDeletedZone), (.keysReset, .encryptedDataReset),
        ]
        for (fault, code) in lost {
            try database.makeZone(.notes)
            var plan = CloudFaults.Plan(fault, call: .change)
            plan.moment = .afterCommit
            faults.plan(plan)
            try database.save(.note("a"))
            #expect(refusal { try database.record(.note("a")) } == code)
        }
        faults.failNext(.changeTokenExpired, call: .changes)
        try database.makeZone(.notes)
        #expect(refusal { try database.changes(in: .notes) } == .changeTokenExpired)
        #expect(try database.changes(in: .notes).changed.isEmpty)
    }
}

@Suite("each request fails in turn (design 6)", .everyEngine)
struct EveryRequestRows {
    /// Does something again as long as it fails for a reason that passes.
    private func retried<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as ProtectionError where error.code == .networkUnavailable {
            return try body()
        }
    }

    /// What a device does that knows how to go on, and the records that are there then.
    private func work(_ database: RecordDatabase) throws -> [String] {
        try retried { try database.makeZone(.notes) }
        let first = ["a", "b", "c"].map { Record.note($0) }
        try retried { try database.change(saving: first, token: [1]) }.check()
        var record = try retried { try database.record(.note("a")) }
        record["title"] = .string("changed")
        let second = [record, .note("d")]
        try retried {
            try database.change(saving: second, removing: [.note("b")], token: [2])
        }.check()
        let changes = try retried { try database.changes(in: .notes) }
        return changes.changed.map { "\($0.id.name) \($0["title"] ?? .string(""))" }
    }

    @Test("no record is lost and none there twice", arguments: CloudFaults.Moment.allCases)
    func everyRequest(_ moment: CloudFaults.Moment) throws {
        let expected = try work(CloudTrial().database())
        var number = 0
        var isHit = true
        while isHit {
            number += 1
            let trial = try CloudTrial()
            let (container, faults) = try trial.device()
            var plan = CloudFaults.Plan(.refused(.networkUnavailable))
            plan.number = number
            plan.moment = moment
            faults.plan(plan)
            #expect(try work(container.database(.private)) == expected)
            isHit = faults.calls.count > 5
        }
        #expect(number == 6)
    }
}
