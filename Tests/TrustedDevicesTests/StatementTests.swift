import ProtectionModel
import SimulatedDisk
import TestSupport
import Testing
import TrustedDevices

@Suite("Statements: their bytes, and the order in which they come")
struct StatementTests {
    /// A circle with a bit of everything that can happen in one.
    private static func history() throws -> (CircleID, [[UInt8]]) {
        let a = try Voice.founder()
        let others = try (2...9).map { try Voice.other($0, "D\($0)", a.circle) }
        try a.add(others[0])
        try a.add(others[1])
        try others[0].add(others[2])
        try others[1].add(others[2])
        try others[2].add(others[3])
        try others[3].say(.rename("renamed"))
        try others[3].add(others[4])
        try others[0].remove(others[3], afterNumber: 1)
        try others[4].remove(others[1])
        try others[1].remove(others[4])
        try others[2].add(others[5])
        let fork = try others[2].statement(
            .add(try others[6].record()),
            after: others[2].said[0].link
        )
        try others[5].remove(a)
        try a.remove(others[5])
        try others[7].add(others[7])
        var damaged = a.said[1].bytes
        damaged[40] ^= 1
        let said = ([a] + others).flatMap { $0.said.map(\.bytes) }
        return (a.circle, said + [fork.bytes, damaged, [1, 9], []])
    }

    /// What two devices that have the same statements must agree on.
    private static func essence(_ membership: Membership) -> [String] {
        membership.devices.map { "\($0.id) \($0.name) \($0.addedBy?.description ?? "")" }
            + membership.removed.map(\.description).sorted()
            + membership.findings.map {
                "\($0.fault) \($0.signer?.description ?? "") \($0.number ?? 0) \($0.statement)"
            }
    }

    @Test("whatever the order of arrival, and however often they come, the members are the same")
    func orderDoesNotMatter() throws {
        let (circle, statements) = try Self.history()
        let expected = Self.essence(Membership(of: circle, statements))
        #expect(expected.count > 12)
        var random = SplitMix64(seed: 5)
        for _ in 0..<60 {
            var shuffled = statements.shuffled(using: &random)
            shuffled += shuffled.prefix(Int.random(in: 0..<5, using: &random))
            #expect(Self.essence(Membership(of: circle, shuffled)) == expected)
        }
    }

    @Test("with parts of the statements no removed device is a member, and no stranger")
    func partsAreSafe() throws {
        let (circle, statements) = try Self.history()
        var random = SplitMix64(seed: 6)
        for _ in 0..<100 {
            let part = statements.filter { _ in Bool.random(using: &random) }
            let membership = Membership(of: circle, part)
            #expect(membership.removed.isDisjoint(with: membership.devices.map(\.id)))
            #expect(!membership.names.contains("D9"))
        }
    }

    @Test("every kind is read as it was written, in one encoding of the size that is told")
    func encoding() throws {
        let a = try Voice.founder()
        let b = try Voice.other(2, String(repeating: "b", count: 64), a.circle)
        let statements = [
            a.said[0], try a.statement(.add(try b.record())),
            try a.statement(.remove(try b.id, last: .none)),
            try a.statement(.remove(try b.id, last: a.said[0].link)),
            try a.statement(.rename("x")),
        ]
        #expect(statements.map(\.bytes.count) == [312, 359, 186, 186, 136])
        for statement in statements {
            let read = try Statement(reading: statement.bytes)
            #expect(read == statement)
            #expect(read.content == statement.content)
            #expect(read.link == statement.link)
            for count in 0..<statement.bytes.count {
                #expect(throws: ProtectionError.self) {
                    _ = try Statement(reading: Array(statement.bytes.prefix(count)))
                }
            }
            #expect(throws: ProtectionError(.authenticationFailure, "")) {
                _ = try Statement(reading: statement.bytes + [0])
            }
        }
        var newer = statements[0].bytes
        newer[0] = 2
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            _ = try Statement(reading: newer)
        }
    }

    @Test("hostile bytes are refused, or read as what they are; members come of none of them")
    func fuzz() throws {
        let (circle, statements) = try Self.history()
        let known = Set(Membership(of: circle, statements).devices.map(\.id))
        var mutator = Mutator(seed: 17)
        for round in 0..<Mutator.iterationCount {
            let original = statements[mutator.number(below: statements.count)]
            let mutant = mutator.mutate(original)
            guard let read = try? Statement(reading: mutant) else { continue }
            #expect(read.bytes == mutant)
            guard round % 16 == 0 else { continue }
            let membership = Membership(of: circle, statements + [mutant])
            #expect(Set(membership.devices.map(\.id)) == known, "round \(round)")
        }
    }
}
