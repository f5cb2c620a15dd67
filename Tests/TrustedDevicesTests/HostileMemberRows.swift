import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing
import TrustedDevices

/// A member whose program is not this one: it keeps, signs and sends what it likes.
extension TrustingDevice {
    private static let document: DevicePath = "/Trust/circle"

    /// Signs a statement; after what it has said last, unless told otherwise.
    fileprivate func statement(
        _ content: Statement.Content,
        after link: Statement.Link? = nil
    ) throws -> Statement {
        let seed = try device.documents.changing(.trust) { files, _ in
            try files.read("/Trust/identity.key")
        }
        let secret = try SecureBytes(
            count: seed.count,
            group: .transit,
            arena: device.holder.arena
        ) { $0.storeBytes(seed) }
        let standing = try #require(try circle.standing())
        return try Statement(
            content,
            in: standing.circle,
            after: link ?? standing.membership.last[standing.own] ?? .none,
            by: try Ed25519.SigningKey(seed: secret)
        )
    }

    /// Has statements from now on that no session has brought, up to as many as a document keeps.
    fileprivate func plant(_ more: [Statement]) throws {
        let standing = try #require(try circle.standing())
        let known = standing.membership.statements.map(\.bytes)
        let document = TrustDocument(
            standing.circle,
            own: standing.own,
            isPending: false,
            known + more.map(\.bytes).prefix(Membership.statementLimit - known.count)
        )
        try device.documents.changing(.trust) { files, _ in
            try files.write(
                document.bytes,
                to: Self.document,
                as: .completeUntilFirstUserAuthentication
            )
        }
    }

    /// As many statements as there is room for.
    fileprivate func flood(_ content: (Int) throws -> Statement.Content) throws {
        var last = try circle.standing()?.membership.last[try #require(id)]
        var all: [Statement] = []
        for number in 0..<Membership.statementLimit {
            let next = try statement(try content(number), after: last)
            last = next.link
            all.append(next)
        }
        try plant(all)
    }
}

@Suite("Members whose program is not this one", .timeLimit(.minutes(10)))
struct HostileMemberRows {
    private let a: TrustingDevice
    private let b: TrustingDevice
    private let c: TrustingDevice

    init() throws {
        (a, b, c) = try TrustingDevice.three()
        // All know each other.
        #expect(try b.meet(a) == [])
    }

