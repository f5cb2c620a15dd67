import SodiumCrypto
import Testing

/// One derivation: bytes in hexadecimal.
struct Argon2idVector: TestVector, CustomTestStringConvertible {
    let name: String
    let passcode: String
    let salt: String
    let passes: UInt32
    let memoryKiB: UInt32
    let output: String

    var testDescription: String { name }
}

@Suite("Argon2id")
struct Argon2idTests {
    @Test("a published derivation", arguments: Argon2idVector.table("Argon2id/derivations"))
    func vector(_ vector: Argon2idVector) throws {
        let passcode = try SecureBytes(bytes(vector.passcode))
        let expected = bytes(vector.output)
        let output = try SecureBytes.empty(expected.count)
        let cost = try Argon2id.Cost(passes: vector.passes, memoryKiB: vector.memoryKiB)
        try Argon2id.derive(passcode: passcode, salt: bytes(vector.salt), cost: cost, into: output)
        #expect(try output.contents() == expected)
    }

    @Test(
        "a cost within the bounds is taken",
        arguments: [(1, 8), (16, 8), (1, 1_048_576), (16, 1_048_576)] as [(UInt32, UInt32)]
    )
    func costWithin(_ passes: UInt32, _ memoryKiB: UInt32) throws {
        let cost = try Argon2id.Cost(passes: passes, memoryKiB: memoryKiB)
        #expect(cost.passes == passes)
        #expect(cost.memoryKiB == memoryKiB)
    }

    @Test(
        "a cost outside the bounds is invalid",
        arguments: [
            (0, 8), (17, 8), (.max, 8), (1, 0), (1, 7), (1, 1_048_577), (1, .max), (0, 0),
        ] as [(UInt32, UInt32)]
    )
    func costOutside(_ passes: UInt32, _ memoryKiB: UInt32) {
        #expect(throws: CryptoError(.invalidInput)) {
            try Argon2id.Cost(passes: passes, memoryKiB: memoryKiB)
        }
    }

    @Test(
        "the named costs lie within the bounds",
        arguments: [
            Argon2id.Cost.minimum, .interactive, .moderate, .sensitive,
        ]
    )
    func namedCosts(_ cost: Argon2id.Cost) throws {
        #expect(try Argon2id.Cost(passes: cost.passes, memoryKiB: cost.memoryKiB) == cost)
    }

    @Test("a salt that has not 16 bytes is invalid", arguments: [0, 8, 15, 17, 32])
    func wrongSalt(_ count: Int) throws {
        let passcode = try SecureBytes([1])
        let output = try SecureBytes.empty(32)
        #expect(throws: CryptoError(.invalidInput)) {
            try Argon2id.derive(
                passcode: passcode,
                salt: counting(count),
                cost: .minimum,
                into: output
            )
        }
    }

    @Test("an output under 16 bytes is invalid input, not a lack of memory", arguments: [1, 4, 15])
    func shortOutput(_ count: Int) throws {
        let passcode = try SecureBytes([1])
        let output = try SecureBytes.empty(count)
        #expect(throws: CryptoError(.invalidInput)) {
            try Argon2id.derive(
                passcode: passcode,
                salt: counting(16),
                cost: .minimum,
                into: output
            )
        }
    }

    @Test("another passcode, salt or cost gives another key")
    func separation() throws {
        func derive(
            _ passcode: [UInt8],
            _ salt: [UInt8],
            _ cost: Argon2id.Cost
        ) throws -> [UInt8] {
            let output = try SecureBytes.empty(32)
            try Argon2id.derive(
                passcode: try SecureBytes(passcode),
                salt: salt,
                cost: cost,
                into: output
            )
            return try output.contents()
        }
        let keys = [
            try derive([1], counting(16), .minimum),
            try derive([2], counting(16), .minimum),
            try derive([1, 0], counting(16), .minimum),
            try derive([1], counting(16).reversed(), .minimum),
            try derive([1], counting(16), try .init(passes: 2, memoryKiB: 8)),
            try derive([1], counting(16), try .init(passes: 1, memoryKiB: 16)),
        ]
        #expect(Set(keys).count == keys.count)
        #expect(try derive([1], counting(16), .minimum) == keys[0])
    }

    @Test("a wiped passcode derives nothing")
    func wipedPasscode() throws {
        let arena = SecureArena()
        let passcode = try SecureBytes([1], arena: arena)
        arena.wipe(.first)
        let output = try SecureBytes.empty(32)
        #expect(throws: CryptoError(.secretWiped)) {
            try Argon2id.derive(
                passcode: passcode,
                salt: counting(16),
                cost: .minimum,
                into: output
            )
        }
    }
}
