import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("The pin against rollback")
struct RollbackPinTests {
    private static let path = "/keys/key.rollback"

    private let memory = InMemoryFileSystem(now: { (0, 0) })
    private let chip = MemoryChip()
    private let device: DeviceID
    private let key: SecretBox

    init() throws {
        device = try #require(DeviceID(bytes: [UInt8](repeating: 7, count: 16)))
        try memory.makeDirectory("/keys", in: nil, permissions: 0o700)
        key = SecretBox(
            try SecureBytes(count: 32, group: .transit, arena: SecureArena()) {
                SystemRandomSource().fill(&$0)
            }
        )
    }

    private func pin(on fileSystem: (any FileSystem)? = nil) -> RollbackPin {
        RollbackPin(
            of: .keybag,
            of: device,
            folder: "/keys",
            name: "key",
            on: fileSystem ?? memory,
            chip: chip
        )
    }

    private func state(_ generation: UInt64) -> RollbackPin.State {
        RollbackPin.State(
            generation,
            [UInt8](repeating: UInt8(truncatingIfNeeded: generation), count: 32)
        )
    }

    private func check(_ generation: UInt64) throws {
        try pin().check(state(generation), key: key.secret)
    }

    private func announce(_ generation: UInt64, after present: UInt64) throws {
        try pin().announce(
            state(generation),
            after: state(present),

            key: key.secret
        )
    }

    private func settle(_ generation: UInt64) throws {
        try pin().settle(on: state(generation), key: key.secret)
    }

    private func advance(to generation: UInt64, from present: UInt64) throws {
        try announce(generation, after: present)
        try settle(generation)
    }

    /// The generations up to 9 that are taken for the newest.
    private func right() -> [UInt64] {
        (1...9).filter { generation in refusal { try check(generation) } == nil }
    }

    @Test("takes the newest state alone, and one write to the chip for each")
    func advances() throws {
        try pin().create(state(1), key: key.secret)
        let writes = chip.writes
        for (last, next) in [(1, 2), (2, 3), (3, 9)] as [(UInt64, UInt64)] {
            try announce(next, after: last)
            #expect(right() == [last, next])
            try settle(next)
            try settle(next)
            #expect(right() == [next])
        }
        #expect(chip.writes == writes + 3)
        #expect(refusal { try announce(5, after: 4) } == .rolledBack)
        let other = RollbackPin.State(9, state(1).digest)
        #expect(refusal { try pin().check(other, key: key.secret) } == .rolledBack)
        #expect(refusal { try pin().create(state(1), key: key.secret) } == .alreadyExists)
    }

