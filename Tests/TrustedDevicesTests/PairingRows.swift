import DeviceSimulation
import Foundation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import TestSupport
import Testing
import TrustedDevices

@Suite("Pairing (rows H-3 to H-9, H-16)")
struct PairingRows {
    private let inviting: TrustingDevice
    private let joining: TrustingDevice

    init() throws {
        inviting = try TrustingDevice.founder()
        joining = try TrustingDevice("B")
    }

    /// Neither has the other; the joiner may have noted whom to ask.
    private func expectUnpaired(_ comment: Comment? = nil) throws {
        #expect(try inviting.names == ["A"], comment)
        #expect(try joining.names == [], comment)
    }

    @Test("H-3: two devices pair, and each lists the other in the same circle")
    func pairs() throws {
        let outcome = try pair(inviting, joining)
        #expect(outcome.inviter == nil)
        #expect(outcome.joiner == nil)
        #expect(try inviting.names == ["A", "B"])
        #expect(try joining.names == ["A", "B"])
        let ours = try #require(try inviting.circle.standing())
        let theirs = try #require(try joining.circle.standing())
        #expect(ours.circle == theirs.circle)
        #expect(ours.membership.devices == theirs.membership.devices)
        #expect(ours.membership[theirs.own]?.addedBy == ours.own)
        // After the handshake nothing stands in clear.
        for frame in outcome.frames {
            for device in ours.membership.devices {
                #expect(!frame.contains(device.sessionKey))
                #expect(!frame.contains(ours.circle.bytes))
            }
        }
    }

