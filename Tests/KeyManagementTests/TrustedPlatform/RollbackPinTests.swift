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

    @Test("says the newest state, takes only newer ones, and a write to the chip for each")
    func advances() throws {
        try pin().create(state(1), key: key.secret)
        let writes = chip.writes
        for generation in [2, 3, 10] as [UInt64] {
            try pin().advance(to: state(generation), key: key.secret)
            try pin().advance(to: state(generation), key: key.secret)
            #expect(try pin().read(key: key.secret) == state(generation))
        }
        #expect(chip.writes == writes + 3)
        for stale in [state(9), RollbackPin.State(10, state(1).digest)] {
            #expect(refusal { try pin().advance(to: stale, key: key.secret) } == .rolledBack)
        }
        #expect(refusal { try pin().create(state(1), key: key.secret) } == .alreadyExists)
    }

    @Test("notices its file put back, changed or removed, and another key")
    func rolledBack() throws {
        try pin().create(state(1), key: key.secret)
        let host = HostFiles(memory)
        let old = try host.bytes(Self.path)
        try pin().advance(to: state(2), key: key.secret)
        let new = try host.bytes(Self.path)
        var broken = [old, Array(new.dropLast()), new + [0], []]
        for index in new.indices {
            broken.append(new)
            broken[broken.count - 1][index] ^= 1
        }
        for bytes in broken {
            try host.put(bytes, Self.path)
            #expect(refusal { _ = try pin().read(key: key.secret) } == .rolledBack)
        }
        try host.put(new, Self.path)
        #expect(try pin().read(key: key.secret) == state(2))
        let other = try SecureBytes(count: 32, group: .transit, arena: SecureArena())
        #expect(refusal { _ = try pin().read(key: other) } == .rolledBack)
        let folder = try OwnedFile("/keys", in: nil, .directory, on: memory)
        try memory.unlink("key.rollback", in: folder.descriptor, folder: false)
        #expect(refusal { _ = try pin().read(key: key.secret) } == .rolledBack)
    }

    @Test("a chip that is not there is not taken for a rollback; a cleared one is")
    func chips() throws {
        try pin().create(state(1), key: key.secret)
        chip.setPresence(false)
        #expect(refusal { _ = try pin().read(key: key.secret) } == .chipUnavailable)
        chip.setPresence(true)
        chip.clear()
        #expect(refusal { _ = try pin().read(key: key.secret) } == .rolledBack)
        #expect(refusal { try pin().advance(to: state(2), key: key.secret) } == .rolledBack)
    }

    @Test("an older state that is accepted is the newest from then on", arguments: [false, true])
    func accepted(isCleared: Bool) throws {
        try pin().create(state(5), key: key.secret)
        let old = try HostFiles(memory).bytes(Self.path)
        try pin().advance(to: state(6), key: key.secret)
        if isCleared { chip.clear() }
        try pin().accept(state(2), key: key.secret)
        #expect(try pin().read(key: key.secret) == state(2))
        try HostFiles(memory).put(old, Self.path)
        #expect(refusal { _ = try pin().read(key: key.secret) } == .rolledBack)
        #expect(chip.indexCount == 1)
    }

    @Test("after a failure at any step the old state is pinned or the new one")
    func failures() throws {
        try pin().create(state(1), key: key.secret)
        for number in 0..<20 {
            let faults = FaultInjectingFileSystem(memory)
            faults.install(FaultPlan([.call(number): .diskError]))
            let before = try pin().read(key: key.secret)
            let after = state(before.generation + 1)
            let failure = refusal { try pin(on: faults).advance(to: after, key: key.secret) }
            let read = try pin().read(key: key.secret)
            #expect(failure == nil ? read == after : read == before)
        }
    }

    @Test("a power loss between file and chip leaves the old state, and the next advance works")
    func between() throws {
        try pin().create(state(1), key: key.secret)
        let old = try HostFiles(memory).bytes(Self.path)
        let faults = FaultInjectingFileSystem(memory)
        faults.install(
            FaultPlan { [chip] _, call in if call == .rename { chip.setPresence(false) } }
        )
        let failure = refusal { try pin(on: faults).advance(to: state(2), key: key.secret) }
        #expect(failure == .chipUnavailable)
        chip.setPresence(true)
        #expect(try HostFiles(memory).bytes(Self.path) != old)
        #expect(try pin().read(key: key.secret) == state(1))
        try pin().advance(to: state(3), key: key.secret)
        #expect(try pin().read(key: key.secret) == state(3))
    }

    @Test("gives its index back")
    func removed() throws {
        try pin().create(state(1), key: key.secret)
        #expect(chip.indexCount == 1)
        try pin().remove()
        try pin().remove()
        #expect(chip.indexCount == 0)
        #expect(try HostFiles(memory).names("/keys").isEmpty)
        chip.setRoom(0)
        #expect(refusal { try pin().create(state(1), key: key.secret) } == .noSpace)
    }
}
