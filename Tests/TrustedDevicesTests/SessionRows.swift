import DeviceSimulation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import TestSupport
import Testing
import TrustedDevices

@Suite("Sessions (rows H-9 to H-19)")
struct SessionRows {
    private static let names = ["A", "B", "C", "D"]

    private func names(_ device: TrustingDevice) throws -> Set<String> {
        Set(try device.names)
    }

    @Test("two devices that know each other exchange messages, and know who that is")
    func messages() throws {
        let (a, b) = try TrustingDevice.two()
        var trial = try SessionTrial(a, b)
        #expect(trial.failures == [])
        #expect(trial.initiator?.peer.name == "B")
        #expect(trial.responder?.peer.name == "A")
        #expect(trial.responder?.purpose.name == SessionTrial.purpose)
        #expect(trial.initiator?.handshakeHash == trial.responder?.handshakeHash)
        for message in [[1], [UInt8](repeating: 7, count: DeviceSession.byteLimit)] as [[UInt8]] {
            let arrived = try trial.send(message)
            #expect(arrived == [message])
            let back = try trial.sendBack(message)
            #expect(back == message)
        }
    }

    @Test(
        "H-9: a joiner whom the inviter has added, and that has not heard of it, learns it in its next session"
    )
    func unheardAddition() throws {
        let a = try TrustingDevice.founder()
        let b = try TrustingDevice("B")
        _ = try pair(a, b) { passage, frame in passage.number == 6 ? [] : [frame] }
        #expect(try a.names == ["A", "B"])
        #expect(try b.names == [])
        #expect(try b.meet(a) == [])
        #expect(try b.names == ["A", "B"])
    }

    @Test("H-9: a joiner that was not added gets no session, and stays without a circle")
    func notAdded() throws {
        let a = try TrustingDevice.founder()
        let b = try TrustingDevice("B")
        _ = try pair(a, b) { passage, frame in passage.number == 5 ? [] : [frame] }
        #expect(try b.meet(a) == [.notTrusted, .notTrusted])
        #expect(try b.meet(a, introducing: true).contains(.notTrusted))
        #expect(try a.names == ["A"])
        #expect(try b.names == [])
        // It asks again.
        #expect(try pair(a, b).joiner == nil)
        #expect(try b.names == ["A", "B"])
    }

    @Test(
        "H-10: two devices that a third has added meet, and each learns the other from its statements"
    )
    func introduction() throws {
        let (_, b, c) = try TrustingDevice.three()
        #expect(try b.names == ["A", "B"])
        // C knows B, and B has never heard of C.
        #expect(try c.meet(b) == [.notTrusted, .notTrusted])
        #expect(try b.names == ["A", "B"])
        var trial = try SessionTrial(b, c, introducing: true)
        #expect(trial.failures == [])
        #expect(trial.initiator?.peer.name == "C")
        let arrived = try trial.send([1, 2])
        #expect(arrived == [[1, 2]])
        #expect(try names(b) == ["A", "B", "C"])
        #expect(try names(c) == ["A", "B", "C"])
        #expect(try c.meet(b) == [])
    }