    @Test(
        "H-4: a code with one character changed is refused before anything is sent, and stays good"
    )
    func mistypedCode() throws {
        let invitation = try inviting.circle.invite()
        let text = try invitation.shown
        #expect(text.utf8.count == PairingCode.characterCount)
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        for place in text.indices where text[place] != "-" {
            for character in alphabet where character != text[place] {
                var typed = text
                typed.replaceSubrange(place...place, with: String(character))
                #expect(throws: ProtectionError(.invalidArgument, "")) {
                    _ = try joining.code(typed)
                }
            }
        }
        for typed in [String(text.dropLast()), text + "0", "", "U" + text.dropFirst()] {
            #expect(
                refusal { _ = try joining.code(typed.isEmpty ? " " : typed) } == .invalidArgument
            )
        }
        let sloppy = " " + text.lowercased().replacingOccurrences(of: "-", with: " ") + "\n"
        let outcome = try pair(inviting, joining, invitation: invitation, typing: sloppy)
        #expect(outcome.joiner == nil)
        #expect(try joining.names == ["A", "B"])
    }

    @Test("two exchanged characters of a code are found")
    func exchangedCharacters() throws {
        let text = Array(try inviting.circle.invite().shown)
        for left in text.indices {
            for right in text.indices where left < right && text[left] != text[right] {
                guard text[left] != "-", text[right] != "-" else { continue }
                var typed = text
                typed.swapAt(left, right)
                #expect(refusal { _ = try joining.code(String(typed)) } == .invalidArgument)
            }
        }
    }

    @Test(
        "H-5: with another valid code the pairing fails, and the inviter's code is as good as it was"
    )
    func otherCode() throws {
        let invitation = try inviting.circle.invite()
        let other = try inviting.circle.invite().shown
        let wrong = try pair(inviting, joining, invitation: invitation, typing: other)
        #expect(wrong.inviter == .pairingFailed)
        #expect(wrong.joiner == .pairingFailed)
        // Nothing was sent to it but that.
        #expect(wrong.frames.map(\.count) == [49, 1])
        try expectUnpaired()
        #expect(try pair(inviting, joining, invitation: invitation).joiner == nil)
        #expect(try inviting.names == ["A", "B"])
    }

    @Test("whoever has not the code hears nothing of the inviter, burns nothing and takes no place")
    func scanners() throws {
        let invitation = try inviting.circle.invite()
        var random = Mutator(seed: 5)
        func scan(_ count: Int) throws {
            guard count > 0 else {
                #expect(try pair(inviting, joining, invitation: invitation).joiner == nil)
                return
            }
            var inviter = try invitation.accept()
            if count % 2 == 0 {
                let noise = random.randomBytes(Pairing.firstFrameByteCount)
                #expect(refusal { try inviter.receive(noise) } == .pairingFailed)
            }
            try scan(count - 1)
        }
        try scan(12)
        #expect(try inviting.names == ["A", "B"])
    }

    @Test("H-6: a code that was used does not work again")
    func usedCode() throws {
        let invitation = try inviting.circle.invite()
        #expect(try pair(inviting, joining, invitation: invitation).joiner == nil)
        let late = try TrustingDevice("C")
        let outcome = try pair(inviting, late, invitation: invitation)
        #expect(outcome.inviter == .pairingFailed)
        #expect(outcome.joiner == .pairingFailed)
        #expect(try inviting.names == ["A", "B"])
        #expect(try late.names == [])
    }

    @Test(
        "a handshake that has not used the code leaves it good, and of two that do the first has it"
    )
    func rivals() throws {
        let invitation = try inviting.circle.invite()
        let dropped = try pair(inviting, joining, invitation: invitation) { passage, frame in
            passage.number == 1 ? [] : [frame]
        }
        #expect(dropped.inviter == nil)
        // One that has come before, and uses the code after.
        let rival = try TrustingDevice("C")
        let code = try rival.code(try invitation.shown)
        var joiner = try rival.circle.join(with: code, named: "C")
        var inviter = try invitation.accept()
        let second = try inviter.receive(joiner.first).frames
        let third = try joiner.receive(second[0]).frames
        #expect(try pair(inviting, joining, invitation: invitation).joiner == nil)
        #expect(refusal { try inviter.receive(third[0]) } == .pairingFailed)
        #expect(try inviting.names == ["A", "B"])
    }

    @Test("an inviter knows which connection has used its code")
    func usedByWhom() throws {
        let invitation = try inviting.circle.invite()
        var isUsed = false
        let noise = [UInt8](repeating: 7, count: Pairing.firstFrameByteCount)
        #expect(
            refusal { try invitation.pair(over: Recording([noise]), noting: &isUsed) }
                == .pairingFailed
        )
        #expect(!isUsed)
        let code = try joining.code(try invitation.shown)
        let way = Recording(try joining.circle.join(with: code, named: "B"))
        #expect(refusal { try invitation.pair(over: way, noting: &isUsed) } == .inputOutput)
        #expect(isUsed)
        try expectUnpaired()
    }

    @Test("H-7: a code of 120 seconds is expired; one of 119 is not", arguments: [119, 120])
    func oldCode(seconds: Int) throws {
        let invitation = try inviting.circle.invite()
        inviting.device.clock.advance(by: .seconds(seconds))
        let outcome = try pair(inviting, joining, invitation: invitation)
        #expect(outcome.joiner == (seconds < 120 ? nil : .expired))
        #expect(try inviting.names == (seconds < 120 ? ["A", "B"] : ["A"]))
    }

    @Test("H-7: a code expires in the middle of a handshake that has not used it")
    func expiresMeanwhile() throws {
        let outcome = try pair(inviting, joining) { passage, frame in
            if passage.number == 2 { inviting.device.clock.advance(by: .seconds(120)) }
            return [frame]
        }
        #expect(outcome.inviter == .expired)
        #expect(outcome.joiner == .expired)
        try expectUnpaired()
    }

    @Test(
        "H-8: when either locks during the pairing, also only for its grace, nobody is added on either side",
        arguments: [true, false],
        [true, false]
    )
    func locks(inviterLocks: Bool, skippingGrace: Bool) throws {
        // The sixth frame asks to be added; once that is signed, both have each other.
        for number in 0...5 {
            let a = try TrustingDevice.founder()
            let b = try TrustingDevice("B")
            let locking = inviterLocks ? a : b
            let outcome = try pair(a, b) { passage, frame in
                if passage.number == number {
                    try locking.device.holder.lock(skippingGrace: skippingGrace)
                }
                return [frame]
            }
            let isSigned = number == 5 && !inviterLocks
            #expect(outcome.joiner == (isSigned ? nil : .protectedDataUnavailable), "\(number)")
            try locking.device.unlock()
            #expect(try a.names == (isSigned ? ["A", "B"] : ["A"]), "\(number)")
            #expect(try b.names == (isSigned ? ["A", "B"] : []), "\(number)")
        }
    }

    @Test("a locked device neither invites nor joins nor founds")
    func lockedFromTheStart() throws {
        let invitation = try inviting.circle.invite()
        let text = try invitation.shown
        try inviting.device.lock()
        try joining.device.lock()
        #expect(refusal { try inviting.circle.invite() } == .protectedDataUnavailable)
        #expect(refusal { _ = try invitation.accept() } == .protectedDataUnavailable)
        #expect(refusal { try joining.circle.create(named: "B") } == .protectedDataUnavailable)
        #expect(
            refusal { _ = try joining.circle.join(with: try joining.code(text), named: "B") }
                == .protectedDataUnavailable
        )
        // The lock has wiped the code; another unlock brings nothing back.
        try inviting.device.unlock()
        try joining.device.unlock()
        #expect(refusal { _ = try invitation.accept() } == .protectedDataUnavailable)
        try expectUnpaired()
    }

    @Test("any flipped bit of any frame ends the pairing, and nobody is added")
    func flippedBits() throws {
        let count = try pair(try TrustingDevice.founder(), try TrustingDevice("B")).frames.count
        var random = SplitMix64(seed: 3)
        for number in 0..<count {
            for _ in 0..<6 {
                let a = try TrustingDevice.founder()
                let b = try TrustingDevice("B")
                let outcome = try pair(a, b) { passage, frame in
                    var frame = frame
                    let bit = Int.random(in: 0..<frame.count * 8, using: &random)
                    if passage.number == number { frame[bit / 8] ^= 1 << (bit % 8) }
                    return [frame]
                }
                // The last frame tells of what is signed: its loss is the joiner's next session's.
                let isSigned = number == count - 1
                #expect(outcome.joiner != nil, "frame \(number)")
                #expect(try a.names == (isSigned ? ["A", "B"] : ["A"]), "frame \(number)")
                #expect(try b.names == [], "frame \(number)")
            }
        }
    }

    @Test(
        "a frame that is lost, comes twice or late pairs both, or none, or leaves the joiner to ask"
    )
    func unreliableWays() throws {
        for number in 0..<7 {
            for trouble in 0..<3 {
                let a = try TrustingDevice.founder()
                let b = try TrustingDevice("B")
                var held: [[UInt8]] = []
                _ = try pair(a, b) { passage, frame in
                    defer { if passage.number != number { held = [] } }
                    guard passage.number == number else { return [frame] + held }
                    switch trouble {
                    case 0: return []
                    case 1: return [frame, frame]
                    default:
                        held = [frame]
                        return []
                    }
                }
                if try b.names == ["A", "B"] { #expect(try a.names == ["A", "B"]) }
                if try a.names == ["A", "B"] { #expect(try b.circle.standing() != nil) }
            }
        }
    }

    @Test("hostile frames are refused in every stage")
    func hostileFrames() throws {
        for number in 0..<7 {
            for hostile in [[], [9], [UInt8](repeating: 0, count: 65_536)] as [[UInt8]] {
                let a = try TrustingDevice.founder()
                let b = try TrustingDevice("B")
                let outcome = try pair(a, b) { passage, frame in
                    [passage.number == number ? hostile : frame]
                }
                #expect(outcome.joiner == .pairingFailed, "\(number)")
                #expect(try b.names == [])
            }
        }
    }

    @Test("a joiner of another version is told so")
    func otherVersion() throws {
        let invitation = try inviting.circle.invite()
        let arena = inviting.device.holder.arena
        let secret = try SecureBytes(count: 32, group: .transit, arena: arena) {
            $0.storeBytes([1])
        }
        var newer = try NoiseHandshake(
            .xx.presharingKey(at: 0),
            .initiator,
            prologue: Array("protection-toolkit pairing 1".utf8),
            staticKey: secret,
            presharedKey: invitation.code.presharedKey(),
            random: inviting.device.random,
            group: .transit,
            arena: arena
        )
        let first = try newer.write([2].span.bytes)
        var inviter = try invitation.accept()
        #expect(refusal { try inviter.receive(first) } == .unsupportedVersion)
        var joiner = try joining.circle.join(
            with: try joining.code(try invitation.shown),
            named: "B"
        )
        let answer = Inviter.refusal(for: ProtectionError(.unsupportedVersion, ""))
        #expect(refusal { try joiner.receive(answer) } == .unsupportedVersion)
    }

    @Test("who is in a circle joins none, until it leaves")
    func alreadyInACircle() throws {
        let other = try TrustingDevice.founder("C")
        let text = try inviting.circle.invite().shown
        #expect(
            refusal { _ = try other.circle.join(with: try other.code(text), named: "C") }
                == .alreadyExists
        )
        #expect(refusal { try inviting.circle.create(named: "A") } == .alreadyExists)
        try other.circle.leave()
        #expect(try other.circle.standing() == nil)
        #expect(try pair(inviting, other).joiner == nil)
        #expect(try inviting.names == ["A", "C"])
    }

    @Test("H-16: a removed device leaves, and comes back as another")
    func comesBack() throws {
        _ = try pair(inviting, joining)
        let before = try #require(joining.id)
        try inviting.circle.remove(before)
        #expect(try inviting.names == ["A"])
        try joining.circle.leave()
        #expect(try pair(inviting, joining).joiner == nil)
        #expect(joining.id != before)
        #expect(try inviting.names == ["A", "B"])
    }

    @Test("four handshakes may be under way at once")
    func handshakeLimit() throws {
        let invitation = try inviting.circle.invite()
        let shown = try joining.code(try invitation.shown)
        var frames: [[UInt8]] = []
        for _ in 0..<14 { frames.append(try joining.circle.join(with: shown, named: "B").first) }
        func hold(_ count: Int) throws -> ErrorCode? {
            let first = frames.removeLast()
            var inviter = try invitation.accept()
            let code = refusal { try inviter.receive(first) }
            if code == nil {
                var again = try invitation.accept()
                #expect(refusal { try again.receive(first) } == .pairingFailed)
            }
            guard count > 0, code == nil else { return code }
            defer { _ = inviter.isOver }
            return try hold(count - 1)
        }
        #expect(try hold(3) == nil)
        #expect(try hold(4) == .busy)
        // They are free again.
        #expect(try hold(3) == nil)
    }
}

/// A joiner that has proved to have the code and goes, or anything else that was said.
private final class Recording: DeviceConnection, @unchecked Sendable {
    private var joiner: Joiner?
    private var waiting: [[UInt8]]

    init(_ frames: [[UInt8]]) { waiting = frames }

    init(_ joiner: consuming Joiner) {
        waiting = [joiner.first]
        self.joiner = consume joiner
    }

    func send(_ frame: [UInt8]) throws(ProtectionError) {
        waiting += try joiner?.receive(frame).frames ?? []
        if frame.count != 96 { waiting = [] }
    }

    func receive(within limit: Duration) throws(ProtectionError) -> [UInt8] {
        guard !waiting.isEmpty else { throw ProtectionError(.inputOutput, "the way is closed") }
        return waiting.removeFirst()
    }

    func close() {}
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        return (0...count - part.count).contains { Array(self[$0..<$0 + part.count]) == part }
    }
}
