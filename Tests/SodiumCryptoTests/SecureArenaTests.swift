import SodiumCrypto
import Testing

@Suite("secure arena")
struct SecureArenaTests {
    private static let blockByteCount = 65_536

    private static func secrets(
        _ count: Int,
        byteCount: Int = 128,
        group: SecretGroup = .first,
        arena: SecureArena
    ) throws -> [SharedSecret] {
        try (0..<count).map { _ in
            SharedSecret(
                try SecureBytes(
                    [UInt8](repeating: 0xAA, count: byteCount),
                    group: group,
                    arena: arena
                )
            )
        }
    }

    @Test("an arena takes no memory before its first secret, then 64 KiB at a time")
    func growth() throws {
        let arena = SecureArena()
        #expect(arena.lockedByteCount == 0)
        let first = try SecureBytes(counting(1), arena: arena)
        #expect(arena.lockedByteCount == Self.blockByteCount)
        #expect(first.count == 1)
    }

    @Test("ten thousand secrets of 128 bytes fit in 2 MiB, and so do ten thousand more after them")
    func tenThousand() throws {
        let arena = SecureArena()
        for _ in 0..<2 {
            let secrets = try Self.secrets(10_000, arena: arena)
            #expect(secrets.count == 10_000)
            #expect(arena.lockedByteCount <= 2 * 1_048_576)
        }
    }

    @Test(
        "a page emptied by one group and size serves any other",
        arguments: [1, 128, 129, 512, 1_000, 2_048, 2_049, 4_096]
    )
    func pagesAreReused(_ byteCount: Int) throws {
        let arena = SecureArena()
        for group in 0..<SecretGroup.limit {
            let perPage = 4_096 / byteCount.nextPowerOfTwo(atLeast: 128)
            let secrets = try Self.secrets(
                16 * perPage,
                byteCount: byteCount,
                group: SecretGroup(group),
                arena: arena
            )
            #expect(secrets.count == 16 * perPage)
            #expect(arena.lockedByteCount == Self.blockByteCount)
        }
    }

    @Test("no two secrets share memory, in whatever order they come and go")
    func noOverlap() throws {
        let arena = SecureArena()
        let random = SeededRandomSource(seed: 1)
        var alive: [(secret: SharedSecret, contents: [UInt8])] = []
        for _ in 0..<3_000 {
            let choice = random.bytes(4)
            if choice[0] < 120, !alive.isEmpty {
                let index = Int(choice[1]) % alive.count
                alive.swapAt(index, alive.count - 1)
                let last = alive.removeLast()
                #expect(try last.secret.secret.contents() == last.contents)
            } else {
                let contents = random.bytes(1 + Int(choice[2]) * (choice[3] < 40 ? 16 : 1))
                let group = SecretGroup(Int(choice[1]) % SecretGroup.limit)
                let secret = try SecureBytes(contents, group: group, arena: arena)
                alive.append((SharedSecret(secret), contents))
            }
        }
        for entry in alive {
            #expect(try entry.secret.secret.contents() == entry.contents)
        }
    }

    @Test("secrets are zeroed when they end", arguments: [1, 128, 129, 1_000, 4_096])
    func zeroedAtEnd(_ byteCount: Int) throws {
        let arena = SecureArena()
        // A whole block, so that the second round can only get the same memory.
        let perPage = 4_096 / byteCount.nextPowerOfTwo(atLeast: 128)
        var secrets = try Self.secrets(16 * perPage, byteCount: byteCount, arena: arena)
        #expect(arena.lockedByteCount == Self.blockByteCount)
        secrets = []
        for _ in 0..<16 * perPage {
            secrets.append(
                SharedSecret(try SecureBytes(count: byteCount, group: .second, arena: arena))
            )
        }
        #expect(arena.lockedByteCount == Self.blockByteCount)
        for entry in secrets {
            #expect(try entry.secret.contents().allSatisfy { $0 == 0 })
        }
    }