    @Test("H-11: what A and B have added without a network is everywhere once they have met")
    func concurrentAdditions() throws {
        let (a, b) = try TrustingDevice.two()
        let c = try TrustingDevice("C")
        let d = try TrustingDevice("D")
        _ = try pair(a, c)
        _ = try pair(b, d)
        // Neither has heard of the other, nor of who has added it.
        #expect(try c.meet(d, introducing: true) == [])
        #expect(try names(c) == Set(Self.names))
        #expect(try names(d) == Set(Self.names))
        #expect(try a.meet(b) == [])
        for device in [a, b, c, d] { #expect(try names(device) == Set(Self.names)) }
        let circles = try [a, b, c, d].map { try $0.circle.standing()?.membership.devices }
        #expect(Set(circles).count == 1)
    }

    @Test("H-12: a removed device gets no session with who knows, and those that it has end")
    func removed() throws {
        let (a, b, c) = try TrustingDevice.three()
        #expect(try b.meet(c, introducing: true) == [])
        var open = try SessionTrial(b, c)
        var unconcerned = try SessionTrial(a, c)
        try a.circle.remove(try #require(b.id))
        #expect(try a.meet(c) == [])
        #expect(refusal { try open.sendBack([1]) } == .notTrusted)
        let frames = try #require(try open.initiator?.seal([UInt8]([1]).span.bytes))
        #expect(refusal { try open.receive(frames) } == .notTrusted)
        #expect(refusal { try unconcerned.sendBack([1]) } == .handleClosed)
        // Whichever way it is tried.
        #expect(try b.meet(c) == [.notTrusted, .notTrusted])
        #expect(try b.meet(c, introducing: true).contains(.notTrusted))
        #expect(try c.meet(b) == [.notTrusted])
        #expect(try b.meet(a) == [.notTrusted, .notTrusted])
        #expect(try a.meet(c) == [])
        #expect(try names(c) == ["A", "C"])
    }

    @Test("H-12: sessions end when another process of the device removes one")
    func removedElsewhere() throws {
        let (a, b, c) = try TrustingDevice.three()
        var open = try SessionTrial(b, a)
        var unconcerned = try SessionTrial(c, a)
        let other = try TrustingDevice("A", a.device)
        try other.circle.remove(try #require(b.id))
        #expect(refusal { try open.sendBack([1]) } == .notTrusted)
        #expect(refusal { try unconcerned.sendBack([1]) } == .handleClosed)
        var again = try SessionTrial(c, a)
        let back = try again.sendBack([1])
        #expect(back == [1])
    }

    @Test("H-13: what a removed device adds is void with all who know, and named")
    func addedAfterRemoval() throws {
        let (a, b, c) = try TrustingDevice.three()
        try a.circle.remove(try #require(b.id))
        let d = try TrustingDevice("D")
        #expect(try pair(b, d).joiner == nil)
        #expect(try names(d) == ["A", "B", "D"])
        // D is nobody's to A, and nothing that it says is kept.
        #expect(try d.meet(a, introducing: true).contains(.notTrusted))
        #expect(try names(a) == ["A", "C"])
        #expect(try a.meet(c) == [])
        // Whoever learns of B's removal late finds what B has said void.
        #expect(try c.meet(d, introducing: true).contains(.notTrusted))
        #expect(try names(c) == ["A", "C"])
    }

    @Test("H-14: a device that says two things of one number is named, and its later word void")
    func fork() throws {
        let (a, b, c) = try TrustingDevice.three()
        #expect(try b.meet(c, introducing: true) == [])
        // Its backup goes on in parallel.
        let copy = try TrustingDevice(
            "B'",
            try SimulatedDevice(copying: b.device)
        )
        try copy.device.unlock()
        try b.circle.rename("one")
        try copy.circle.rename("two")
        #expect(try b.meet(c) == [])
        #expect(try names(c) == ["A", "one", "C"])
        #expect(try copy.meet(a) == [])
        #expect(try a.meet(c) == [])
        let membership = try #require(try c.circle.standing()).membership
        #expect(Set(membership.names) == ["A", "B", "C"])
        #expect(membership.findings.map(\.fault) == [.forked, .forked])
        #expect(membership.findings.allSatisfy { $0.signer == b.id })
        // It can say nothing more, and says so itself.
        #expect(try c.meet(b) == [])
        #expect(refusal { try b.circle.rename("three") } == ErrorCode(.rolledBack))
    }

    @Test("H-17: sessions open while either device is locked after its first unlock")
    func locked() throws {
        let (a, b, c) = try TrustingDevice.three()
        try a.device.lock()
        try b.device.lock()
        try c.device.lock()
        var trial = try SessionTrial(a, b)
        let arrived = try trial.send([5])
        #expect(arrived == [[5]])
        #expect(try b.meet(c, introducing: true) == [])
        // What changes membership needs the unlock.
        #expect(refusal { try a.circle.rename("X") } == .protectedDataUnavailable)
        #expect(
            refusal { try a.circle.remove(try #require(b.id)) } == .protectedDataUnavailable
        )
        #expect(try names(a) == ["A", "B", "C"])
    }

    @Test(
        "H-18: before the first unlock there is no session, and nothing that names the device is sent"
    )
    func beforeFirstUnlock() throws {
        let (a, b) = try TrustingDevice.two()
        var open = try SessionTrial(a, b)
        let id = b.id
        try b.device.holder.reboot()
        // What it had in memory is gone.
        #expect(refusal { try open.sendBack([1]) } == .protectedDataUnavailable)
        let trial = try SessionTrial(a, b, named: id)
        #expect(trial.responderCode == .protectedDataUnavailable)
        #expect(trial.initiatorCode == .protectedDataUnavailable)
        let answers = trial.frames.filter { !$0.isToResponder }.map(\.bytes)
        #expect(answers.map(\.count) == [1])
        #expect(
            refusal { _ = try b.circle.introduce(for: try SessionPurpose("x")) }
                == .protectedDataUnavailable
        )
        #expect(refusal { try b.circle.standing() } == .protectedDataUnavailable)
    }

    @Test("H-19: no four bytes of a connection come again in another, in the same hour or the next")
    func nothingRepeats() throws {
        let (a, b) = try TrustingDevice.two()
        let standing = try #require(try a.circle.standing())
        var seen: [[UInt8]: Int] = [:]
        var connections = 0
        for isIntroduction in [false, false, true, true] {
            for _ in 0..<3 {
                let trial = try SessionTrial(a, b, introducing: isIntroduction)
                #expect(trial.failures == [])
                for frame in trial.frames.map(\.bytes) {
                    for place in 0...frame.count - 4 {
                        let part = Array(frame[place..<place + 4])
                        #expect(seen[part] == nil || seen[part] == connections)
                        seen[part] = connections
                    }
                    for device in standing.membership.devices {
                        #expect(!frame.holds(device.id.bytes))
                        #expect(!frame.holds(device.sessionKey))
                    }
                    #expect(!frame.holds(standing.circle.bytes))
                }
                connections += 1
                a.device.clock.advance(by: .seconds(1_200))
                b.device.clock.advance(by: .seconds(1_200))
            }
        }
        // Nor does its beginning tell which of the two kinds it is.
        let sizes = [
            try SessionTrial(a, b).frames[0].bytes.count,
            try SessionTrial(a, b, introducing: true).frames[0].bytes.count,
        ]
        #expect(sizes == [64, 64])
    }

    @Test(
        "clocks may differ by an hour, and not by two",
        arguments: [-7_200, -3_600, 3_600, 7_200]
    )
    func clocks(seconds: Int64) throws {
        let (a, b) = try TrustingDevice.two()
        let time = b.device.clock.wallTime()
        a.device.clock.set(wallTime: Timestamp(seconds: time.seconds + seconds))
        let isNear = abs(seconds) == 3_600
        #expect(try a.meet(b) == (isNear ? [] : [.notTrusted, .notTrusted]))
    }

    @Test("another purpose, another circle and a stranger get the same answer")
    func strangers() throws {
        let (a, b) = try TrustingDevice.two()
        let mismatch = try SessionTrial(a, b, for: ("one", "two"))
        #expect(mismatch.failures == [.notTrusted, .notTrusted])
        let other = try TrustingDevice.founder("X")
        #expect(try other.meet(b, introducing: true) == [.notTrusted, .notTrusted])
        #expect(try a.meet(other) == [.notFound])
        let outside = try TrustingDevice("Y")
        #expect(
            refusal { _ = try outside.circle.introduce(for: try SessionPurpose("x")) } == .notFound
        )
        var answering = try b.circle.answer(for: [try SessionPurpose("x")])
        let noise = [UInt8](repeating: 3, count: 64)
        #expect(refusal { try answering.receive(noise) } == .notTrusted)
        // It is over, also for who is right.
        var opening = try a.circle.open(to: try #require(b.id), for: try SessionPurpose("x"))
        #expect(refusal { try answering.receive(opening.first) } == .authenticationFailure)
        #expect(refusal { try opening.receive([]) } == .authenticationFailure)
    }

    // MARK: Unreliable ways

    @Test("any flipped bit of any frame ends the opening", arguments: [true, false])
    func flippedBits(introducing: Bool) throws {
        var random = SplitMix64(seed: 8)
        let count = 6
        for number in 0..<count {
            for _ in 0..<5 {
                let (a, b, _) = try TrustingDevice.three()
                var trial = try SessionTrial(a, b, introducing: introducing) { passage, frame in
                    guard passage.number == number else { return [frame] }
                    var frame = frame
                    let bit = Int.random(in: 0..<frame.count * 8, using: &random)
                    frame[bit / 8] ^= 1 << (bit % 8)
                    return [frame]
                }
                // Whoever thinks that it is open has nobody on the other side.
                let isOpen = trial.isOpen
                #expect(!isOpen, "frame \(number)")
                #expect(!trial.failures.isEmpty, "frame \(number)")
                let arrived = try? trial.send([1])
                #expect(arrived?.isEmpty != false)
            }
        }
    }

    @Test("a frame that is lost, or comes twice, opens nothing and changes nothing")
    func lostFrames() throws {
        let (a, b, _) = try TrustingDevice.three()
        for number in 0..<4 {
            for isDoubled in [true, false] {
                let trial = try SessionTrial(a, b) { passage, frame in
                    guard passage.number == number else { return [frame] }
                    return isDoubled ? [frame, frame] : []
                }
                let isOpen = trial.isOpen
                #expect(!isOpen, "frame \(number)")
            }
        }
        #expect(try a.meet(b) == [])
        #expect(try names(b) == ["A", "B", "C"])
    }

    @Test(
        "a recorded opening that is played again gets the answer that everybody gets"
    )
    func replay() throws {
        let (a, b) = try TrustingDevice.two()
        let recorded = try SessionTrial(a, b)
        let frames = recorded.frames.filter(\.isToResponder).map(\.bytes)
        var answering = try b.circle.answer(for: [try SessionPurpose(SessionTrial.purpose)])
        #expect(refusal { try answering.receive(frames[0]) } == .notTrusted)
        // The same through a process that has not heard the first.
        let other = try TrustingDevice("B", b.device)
        var elsewhere = try other.circle.answer(for: [try SessionPurpose(SessionTrial.purpose)])
        #expect(try elsewhere.receive(frames[0]).map(\.count) == [48])
        #expect(refusal { try elsewhere.receive(frames[1]) } == .authenticationFailure)
        let isEstablished = answering.isEstablished
        #expect(!isEstablished)
    }

    @Test(
        "messages that are changed, repeated, left out or exchanged end the session, by the same words"
    )
    func brokenMessages() throws {
        let (a, b) = try TrustingDevice.two()
        let damages: [@Sendable ([[UInt8]]) -> [[UInt8]]] = [
            { frames in frames.map { frame in [frame[0] ^ 1] + frame.dropFirst() } },
            { $0 + $0 }, { $0.map { $0.dropLast() } }, { $0.map { $0 + [0] } }, { _ in [[]] },
            { _ in [[1]] }, { _ in [[UInt8](repeating: 0, count: 65_536)] },
        ]
        for damage in damages {
            var trial = try SessionTrial(a, b)
            let arrived = try trial.send([1, 2, 3])
            #expect(arrived == [[1, 2, 3]])
            #expect(refusal { try trial.send([4], pass: damage) } == .authenticationFailure)
            #expect(refusal { try trial.send([5]) } == .handleClosed)
            #expect(refusal { try trial.sendBack([6]) } == .handleClosed)
        }
        var trial = try SessionTrial(a, b)
        _ = try trial.send([1]) { _ in [] }
        #expect(refusal { try trial.send([2]) } == .authenticationFailure)
        // Not back to its sender.
        var mirror = try SessionTrial(a, b)
        let own = try #require(try mirror.initiator?.seal([UInt8]([1]).span.bytes))
        #expect(refusal { try mirror.initiator?.open(own[0]) == nil } == .authenticationFailure)
    }

    @Test("an empty message and one that is too long are refused, and the session goes on")
    func lengths() throws {
        let (a, b) = try TrustingDevice.two()
        var trial = try SessionTrial(a, b)
        for count in [0, DeviceSession.byteLimit + 1] {
            let message = [UInt8](repeating: 1, count: count)
            #expect(refusal { try trial.send(message) } == .invalidArgument)
        }
        let arrived = try trial.send([1])
        #expect(arrived == [[1]])
    }

    // MARK: Keys and limits

    @Test(
        "keys change after so many messages, and after an hour; who does not change them is cut off"
    )
    func rekeying() throws {
        let (a, b) = try TrustingDevice.two()
        var policy = DeviceSession.Policy()
        #expect(policy.messageLimit == 1_048_576)
        #expect(policy.lifetime == .seconds(3_600))
        policy.messageLimit = 3
        var trial = try SessionTrial(a, b, initiating: policy, responding: policy)
        for number in 0..<10 as Range<UInt8> {
            var sent: [[UInt8]] = []
            let arrived = try trial.send([number]) {
                sent = $0
                return $0
            }
            #expect(arrived == [[number]])
            #expect(sent.count == (number > 0 && number % 3 == 0 ? 2 : 1))
        }
        a.device.clock.advance(by: .seconds(3_600))
        let late = try #require(try trial.initiator?.seal([UInt8]([1]).span.bytes))
        #expect(late.map(\.count) == [16, 17])
        let arrived = try trial.receive(late)
        #expect(arrived == [[1]])
        // Without the change nothing more opens.
        a.device.clock.advance(by: .seconds(3_600))
        #expect(refusal { try trial.send([2]) { [$0[1]] } } == .authenticationFailure)
    }

    @Test("a sender that keeps its keys for too long is cut off")
    func overduePeer() throws {
        let (a, b) = try TrustingDevice.two()
        var strict = DeviceSession.Policy()
        strict.messageLimit = 2
        // The initiator is patient, the responder is not.
        var trial = try SessionTrial(a, b, responding: strict)
        for number in 1...2 as ClosedRange<UInt8> {
            let arrived = try trial.send([number])
            #expect(arrived == [[number]])
        }
        #expect(refusal { try trial.send([3]) } == .authenticationFailure)
    }

    @Test("eight sessions may be open at once, on either side")
    func sessionLimit() throws {
        let (a, b) = try TrustingDevice.two()
        func hold(_ count: Int) throws -> [ErrorCode] {
            let trial = try SessionTrial(a, b)
            guard count > 1 else { return trial.failures }
            defer { _ = trial.isOpen }
            return try hold(count - 1)
        }
        #expect(try hold(8) == [])
        #expect(try hold(9) == [.busy])
        #expect(try hold(8) == [])
    }
}

extension [UInt8] {
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
    }
}
