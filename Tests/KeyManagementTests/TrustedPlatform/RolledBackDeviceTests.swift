import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("A device of which an older copy is put back")
struct RolledBackDeviceTests {
    /// What is put back of a device.
    enum Copy: CaseIterable {
        case keybag, keybagAndAttempts, keybagAndRecord, all
        /// The record of the pin alone.
        case record

        var paths: [String] {
            let keybag = "/device/keybag"
            return switch self {
            case .keybag: [keybag]
            case .keybagAndAttempts: [keybag, "/keys/key.attempts"]
            case .keybagAndRecord: [keybag, PinnedDevice.record]
            case .all: [keybag, "/keys/key.attempts", PinnedDevice.record, "/keys/key"]
            case .record: [PinnedDevice.record]
            }
        }
    }

    private func put(_ copy: Copy, of old: InMemoryFileSystem, on device: PinnedDevice) throws {
        for path in copy.paths {
            try HostFiles(device.memory).put(try HostFiles(old).bytes(path), path)
        }
    }

    @Test(
        "does not start, and goes on once the passcode of that time accepts it",
        arguments: Copy.allCases
    )
    func older(copy: Copy) throws {
        let device = try PinnedDevice.make()
        let old = device.memory.snapshot()
        try device.change("first", to: "second")
        try put(copy, of: old, on: device)
        #expect(refusal { _ = try device.boot() } == .rolledBack)
        let records = try DeviceRecords(
            try DeviceDirectory("/device", on: device.memory),
            keySource: device.source,
            derivation: SimulatedDerivation(),
            arena: SecureArena()
        )
        #expect(refusal { _ = try records.statusWhileOff() } == .rolledBack)
        let (right, wrong) = copy == .record ? ("second", "first") : ("first", "second")
        #expect(refusal { try device.accept(wrong) } == .passcodeIncorrect)
        #expect(refusal { _ = try device.boot() } == .rolledBack)
        try device.accept(right)
        #expect(try device.opens(right))
        try device.change(right, to: "third")
        #expect(try device.opens("third"))
        try put(copy, of: old, on: device)
        #expect(refusal { _ = try device.boot() } == .rolledBack)
        #expect(device.chip.indexCount == 2)
    }

    @Test(
        "does not start without the record of its pin, or with a counter that is gone",
        arguments: [true, false]
    )
    func removed(isRecord: Bool) throws {
        let device = try PinnedDevice.make()
        if isRecord {
            try HostFiles(device.memory).remove(PinnedDevice.record)
        } else {
            // The first that the chip gave.
            try device.chip.removeCounter(SealedObject.indices.lowerBound)
        }
        #expect(refusal { _ = try device.boot() } == .rolledBack)
        #expect(refusal { try device.accept("second") } == .passcodeIncorrect)
        #expect(refusal { _ = try device.boot() } == .rolledBack)
        try device.accept("first")
        #expect(try device.opens("first"))
    }

    @Test("takes no guess for nothing: wrong passcodes count while an older copy is accepted")
    func guesses() throws {
        let device = try PinnedDevice.make()
        let old = device.memory.snapshot()
        try device.change("first", to: "second")
        try put(.keybag, of: old, on: device)
        for number in 0..<5 {
            #expect(refusal { try device.accept("wrong \(number)") } == .passcodeIncorrect)
        }
        #expect(refusal { try device.accept("first") } == .passcodeDelayed)
    }

    @Test("a wrong guess at an older copy leaves the newest what it was")
    func newestAgain() throws {
        let device = try PinnedDevice.make()
        let old = device.memory.snapshot()
        try device.change("first", to: "second")
        let new = device.memory.snapshot()
        try put(.keybag, of: old, on: device)
        #expect(refusal { try device.accept("wrong") } == .passcodeIncorrect)
        try put(.keybag, of: new, on: device)
        #expect(try device.opens("second"))
    }

    @Test("an erase leaves a counter that its record was made to name, and is somebody else's")
    func erasedWithForeignRecord() throws {
        let (device, other) = (try PinnedDevice.make(), try PinnedDevice.make())
        let path = PinnedDevice.record
        var record = try HostFiles(device.memory).bytes(path)
        record[26] ^= 1
        try HostFiles(device.memory).put(record, path)
        try device.hold().erase()
        // The keybag's, which the record no longer vouches for, and none of the folders'.
        #expect(device.chip.indexCount == 1)
        #expect(other.chip.indexCount == 2)
    }

