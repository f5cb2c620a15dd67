import SodiumCrypto
import Testing

@Suite("secure bytes")
struct SecureBytesTests {
    @Test(
        "sizes from 1 to 4096 bytes hold what is put in",
        arguments: [1, 2, 127, 128, 129, 4_096]
    )
    func sizes(_ count: Int) throws {
        let secret = try SecureBytes(counting(count))
        #expect(secret.count == count)
        #expect(try secret.contents() == counting(count))
        #expect(secret.isWiped == false)
    }

    @Test("other sizes are invalid", arguments: [Int.min, -1, 0, 4_097, 65_536, .max])
    func wrongSizes(_ count: Int) {
        #expect(throws: CryptoError(.invalidInput)) {
            _ = try SecureBytes(count: count, group: .first, arena: testArena)
        }
    }

    @Test("what filling throws is passed on and the memory given back as zeros")
    func fillThrows() throws {
        let arena = SecureArena()
        #expect(throws: CryptoError(.authenticationFailure)) {
            _ = try SecureBytes(count: 32, group: .first, arena: arena) {
                (span) throws(CryptoError) in
                span.storeBytes(of: 0xAA, toByteOffset: 0, as: UInt8.self)
                throw CryptoError(.authenticationFailure)
            }
        }
        let next = try SecureBytes(count: 32, group: .first, arena: arena)
        #expect(try next.contents() == [UInt8](repeating: 0, count: 32))
    }

    @Test("a wiped secret can be neither read, written, copied nor compared")
    func wiped() throws {
        let arena = SecureArena()
        let secret = try SecureBytes(counting(32), arena: arena)
        let zeros = try SecureBytes([UInt8](repeating: 0, count: 32), group: .second, arena: arena)
        arena.wipe(.first)
        #expect(secret.isWiped == true)
        #expect(throws: CryptoError(.secretWiped)) { try secret.withBytes { _ in } }
        #expect(throws: CryptoError(.secretWiped)) { try secret.withMutableBytes { _ in } }
        #expect(throws: CryptoError(.secretWiped)) { _ = try secret.copy(to: .second) }
        #expect(throws: CryptoError(.secretWiped)) { try secret.isEqual(to: zeros) }
        // The wiped one is zeros by now, and must not pass for a secret of zeros.
        #expect(throws: CryptoError(.secretWiped)) { try zeros.isEqual(to: secret) }
    }

    @Test("a copy lives on when the group of the original is wiped")
    func copyOutlives() throws {
        let arena = SecureArena()
        let secret = try SecureBytes(counting(32), arena: arena)
        let copy = try secret.copy(to: .second)
        arena.wipe(.first)
        #expect(try copy.contents() == counting(32))
        arena.wipe(.second)
        #expect(throws: CryptoError(.secretWiped)) { try copy.withBytes { _ in } }
    }

    @Test("two secrets are equal when every byte is", arguments: [1, 32, 128, 4_096])
    func equality(_ count: Int) throws {
        let secret = try SecureBytes(counting(count))
        let same = try SecureBytes(counting(count), group: .second)
        #expect(try secret.isEqual(to: same) == true)
        #expect(try secret.isEqual(to: secret) == true)
        for index in [0, count / 2, count - 1] {
            var changed = counting(count)
            changed[index] ^= 1
            let other = try SecureBytes(changed)
            #expect(try secret.isEqual(to: other) == false)
        }
    }

    @Test("secrets of unequal lengths are unequal")
    func unequalLengths() throws {
        let long = try SecureBytes(counting(33))
        let short = try SecureBytes(counting(32))
        #expect(try long.isEqual(to: short) == false)
        #expect(try short.isEqual(to: long) == false)
    }

    @Test("a loan within a loan is refused during a wipe, and the wipe goes on")
    func nestedLoan() throws {
        let arena = SecureArena()
        let outer = SharedSecret(try SecureBytes(counting(32), arena: arena))
        let inner = SharedSecret(try SecureBytes(counting(32), arena: arena))
        let race = WipeRace()
        let ended = ThreadCrew.run(2) { member in
            race.run(member, arena, during: outer) {
                (_) throws(CryptoError) in try inner.secret.withBytes { _ in }
            }
        }
        #expect(ended, "deadlock")
        #expect(race.refusal == CryptoError(.secretWiped))
    }

    @Test("a secret made and dropped within a loan does not deadlock with a wipe")
    func secretWithinLoan() throws {
        let arena = SecureArena()
        let outer = SharedSecret(try SecureBytes(counting(32), arena: arena))
        let race = WipeRace()
        let ended = ThreadCrew.run(2) { member in
            race.run(member, arena, during: outer) { (_) throws(CryptoError) in
                let other = try SecureBytes(counting(32), group: .second, arena: arena)
                try other.withBytes { _ in }
            }
        }
        #expect(ended, "deadlock")
        #expect(race.refusal == nil)
    }

    @Test("a wipe leaves a lent secret whole until the loan ends")
    func wipeWaits() throws {
        let arena = SecureArena()
        let lent = SharedSecret(
            try SecureBytes([UInt8](repeating: 0xAA, count: 4_096), arena: arena)
        )
        let race = WipeRace()
        let ended = ThreadCrew.run(2) { member in
            race.run(member, arena, during: lent) { (bytes) throws(CryptoError) in
                // Long enough for a wipe that does not wait to run on the other thread.
                for _ in 0..<20_000 {
                    let copy = bytes.withUnsafeBytes { [UInt8]($0) }
                    guard copy[0] == 0xAA, copy[4_095] == 0xAA else {
                        throw CryptoError(.authenticationFailure)
                    }
                }
            }
        }
        #expect(ended, "deadlock")
        #expect(race.refusal == nil)
        #expect(lent.secret.isWiped == true)
    }
}
