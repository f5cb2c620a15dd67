import ProtectionModel
import SodiumCrypto
import Testing
import TrustedDevices

@Suite("Membership, as a set of statements has it (rows H-11 to H-16)")
struct MembershipRows {
    private let a: Voice
    private let b: Voice
    private let c: Voice
    private let d: Voice

    init() throws {
        a = try Voice.founder()
        b = try Voice.other(2, "B", a.circle)
        c = try Voice.other(3, "C", a.circle)
        d = try Voice.other(4, "D", a.circle)
    }

    @Test("the founder is alone in its circle")
    func founder() throws {
        let membership = Membership(a)
        #expect(membership.names == ["A"])
        #expect(membership.devices.first?.addedBy == nil)
        #expect(membership.findings.isEmpty)
    }

    @Test("H-11: what two devices have added without hearing of each other holds")
    func concurrentAdditions() throws {
        try a.add(b)
        try a.add(c)
        try b.add(d)
        let membership = Membership(a, b, c, d)
        #expect(Set(membership.names) == ["A", "B", "C", "D"])
        #expect(membership.findings.isEmpty)
        #expect(membership[try d.id]?.addedBy == (try b.id))
    }

    @Test("one device that two have added is one device")
    func addedTwice() throws {
        try a.add(b)
        try a.add(c)
        try b.add(d)
        try c.add(d)
        #expect(Membership(a, b, c, d).devices.count == 4)
    }

    @Test("H-12: whom a member has removed belongs no longer; whom it had added does")
    func removal() throws {
        try a.add(b)
        try b.add(c)
        try a.remove(b)
        let membership = Membership(a, b, c)
        #expect(membership.names == ["A", "C"])
        #expect(membership.removed == [try b.id])
        #expect(membership.findings.isEmpty)
    }

    @Test("H-13: what a removed device says after the quoted number is void, and named")
    func afterRemoval() throws {
        try a.add(b)
        try b.add(c)
        try a.remove(b)
        try b.add(d)
        let membership = Membership(a, b, c, d)
        #expect(membership.names == ["A", "C"])
        #expect(try membership.faults(of: b) == [.afterRemoval])
        #expect(membership.findings.first?.number == 2)
    }

    @Test("a removed device cannot make its past another")
    func rewrittenPast() throws {
        try a.add(b)
        try b.add(c)
        try a.remove(b)
        // Instead of the first statement, which the removal quotes, and behind it.
        let other = try b.statement(.add(try d.record()), after: Statement.Link.none)
        let statements = (a.said + b.said + [other]).map(\.bytes)
        let membership = Membership(of: a.circle, statements)
        #expect(membership.names == ["A", "C"])
        #expect(try membership.faults(of: b) == [.afterRemoval])
    }

    @Test("until the quoted statement is there nothing of a removed device counts")
    func quotedMissing() throws {
        try a.add(b)
        try b.add(c)
        try b.add(d)
        try a.remove(b)
        let late = try #require(b.said.last)
        let early = (a.said + b.said.dropLast()).map(\.bytes)
        #expect(Membership(of: a.circle, early).names == ["A"])
        #expect(Set(Membership(of: a.circle, early + [late.bytes]).names) == ["A", "C", "D"])
    }

    @Test("H-14: of a signer with two statements of one number those and the later ones are void")
    func fork() throws {
        try a.add(b)
        try b.say(.rename("B2"))
        let other = try b.statement(.add(try c.record()), after: b.said[0].link)
        try b.add(d)
        try b.say(.rename("B3"))
        let statements = (a.said + b.said).map(\.bytes)
        #expect(Set(Membership(of: a.circle, statements).names) == ["A", "B3", "D"])
        let membership = Membership(of: a.circle, statements + [other.bytes])
        #expect(Set(membership.names) == ["A", "B2"])
        #expect(try membership.faults(of: b) == [.forked, .forked, .afterFork])
    }

    @Test("H-15: a statement with any bit flipped is refused, and what does not hang on it holds")
    func flippedBits() throws {
        try a.add(b)
        try a.add(c)
        try b.say(.rename("B2"))
        let others = (a.said + c.said).map(\.bytes)
        let victim = try #require(b.said.first).bytes
        for bit in 0..<victim.count * 8 {
            var forged = victim
            forged[bit / 8] ^= 1 << (bit % 8)
            let membership = Membership(of: a.circle, others + [forged])
            #expect(Set(membership.names) == ["A", "B", "C"], "bit \(bit)")
            #expect(membership.findings.count == 1, "bit \(bit)")
        }
    }