    @Test("is not erased by wrong passcodes of since, under the limit of then")
    func limit() throws {
        let device = try PinnedDevice.make()
        func limit(_ count: UInt32) throws {
            try device.withHolder { holder in
                func passcode() throws -> Passcode {
                    try Passcode(published: "first", arena: holder.arena)
                }
                try holder.unlock(try passcode())
                var change = SettingsChange()
                change.maximumFailedAttempts = count
                try holder.changeSettings(change, authorizedBy: .passcode(passcode()))
            }
        }
        try limit(3)
        let old = device.memory.snapshot()
        try limit(9)
        for number in 0..<4 { #expect(try !device.opens("wrong \(number)")) }
        try put(.keybag, of: old, on: device)
        #expect(refusal { _ = try device.boot() } == .rolledBack)
        try device.accept("first")
        #expect(try device.opens("first"))
    }

    @Test("has no counter removed that its key does not read")
    func foreignCounter() throws {
        let (device, other) = (try PinnedDevice.make(), [UInt8](repeating: 7, count: 32))
        let secret = try SecureBytes(count: 32, group: .transit, arena: SecureArena()) {
            $0.storeBytes(other)
        }
        let index = try device.chip.defineCounter(auth: secret)
        var record = try HostFiles(device.memory).bytes(PinnedDevice.record)
        record.replaceSubrange(
            26..<30,
            with: (0..<4).map { UInt8(truncatingIfNeeded: index >> (8 * $0)) }
        )
        try HostFiles(device.memory).put(record, PinnedDevice.record)
        #expect(refusal { _ = try device.boot() } == .rolledBack)
        try device.accept("first")
        #expect(try device.opens("first"))
        _ = try device.chip.counter(index, auth: secret)
    }

    @Test("the newest is refused by nobody, and accepting it changes nothing that is seen")
    func newest() throws {
        let device = try PinnedDevice.make()
        let finding = try device.withHolder(boots: false) { try $0.bootOlder() }
        #expect(finding == nil)
        try device.accept("first")
        #expect(try device.opens("first"))
    }

    @Test("a change that the chip does not take is not made, or says that it is not pinned")
    func changes() throws {
        let device = try PinnedDevice.make()
        let old = device.memory.snapshot()
        try device.withHolder { holder in
            device.chip.setPresence(false)
            #expect(
                refusal { try device.change(holder, "first", to: "second") } == .chipUnavailable
            )
            device.chip.setPresence(true)
            device.chip.endAfter(0)
            #expect(refusal { try device.change(holder, "first", to: "second") } == .inputOutput)
            try holder.unlock(try Passcode(published: "second", arena: holder.arena))
        }
        // The next start pins it.
        #expect(try device.opens("second"))
        try put(.keybagAndAttempts, of: old, on: device)
        #expect(refusal { _ = try device.boot() } == .rolledBack)
    }

    @Test("a power loss at any call of a change leaves a device that starts, and no way back")
    func powerLoss() throws {
        let device = try PinnedDevice.make()
        let old = device.memory.snapshot()
        let losses = try device.withHolder { holder in
            try device.powerLosses { try device.change(holder, "first", to: "second") }
        }
        #expect(losses.count > 40)
        var counts = [0, 0]
        for loss in losses {
            let isNew = try loss.opens("second")
            #expect(try isNew || loss.opens("first"))
            counts[isNew ? 1 : 0] += 1
            // What a change that came to nothing left is denied as well.
            try loss.change(isNew ? "second" : "first", to: "third")
            for copy in [old, device.memory] {
                try put(.keybagAndAttempts, of: copy, on: loss)
                #expect(refusal { _ = try loss.boot() } == .rolledBack)
            }
        }
        #expect(counts.allSatisfy { $0 > 5 })
    }

    @Test("a failure of the disk at any call leaves what was said")
    func failures() throws {
        let counting = try PinnedDevice.make()
        try counting.withHolder { holder in
            counting.faults.install(FaultPlan())
            try counting.change(holder, "first", to: "second")
        }
        for call in 0..<counting.faults.callCount {
            let device = try PinnedDevice.make()
            let isMade = try device.withHolder { holder in
                device.faults.install(FaultPlan([.call(call): .diskError]))
                defer { device.faults.install(FaultPlan()) }
                return refusal { try device.change(holder, "first", to: "second") } == nil
            }
            let opens = try device.opens("second")
            #expect(opens || !isMade, "call \(call)")
            #expect(try opens || device.opens("first"), "call \(call)")
        }
    }

    @Test("is erased, and its counter given back, whatever copy it is")
    func erased() throws {
        let device = try PinnedDevice.make()
        let old = device.memory.snapshot()
        try device.change("first", to: "second")
        try put(.all, of: old, on: device)
        try device.hold().erase()
        #expect(device.chip.indexCount == 0)
        #expect(try HostFiles(device.memory).names("/keys").isEmpty)
    }

    @Test("is not made when the chip has no room, and leaves nothing")
    func full() throws {
        let device = PinnedDevice(InMemoryFileSystem(now: { (0, 0) }), MemoryChip())
        device.chip.setRoom(0)
        try device.memory.makeDirectory("/keys", in: nil, permissions: 0o700)
        let maker = DeviceMaker(
            on: device.memory,
            random: SystemRandomSource(),
            arena: SecureArena()
        )
        let code = refusal {
            _ = try maker.make(
                "device",
                in: "/",
                settings: DeviceSettings(),
                rootProtection: .complete,
                passcode: nil,
                keySource: { _ in device.source }
            )
        }
        #expect(code == .noSpace)
        #expect(try HostFiles(device.memory).names("/keys").isEmpty)
    }

    @Test("a new device key for a lost one is pinned anew, at whatever call the power went")
    func newDeviceKey() throws {
        let device = try PinnedDevice.make()
        try device.withHolder { holder in
            let key = NewKeySlot(
                name: "paper",
                .key(try KeyRing.key(.recoveryKey, 1, holder.arena))
            )
            try holder.addKey(
                key,
                authorizedBy: .passcode(try Passcode(published: "first", arena: holder.arena))
            )
        }
        device.chip.clear()
        let losses = try device.powerLosses { try replaceKey(of: device) }
        #expect(losses.count > 40)
        for loss in losses {
            if refusal({ _ = try loss.boot() }) != nil { try replaceKey(of: loss) }
            #expect(try loss.opens("new"))
            #expect(loss.chip.indexCount <= 4)
        }
    }

    private func replaceKey(of device: PinnedDevice) throws {
        let arena = SecureArena()
        _ = try LostDeviceKey(
            of: try DeviceDirectory("/device", on: device.faults),
            keySource: device.source,
            clock: VirtualClock(),
            random: SystemRandomSource(),
            derivation: SimulatedDerivation(),
            arena: arena
        ).replace(
            openingWith: try KeyRing.key(.recoveryKey, 1, arena),
            settingPasscode: try Passcode(published: "new", arena: arena)
        )
    }
}
