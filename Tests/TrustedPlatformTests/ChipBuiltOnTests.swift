#if TPM
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing
import TrustedPlatform

@Suite("Keys and pins on a TPM", .enabled(if: SoftwareChip.isThere, SoftwareChip.absence))
struct ChipBuiltOnTests {
    private let software: SoftwareChip
    private let chip: TPM
    private let memory = InMemoryFileSystem(now: { (0, 0) })
    private let arena = SecureArena()

    init() throws {
        software = try SoftwareChip()
        chip = try software.chip()
        try memory.makeDirectory("/keys", in: nil, permissions: 0o700)
    }

    private func device(_ byte: UInt8) throws -> DeviceID {
        try #require(DeviceID(bytes: [UInt8](repeating: byte, count: 16)))
    }

    private func source(_ name: String) -> TPMDeviceKeySource {
        TPMDeviceKeySource(folder: "/keys", name: name, on: memory, chip: chip)
    }

    private func create(_ name: String, for device: DeviceID) throws -> SecretBox {
        SecretBox(
            try source(name).create(for: device, random: SystemRandomSource(), arena: arena)
        )
    }

    @Test("two devices on one chip have a key and a pin each, and erasing one leaves the other")
    func devices() throws {
        let (first, second) = (try device(1), try device(2))
        let keys = [try create("a", for: first), try create("b", for: second)]
        #expect(try !keys[0].secret.isEqual(to: keys[1].secret))
        let state = RollbackPin.State(1, [UInt8](repeating: 1, count: 32))
        let later = RollbackPin.State(2, [UInt8](repeating: 2, count: 32))
        let pins = [
            try #require(source("a").rollbackPin(of: .keybag, of: first)),
            try #require(source("b").rollbackPin(of: .keybag, of: second)),
        ]
        for (pin, key) in zip(pins, keys) { try pin.create(state, key: key.secret) }
        #expect(try software.indexCount() == 2)
        try pins[1].announce(later, after: state, key: keys[1].secret)
        try pins[1].settle(on: later, key: keys[1].secret)
        let counter = pins[0].counter(key: keys[0].secret)
        try source("a").destroy(for: first)
        counter?.giveBack()
        #expect(try software.indexCount() == 1)
        let loaded = try source("b").load(for: second, arena: arena)
        #expect(try loaded.isEqual(to: keys[1].secret))
        try pins[1].check(later, key: loaded)
        #expect(try software.isTidy())
    }

    @Test("a pin put back is noticed, also when the index was removed and made again")
    func rollback() throws {
        let device = try device(1)
        let key = try create("a", for: device)
        let pin = try #require(source("a").rollbackPin(of: .keybag, of: device))
        let states = (1...4).map { RollbackPin.State($0, [UInt8](repeating: UInt8($0), count: 32)) }
        let file = "/keys/a.rollback"
        func code(of state: RollbackPin.State) -> ErrorCode? {
            refusal { try pin.check(state, key: key.secret) }
        }
        func advance(to next: RollbackPin.State, from state: RollbackPin.State) throws {
            try pin.announce(next, after: state, key: key.secret)
            #expect(code(of: next) == nil)
            #expect(code(of: state) == nil)
            try pin.settle(on: next, key: key.secret)
            #expect(code(of: state) == .rolledBack)
        }
        try pin.create(states[0], key: key.secret)
        let old = try HostFiles(memory).bytes(file)
        try advance(to: states[1], from: states[0])
        software.kill()
        try software.start()
        #expect(code(of: states[1]) == nil)
        let new = try HostFiles(memory).bytes(file)
        try HostFiles(memory).put(old, file)
        #expect(code(of: states[0]) == .rolledBack)
        pin.counter(key: key.secret)?.giveBack()
        try HostFiles(memory).put(new, file)
        #expect(code(of: states[1]) == .rolledBack)
        try pin.accept(states[2], key: key.secret)
        try advance(to: states[3], from: states[2])
        try software.tool("tpm2_clear", "-Q", "-c", "p")
        #expect(code(of: states[3]) == .rolledBack)
        #expect(try software.isTidy())
    }

    @Test("a counter that is made again begins above every count there was")
    func counters() throws {
        let auth = try Sample.secret(1)
        let first = try chip.defineCounter(auth: auth.secret)
        for _ in 0..<3 { try chip.increment(first, auth: auth.secret) }
        let count = try chip.counter(first, auth: auth.secret)
        let other = try Sample.secret(2)
        #expect(refusal { _ = try chip.counter(first, auth: other.secret) } != nil)
        #expect(refusal { try chip.increment(first, auth: other.secret) } != nil)
        #expect(try chip.counter(first, auth: auth.secret) == count)
        try chip.removeCounter(first)
        let second = try chip.defineCounter(auth: auth.secret)
        #expect(try chip.counter(second, auth: auth.secret) > count)
        #expect(try chip.lockoutCounter() == 0)
    }

    @Test("an index of another program's is neither counted nor removed")
    func foreignIndex() throws {
        try software.tool("tpm2_nvdefine", "-Q", "-C", "o", "-s", "8", "0x1810000")
        let auth = try Sample.secret(1)
        #expect(refusal { try chip.removeCounter(0x0181_0000) } == .authenticationFailure)
        #expect(
            refusal { try chip.increment(0x0181_0000, auth: auth.secret) }
                == .authenticationFailure
        )
        #expect(try software.indexCount() == 1)
    }

    @Test(
        "a chip whose power is cut at any moment says so, and opens what it sealed when it is back"
    )
    func killed() async throws {
        let blob = try chip.sealWithPIN(
            Sample.secret(7).secret,
            pinAuth: Sample.secret(1).secret,
            limit: 3
        )
        for _ in 0..<10 {
            let (chip, first) = (chip, AsyncStream.makeStream(of: Void.self))
            let task = Task.detached { () -> ProtectionError? in
                do {
                    while true {
                        let pin = try Sample.secret(1)
                        _ = try chip.unsealWithPIN(
                            blob,
                            pinAuth: pin.secret,
                            arena: Sample.arena
                        )
                        first.continuation.yield()
                    }
                } catch { return error as? ProtectionError }
            }
            var iterator = first.stream.makeAsyncIterator()
            await iterator.next()
            software.kill()
            let error = try #require(await task.value)
            let cause = error.cause as? TPMRefusal
            #expect(cause == .ended || cause == .absent, "\(error)")
            try software.start()
            #expect(try chip.pinAttempts(blob).used == 0)
        }
        #expect(try software.isTidy())
    }
}
#endif