    @Test("a wipe kills and zeroes every secret of its group and none of another")
    func wipe() throws {
        let arena = SecureArena()
        let sizes = [1, 32, 128, 129, 4_096]
        let doomed = try sizes.flatMap { try Self.secrets(20, byteCount: $0, arena: arena) }
        let others = try sizes.flatMap {
            try Self.secrets(20, byteCount: $0, group: .second, arena: arena)
        }
        arena.wipe(.first)
        for entry in doomed {
            #expect(entry.secret.isWiped == true)
            #expect(throws: CryptoError(.secretWiped)) { try entry.secret.withBytes { _ in } }
            #expect(entry.secret.hasOnly(0) == true)
        }
        for entry in others {
            #expect(entry.secret.isWiped == false)
            #expect(try entry.secret.contents().allSatisfy { $0 == 0xAA })
        }
    }

    @Test("a secret made after a wipe lives, and lives beside a dead one")
    func afterWipe() throws {
        let arena = SecureArena()
        let dead = try SecureBytes(counting(32), arena: arena)
        for round in 0..<3 {
            arena.wipe(.first)
            let secret = try SecureBytes(counting(32 + round), arena: arena)
            #expect(try secret.contents() == counting(32 + round))
            #expect(throws: CryptoError(.secretWiped)) { try dead.withBytes { _ in } }
        }
    }

    @Test("a group without secrets can be wiped")
    func emptyGroup() throws {
        let arena = SecureArena()
        arena.wipe(.first)
        let secret = try SecureBytes(counting(32), arena: arena)
        arena.wipe(.second)
        #expect(try secret.contents() == counting(32))
    }

    // The negative control of the test that looks for keys in memory, and of `wipe` above.
    @Test("a spared group keeps its bytes, though they cannot be borrowed")
    func spared() throws {
        let arena = SecureArena()
        let secret = try SecureBytes([UInt8](repeating: 0xAA, count: 32), arena: arena)
        arena.spareFromWiping(.first)
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) { try secret.withBytes { _ in } }
        #expect(secret.hasOnly(0xAA) == true)
        arena.spareFromWiping(nil)
        arena.wipe(.first)
        #expect(secret.hasOnly(0) == true)
    }

    @Test("borrowers, makers and droppers never see a half-wiped secret")
    func hammer() throws {
        let arena = SecureArena()
        let hammer = try WipeHammer(arena: arena)
        let ended = ThreadCrew.run(9) { member in
            if member == 8 { hammer.wipe() } else { hammer.borrow(as: member) }
        }
        #expect(ended, "deadlock")
        #expect(hammer.tornCount == 0)
        #expect(hammer.failureCount == 0)
        // Otherwise the threads never met and nothing was tried.
        #expect(hammer.refusalCount > 0)
        // Every slot came back, so the arena did not grow with the number of secrets made.
        #expect(arena.lockedByteCount <= 2 * Self.blockByteCount)
    }

    @Test("two wipes of one group at once both end")
    func concurrentWipes() throws {
        let arena = SecureArena()
        let secret = SharedSecret(try SecureBytes(counting(32), arena: arena))
        let ended = ThreadCrew.run(4) { _ in
            for _ in 0..<500 { arena.wipe(.first) }
        }
        #expect(ended, "deadlock")
        #expect(secret.secret.isWiped == true)
        let fresh = try SecureBytes(counting(32), arena: arena)
        #expect(try fresh.contents() == counting(32))
    }
}

extension SecureBytes {
    /// Whether every byte in memory is `byte`, asked past the gate, which a dead secret needs.
    fileprivate func hasOnly(_ byte: UInt8) -> Bool {
        transfer { span in span.withUnsafeBytes { $0.allSatisfy { $0 == byte } } }
    }
}

extension Int {
    /// The size of the slot a secret of this length gets.
    fileprivate func nextPowerOfTwo(atLeast least: Int) -> Int {
        var power = least
        while power < self { power *= 2 }
        return power
    }
}