    @Test("a flipped bit in the middle of a chain takes the rest of it along, and nothing else")
    func flippedMiddle() throws {
        try a.add(b)
        try b.add(c)
        try b.add(d)
        var forged = try #require(b.said.first).bytes
        forged[forged.count - 1] ^= 1
        let statements = a.said.map(\.bytes) + [forged, b.said[1].bytes]
        let membership = Membership(of: a.circle, statements)
        #expect(membership.names == ["A", "B"])
        #expect(try membership.faults(of: b) == [.badSignature, .gap])
    }

    @Test("H-16: a removed device is not added again, whoever says so; with new keys it is another")
    func removedForGood() throws {
        try a.add(b)
        try a.add(c)
        try a.remove(b)
        try a.add(b)
        try c.add(b)
        #expect(Set(Membership(a, b, c).names) == ["A", "C"])
        let fresh = try Voice.other(20, "B", a.circle)
        try c.add(fresh)
        #expect(Set(Membership(a, b, c, fresh).names) == ["A", "B", "C"])
    }

    @Test("of two devices that remove each other the elder stays, and the younger's word is void")
    func mutualRemoval() throws {
        try a.add(b)
        try b.add(c)
        try b.remove(c)
        try c.remove(b)
        let membership = Membership(a, b, c)
        #expect(membership.names == ["A", "B"])
        #expect(try membership.faults(of: c) == [.afterRemoval])
    }

    @Test("a younger device removes an elder one that has not removed it")
    func removalOfElder() throws {
        try a.add(b)
        try b.remove(a)
        try a.add(c)
        let membership = Membership(a, b, c)
        #expect(membership.names == ["B"])
        #expect(try membership.faults(of: a) == [.afterRemoval])
    }

    @Test("of two removals of one device the one that leaves less holds")
    func twoRemovals() throws {
        try a.add(b)
        try a.add(c)
        try b.say(.rename("B2"))
        try a.remove(b)
        try b.add(d)
        try c.remove(b)
        #expect(Set(Membership(a, b, c, d).names) == ["A", "C"])
    }

    @Test("a device removes itself")
    func selfRemoval() throws {
        try a.add(b)
        try b.add(c)
        try b.remove(b)
        #expect(Membership(a, b, c).names == ["A", "C"])
    }

    @Test("strangers, other circles and borrowed records do nothing, and are named")
    func strangers() throws {
        try a.add(b)
        // Never added.
        try c.add(d)
        let foreign = try b.statement(.rename("X"), in: try Voice.founder(9).circle)
        // A record that the device has signed for another circle.
        let lifted = try a.statement(
            .add(try d.record(in: try Voice.founder(9).circle)),
            after: a.said[1].link
        )
        // Anybody can say that it has founded the circle.
        let founding = try b.statement(
            .found(salt: [UInt8](repeating: 7, count: 16), try b.record())
        )
        let all = (a.said + c.said + [foreign, lifted, founding]).map(\.bytes)
        let membership = Membership(of: a.circle, all)
        #expect(Set(membership.names) == ["A", "B"])
        #expect(
            Set(membership.findings.map(\.fault))
                == [.unknownSigner, .otherCircle, .badRecord, .badFounding]
        )
    }

    @Test("who was added by a stranger alone is none, even when a circle of them adds each other")
    func ring() throws {
        try b.add(c)
        try c.add(d)
        try d.add(b)
        let membership = Membership(a, b, c, d)
        #expect(membership.names == ["A"])
        #expect(Set(membership.findings.map(\.fault)) == [.notAMember])
    }

    @Test("a missing statement holds the later ones back until it comes")
    func gap() throws {
        try a.add(b)
        try a.add(c)
        let early = [a.said[0].bytes, a.said[2].bytes]
        let membership = Membership(of: a.circle, early)
        #expect(membership.names == ["A"])
        #expect(try membership.faults(of: a) == [.gap])
        #expect(Membership(a).names.count == 3)
    }

    @Test("no circle has more than 32 devices, and it is the same ones everywhere")
    func deviceLimit() throws {
        for number in 0..<35 {
            try a.add(try Voice.other(100 + UInt64(number), "D\(number)", a.circle))
        }
        let membership = Membership(a)
        #expect(membership.devices.count == 32)
        #expect(membership.devices.first?.name == "A")
        #expect(membership.findings.map(\.fault) == Array(repeating: .tooManyDevices, count: 4))
    }

    @Test("names are those that the devices gave themselves last")
    func names() throws {
        try a.add(b)
        try b.say(.rename("Kitchen ü"))
        #expect(Membership(a, b).names == ["A", "Kitchen ü"])
        for name in [
            "", String(repeating: "x", count: 65), "a\nb", "\u{1B}[2J", "\u{7F}", "\u{9B}2J",
            "\u{202E}a",
        ] {
            #expect(throws: ProtectionError(.invalidArgument, "")) { try b.record(named: name) }
        }
        _ = try b.record(named: String(repeating: "x", count: 64))
    }
}