    private func id(_ device: TrustingDevice) throws -> TrustedDevice.ID { try #require(device.id) }

    @Test("nobody loses its voice by what others say in its name")
    func wordsInItsMouth() throws {
        // Signer and number of a statement of another's; the signature is anybody's.
        var forged = try b.statement(.rename("X")).bytes
        forged.replaceSubrange(18..<34, with: try id(a).bytes)
        forged.replaceSubrange(34..<38, with: [0, 1, 0, 0])
        try b.plant([try Statement(reading: forged)])
        #expect(try b.meet(a) == [])
        #expect(refusal { try a.circle.rename("A2") } == nil)
        #expect(refusal { try a.circle.remove(try id(b)) } == nil)
        #expect(try a.names == ["A2", "C"])
        #expect(try a.meet(c) == [])
        #expect(refusal { try c.circle.rename("C2") } == nil)
    }

    @Test(
        "a device whose key agrees with nobody's on anything is none, and keeps nobody from another"
    )
    func lowOrderKeys() throws {
        for isSession in [true, false] {
            let seed = try SecureBytes(count: 32, group: .transit, arena: a.device.holder.arena) {
                $0.storeBytes([isSession ? 1 : 2])
            }
            let good = try X25519.publicKey(of: seed)
            let zeros = [UInt8](repeating: 0, count: 32)
            let record = try DeviceRecord(
                try Ed25519.SigningKey(seed: seed),
                sessionKey: isSession ? zeros : good,
                unlockedKey: isSession ? good : zeros,
                name: "Z",
                circle: try #require(try b.circle.standing()).circle
            )
            try b.plant([try b.statement(.add(record))])
            _ = try b.meet(a)
            #expect(try Set(a.names) == ["A", "B", "C"])
            #expect(try c.meet(b, introducing: true).isEmpty || !isSession)
            #expect(try c.meet(a) == [])
            #expect(try c.meet(a, introducing: true) == [])
        }
    }

    @Test("a member that says all that a circle keeps can be removed, and then there is room again")
    func flood() throws {
        try b.flood { .rename("\($0)") }
        #expect(try b.meet(a) == [])
        #expect(try c.meet(a) == [])
        #expect(refusal { try a.circle.rename("A2") } == .limitExceeded)
        #expect(refusal { try a.circle.remove(try id(b)) } == nil)
        #expect(refusal { try a.circle.rename("A2") } == nil)
        #expect(try a.meet(c) == [])
        #expect(try c.names == ["A2", "C"])
        #expect(try pair(c, try TrustingDevice("D")).joiner == nil)
    }

    @Test("what nobody has signed takes no room")
    func garbage() throws {
        var all: [Statement] = []
        var forged = try b.statement(.rename("X")).bytes
        for number in 2..<Membership.statementLimit {
            forged.replaceSubrange(34..<36, with: [UInt8(number & 0xFF), UInt8(number >> 8)])
            if let statement = try? Statement(reading: forged) { all.append(statement) }
        }
        try b.plant(all)
        #expect(try b.meet(a) == [])
        #expect(try a.circle.standing()?.membership.statements.count == 3)
        #expect(refusal { try a.circle.remove(try id(b)) } == nil)
    }

    @Test("a member that removes again and again makes nobody think for long")
    func removals() throws {
        let target = try id(c)
        try b.flood { number in
            let hash = GenericHash.hash(of: [UInt8(number & 0xFF), UInt8(number >> 8)])
            return .remove(target, last: Statement.Link(number: 1, hash: hash))
        }
        #expect(try b.meet(a) == [])
        #expect(try a.names == ["A", "B"])
    }

    @Test("a session ends with a device that is a member no longer because of who has added it")
    func collateral() throws {
        let d = try TrustingDevice("D")
        #expect(try pair(b, d).joiner == nil)
        #expect(try b.meet(a) == [])
        #expect(try a.meet(c) == [])
        try a.circle.remove(try id(b))
        #expect(try Set(a.names) == ["A", "C", "D"])
        var open = try SessionTrial(d, a)
        #expect(open.failures == [])
        // Another removal of B, of one that has not heard of what B has added.
        try c.plant([try c.statement(.remove(try id(b), last: .none))])
        #expect(try c.meet(a) == [])
        #expect(try Set(a.names) == ["A", "C"])
        #expect(refusal { try open.sendBack([1]) } == .notTrusted)
    }

    @Test("of two that remove each other the one that was added earlier stays, whatever its name")
    func elderStays() throws {
        try c.circle.remove(try id(b))
        try b.circle.remove(try id(c))
        #expect(try b.meet(a) == [])
        #expect(try a.names == ["A", "B"])
        #expect(try c.meet(a).contains(.notTrusted))
        #expect(try a.names == ["A", "B"])
    }

    @Test("who fills the circle with devices of its own goes with all of them")
    func helpers() throws {
        let circle = try #require(try b.circle.standing()).circle
        var last = try b.circle.standing()?.membership.last[try id(b)]
        var additions: [Statement] = []
        for number in 0..<40 as Range<UInt8> {
            let seed = try SecureBytes(count: 32, group: .transit, arena: a.device.holder.arena) {
                $0.storeBytes([number, 1])
            }
            let key = try X25519.publicKey(of: seed)
            let record = try DeviceRecord(
                try Ed25519.SigningKey(seed: seed),
                sessionKey: key,
                unlockedKey: key,
                name: "helper",
                circle: circle
            )
            additions.append(try b.statement(.add(record), after: last))
            last = additions.last?.link
        }
        try b.plant(additions)
        #expect(try b.meet(a) == [])
        // The elders keep their places.
        #expect(try a.names.prefix(4) == ["A", "B", "C", "helper"])
        #expect(try a.names.count == 32)
        #expect(refusal { try a.circle.invite() } == .limitExceeded)
        try a.circle.remove(try id(b), withAdded: true)
        #expect(try a.names == ["A", "C"])
        #expect(try pair(a, try TrustingDevice("D")).joiner == nil)
    }

    @Test("an elder device that a younger one has removed answers, and has its circle again")
    func answeredRemoval() throws {
        // B takes the circle over: nothing of the founder counts but what keeps B in it.
        let founder = try id(a)
        let added = try #require(try b.circle.standing()).membership.statements.first {
            if case .add(let record) = $0.content { record.id == b.id } else { false }
        }
        try b.plant([try b.statement(.remove(founder, last: try #require(added).link))])
        _ = try b.meet(a, introducing: true)
        #expect(try a.names == ["B"])
        #expect(refusal { try a.circle.rename("A2") } == .notTrusted)
        try a.circle.remove(try id(b))
        #expect(try a.names == ["A", "C"])
        // C has heard B first.
        _ = try b.meet(c, introducing: true)
        #expect(try c.circle.standing()?.membership.names == ["B"])
        #expect(try a.meet(c, introducing: true) == [])
        #expect(try c.names == ["A", "C"])
        // The younger one has no answer to that.
        #expect(try b.meet(a).contains(.notTrusted))
    }

    @Test("a device is who it is, also when another has given its key to a device of its own")
    func borrowedKey() throws {
        let d = try TrustingDevice("D")
        #expect(try pair(c, d).joiner == nil)
        #expect(try c.meet(a) == [])
        let standing = try #require(try d.circle.standing())
        let seed = try SecureBytes(count: 32, group: .transit, arena: a.device.holder.arena) {
            $0.storeBytes([5])
        }
        let record = try DeviceRecord(
            try Ed25519.SigningKey(seed: seed),
            sessionKey: try #require(standing.membership[standing.own]).sessionKey,
            unlockedKey: try X25519.publicKey(of: seed),
            name: "Y",
            circle: standing.circle
        )
        try b.plant([try b.statement(.add(record))])
        #expect(try b.meet(a) == [])
        #expect(try a.names == ["A", "B", "C", "Y", "D"])
        for isIntroduction in [false, true] {
            let trial = try SessionTrial(d, a, introducing: isIntroduction)
            #expect(trial.failures == [])
            #expect(trial.responder?.peer.name == "D")
            let back = try SessionTrial(a, d, introducing: isIntroduction)
            #expect(back.failures == [])
            #expect(back.initiator?.peer.name == "D")
        }
    }

    @Test(
        "who introduces itself tells a device that it does not know no more than makes it a member"
    )
    func introductionToStranger() throws {
        // B is removed, and has another key that nobody knows.
        try a.circle.remove(try id(b))
        let late = try TrustingDevice("late")
        #expect(try pair(a, late).joiner == nil)
        let stranger = try TrustingDevice("B", try SimulatedDevice(copying: b.device))
        try stranger.device.unlock()
        try stranger.device.documents.changing(.trust) { files, _ in
            try files.write(
                [UInt8](repeating: 9, count: 32),
                to: "/Trust/session.key",
                as: .completeUntilFirstUserAuthentication
            )
        }
        let trial = try SessionTrial(a, stranger, introducing: true)
        #expect(!trial.failures.isEmpty)
        let told = trial.frames.filter(\.isToResponder).map(\.bytes.count).reduce(0, +)
        // What A has said up to the removal, and not the 300 bytes of the addition behind it.
        #expect(told < 1_300)
        #expect(try !stranger.names.contains("late"))
    }

    @Test("an opening that goes on and on ends after a minute")
    func slowOpening() throws {
        try b.flood { .rename("\($0)") }
        let purpose = try SessionPurpose(SessionTrial.purpose)
        let way = SlowWay(try b.circle.open(to: try id(a), for: purpose), a.device.clock)
        #expect(refusal { _ = try a.circle.answer(for: [purpose], over: way) } == .timedOut)
        #expect(way.received < 10)
    }

    @Test("who has connected and says nothing takes no place from those who speak")
    func silence() throws {
        let purpose = try SessionPurpose(SessionTrial.purpose)
        func wait(_ count: Int) throws {
            guard count > 0 else {
                #expect(try c.meet(a) == [])
                return
            }
            let answering = try a.circle.answer(for: [purpose])
            defer { _ = answering.isEstablished }
            try wait(count - 1)
        }
        try wait(12)
    }
}

/// Brings each frame of an opening nine seconds after the one before.
private final class SlowWay: DeviceConnection, @unchecked Sendable {
    private var opening: SessionOpening
    private let clock: VirtualClock
    private var waiting: [[UInt8]]
    private(set) var received = 0

    init(_ opening: consuming SessionOpening, _ clock: VirtualClock) {
        waiting = [opening.first]
        self.opening = opening
        self.clock = clock
    }

    func send(_ frame: [UInt8]) throws(ProtectionError) { waiting += try opening.receive(frame) }

    func receive(within limit: Duration) throws(ProtectionError) -> [UInt8] {
        let delay = min(limit, .seconds(9))
        clock.advance(by: delay)
        guard delay == .seconds(9), !waiting.isEmpty else {
            throw ProtectionError(.timedOut, "nothing came")
        }
        received += 1
        return waiting.removeFirst()
    }

    func close() {}
}