    @Test("names what is older, and says by how much")
    func words() throws {
        try pin().create(state(4), key: key.secret)
        func message(_ generation: UInt64) -> String? {
            do { try pin().check(state(generation), key: key.secret) } catch {
                return (error as? ProtectionError)?.message
            }
            return nil
        }
        #expect(
            message(3)
                == "the keybag is an older one: it is of generation 3, and 4 is pinned"
        )
        #expect(
            message(5) == "the keybag is another one than the one of generation 4 that is pinned"
        )
    }

    @Test("notices its file put back, changed or removed, and another key")
    func rolledBack() throws {
        try pin().create(state(1), key: key.secret)
        let host = HostFiles(memory)
        let old = try host.bytes(Self.path)
        try advance(to: 2, from: 1)
        let new = try host.bytes(Self.path)
        var broken = [old, Array(new.dropLast()), new + [0], []]
        for index in new.indices {
            broken.append(new)
            broken[broken.count - 1][index] ^= 1
        }
        for bytes in broken {
            try host.put(bytes, Self.path)
            #expect(right() == [])
        }
        try host.put(new, Self.path)
        #expect(right() == [2])
        let other = try SecureBytes(count: 32, group: .transit, arena: SecureArena())
        #expect(refusal { try pin().check(state(2), key: other) } == .rolledBack)
        let folder = try OwnedFile("/keys", in: nil, .directory, on: memory)
        try memory.unlink("key.rollback", in: folder.descriptor, folder: false)
        #expect(refusal { try check(2) } == .rolledBack)
    }

    @Test("a chip that is not there is not taken for a rollback; a cleared one is")
    func chips() throws {
        try pin().create(state(1), key: key.secret)
        chip.setPresence(false)
        #expect(refusal { try check(1) } == .chipUnavailable)
        chip.setPresence(true)
        chip.clear()
        #expect(refusal { try check(1) } == .rolledBack)
        #expect(refusal { try announce(2, after: 1) } == .rolledBack)
    }

    @Test("an older state that is accepted is the newest from then on", arguments: [false, true])
    func accepted(isCleared: Bool) throws {
        try pin().create(state(5), key: key.secret)
        var files = [try HostFiles(memory).bytes(Self.path)]
        try advance(to: 6, from: 5)
        try announce(7, after: 6)
        files.append(try HostFiles(memory).bytes(Self.path))
        if isCleared { chip.clear() }
        try pin().accept(state(2), key: key.secret)
        #expect(right() == [2])
        for file in files {
            try HostFiles(memory).put(file, Self.path)
            #expect(right() == [])
        }
        #expect(chip.indexCount == 1)
    }

    /// Announces a state, and settles on it or, where the change came to nothing, on the one before.
    private func change(
        to next: UInt64,
        from present: UInt64,
        isMade: Bool = true,
        on fileSystem: (any FileSystem)? = nil
    ) throws {
        let pin = pin(on: fileSystem)
        try pin.announce(state(next), after: state(present), key: key.secret)
        try pin.settle(on: state(isMade ? next : present), key: key.secret)
    }

    @Test("after a failure at any call the state before is right, or the one announced")
    func failures() throws {
        try pin().create(state(1), key: key.secret)
        var failures = 0
        for number in 0..<40 {
            let faults = FaultInjectingFileSystem(memory)
            faults.install(FaultPlan([.call(number): .diskError]))
            let failure = refusal { try change(to: 2, from: 1, on: faults) }
            failures += failure == nil ? 0 : 1
            #expect(failure == nil ? right() == [2] : right().contains(1), "call \(number)")
            try pin().accept(state(1), key: key.secret)
        }
        #expect((5..<40).contains(failures))
    }

    /// Where the power goes while a state takes the place of another.
    enum PowerLoss: CaseIterable { case none, beforeCount, afterCount, betweenCounts }

    @Test(
        "no file of an earlier step is right, wherever the power went and whatever came of the change",
        arguments: PowerLoss.allCases,
        PowerLoss.allCases
    )
    func puttingBack(first: PowerLoss, second: PowerLoss) throws {
        try pin().create(state(1), key: key.secret)
        let host = HostFiles(memory)
        var present: UInt64 = 1
        var files: Set<[UInt8]> = []
        let steps = [(first, true), (second, false), (first, false), (second, true), (.none, true)]
        for (number, (loss, isMade)) in steps.enumerated() {
            let next = UInt64(number) + 2
            switch loss {
            case .none: break
            case .beforeCount: chip.endAfter(0)
            case .afterCount: chip.endAfter(0, losingAnswer: true)
            case .betweenCounts: chip.endAfter(1)
            }
            try? change(to: next, from: present, isMade: isMade)
            files.insert(try host.bytes(Self.path))
            // The next start finds what was made, and settles on it.
            if isMade { present = next }
            chip.endAfter(.max)
            try settle(present)
            #expect(right() == [present])
            let newest = try host.bytes(Self.path)
            for file in files where file != newest {
                try host.put(file, Self.path)
                #expect(right() == [], "step \(number)")
            }
            try host.put(newest, Self.path)
            files.insert(newest)
        }
    }

    @Test("an announcement that nothing came of keeps its count for itself")
    func twoForOneCount() throws {
        try pin().create(state(1), key: key.secret)
        try announce(2, after: 1)
        let forgotten = try HostFiles(memory).bytes(Self.path)
        // The change to 2 failed, and another one is made.
        try announce(3, after: 1)
        #expect(right() == [1, 3])
        try settle(3)
        #expect(right() == [3])
        try HostFiles(memory).put(forgotten, Self.path)
        #expect(right() == [])
    }

    @Test("a power loss between the counts of one step leaves either state right")
    func betweenCounts() throws {
        try pin().create(state(1), key: key.secret)
        try announce(2, after: 1)
        try announce(3, after: 1)
        for losesAnswer in [false, true] {
            chip.endAfter(losesAnswer ? 0 : 1, losingAnswer: losesAnswer)
            #expect(refusal { try settle(3) } == .inputOutput)
            #expect(right() == (losesAnswer ? [3] : [1, 3]))
        }
        try settle(3)
        #expect(right() == [3])
    }

    @Test("gives its index back")
    func removed() throws {
        try pin().create(state(1), key: key.secret)
        #expect(chip.indexCount == 1)
        let counter = pin().counter(key: key.secret)
        try pin().removeFile()
        try pin().removeFile()
        counter?.giveBack()
        #expect(chip.indexCount == 0)
        #expect(try HostFiles(memory).names("/keys").isEmpty)
        chip.setRoom(0)
        #expect(refusal { try pin().create(state(1), key: key.secret) } == .noSpace)
    }
}
