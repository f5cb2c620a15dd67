import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Folders that are put back on a device whose key a TPM seals")
struct FolderRollbackTests {
    private static let list = "/device/.folders"

    private func device() throws -> PinnedDevice {
        let device = try PinnedDevice.make()
        try device.run { files in
            try files.makeDirectory("/a")
            try files.makeDirectory("/a/b")
            try files.write([1], to: "/a/b/old", as: ProtectionClass.none)
        }
        return device
    }

    private func change(_ device: PinnedDevice) throws {
        try device.run { try $0.write([2], to: "/a/b/new", as: ProtectionClass.none) }
    }

    private func message(_ device: PinnedDevice) -> String? {
        do { try device.run() } catch {
            guard let error = error as? ProtectionError, error.code == .rolledBack else {
                return "\(error)"
            }
            return error.message
        }
        return nil
    }

    /// The host's path of `/a/b`.
    private func inner(_ device: PinnedDevice) throws -> String {
        let host = HostFiles(device.memory)
        return try host.onlyEntry(try host.onlyEntry())
    }

    @Test("one folder that is older is named, with how far it was, until it is accepted")
    func folder() throws {
        let device = try device()
        let record = try inner(device) + "/.folder"
        let old = try HostFiles(device.memory).bytes(record)
        try change(device)
        try device.run()
        try HostFiles(device.memory).put(old, record)
        let sentence = try #require(message(device))
        #expect(sentence.hasPrefix("the folder '/a/b' is an older one: it is of generation "))
        #expect(sentence.hasSuffix(" is pinned"))
        #expect(refusal { try device.accept("second") } == .passcodeIncorrect)
        #expect(message(device) == sentence)
        try device.accept("first")
        #expect(message(device) == nil)
        try change(device)
    }

    @Test("a whole disk that is older is refused after one shutdown with changes")
    func disk() throws {
        let device = try device()
        let old = PinnedDevice(device.memory.crash(.keepAll), device.chip)
        try device.run()
        #expect(message(old) == nil)
        try change(device)
        #expect(message(old)?.contains(".folders-rollback', is an older one") == true)
        // The same with what is beside the key left as it is: the list is older.
        for suffix in ["rollback", "folders-rollback", "attempts"] {
            let path = "/keys/key.\(suffix)"
            try HostFiles(old.memory).put(try HostFiles(device.memory).bytes(path), path)
        }
        #expect(message(old)?.hasPrefix("the list of folders is an older one") == true)
        // And with the list, too: the folders are.
        try HostFiles(old.memory).put(try HostFiles(device.memory).bytes(Self.list), Self.list)
        #expect(message(old)?.hasPrefix("the folder '/a/b' is an older one") == true)
        try old.accept("first")
        #expect(message(old) == nil)
        #expect(message(device) != nil)
    }

    @Test(
        "a list that was changed as often as can be counted is refused, and accepted as any other"
    )
    func endlessList() throws {
        let device = try device()
        let host = HostFiles(device.memory)
        let all = [UInt8](repeating: .max, count: 7)
        for last in [UInt8.max, 254] {
            var broken = try host.bytes(Self.list)
            broken.replaceSubrange(26..<34, with: [last] + all)
            try host.put(broken, Self.list)
            #expect(message(device) != nil)
            try device.accept("first")
            try change(device)
            #expect(message(device) == nil)
        }
    }

    @Test("a new device key begins without the list of before")
    func newDeviceKey() throws {
        let device = try device()
        let arena = SecureArena()
        func paper() throws -> StrongKey {
            StrongKey(
                .recoveryKey,
                try SecureBytes(count: RecoveryKey.byteCount, group: .transit, arena: arena)
            )
        }
        try device.withHolder { holder in
            try holder.addKey(
                NewKeySlot(name: "paper", .key(try paper())),
                authorizedBy: .passcode(Passcode(published: "first", arena: holder.arena))
            )
        }
        device.chip.clear()
        _ = try LostDeviceKey(
            of: try DeviceDirectory("/device", on: device.memory),
            keySource: device.source,
            clock: VirtualClock(),
            random: SystemRandomSource(),
            derivation: SimulatedDerivation(),
            arena: arena
        ).replace(
            openingWith: try paper(),
            settingPasscode: try Passcode(published: "new", arena: arena)
        )
        #expect(message(device) == nil)
        let old = device.memory.snapshot()
        try change(device)
        try HostFiles(device.memory).put(try HostFiles(old).bytes(Self.list), Self.list)
        #expect(message(device) != nil)
    }

    @Test("the list removed, or changed in any byte, is refused")
    func list() throws {
        let device = try device()
        let host = HostFiles(device.memory)
        let list = try host.bytes(Self.list)
        for index in list.indices {
            var broken = list
            broken[index] ^= 1
            try host.put(broken, Self.list)
            #expect(message(device)?.hasPrefix("the list of folders is") == true, "\(index)")
        }
        try host.remove(Self.list)
        #expect(message(device)?.hasPrefix("the list of folders is an older one") == true)
        try host.put(list, Self.list)
        #expect(message(device) == nil)
    }

    @Test("a run without changes costs the chip nothing, one with many a single write")
    func wear() throws {
        let device = try device()
        let writes = device.chip.writes
        for _ in 0..<3 { try device.run { _ = try $0.read("/a/b/old") } }
        #expect(device.chip.writes == writes)
        try device.run { files in
            for number in 0..<20 { try files.makeDirectory(DevicePath("/a/\(number)")) }
        }
        #expect(device.chip.writes == writes + 1)
    }

    @Test("a shutdown locks the device before it asks the chip, which may be slow or silent")
    func locked() throws {
        let holder = try PinnedDevice.make().boot()
        try holder.unlock(try Passcode(published: "first", arena: holder.arena))
        let seen = Mutex<DeviceStatus?>(nil)
        holder.beforeShutDown { seen.withLock { $0 = try? holder.status() } }
        try holder.shutDown()
        let status = try #require(seen.withLock { $0 })
        #expect(status.state == .locked)
        #expect(!status.isOpenable(.complete))
        #expect(try holder.status().state == .off)
    }

    @Test("folders that are moved, removed, copied or made again are no older ones")
    func regular() throws {
        let device = try device()
        try device.run { files in
            try files.rename("/a/b", to: "/c")
            try files.makeDirectory("/a/b")
        }
        #expect(message(device) == nil)
        try device.run { files in
            try files.removeTree("/c")
            try files.rename("/a", to: "/d")
        }
        #expect(message(device) == nil)
    }

    @Test("a folder that cannot be read keeps its generation until it is there again")
    func absent() throws {
        let device = try device()
        let record = try inner(device) + "/.folder"
        let old = try HostFiles(device.memory).bytes(record)
        try change(device)
        try HostFiles(device.memory).put([UInt8](repeating: 0, count: old.count), record)
        try device.run { try $0.makeDirectory("/e") }
        try HostFiles(device.memory).put(old, record)
        #expect(message(device)?.hasPrefix("the folder '/a/b' is an older one") == true)
    }

    @Test("no power loss makes a folder older than its pin, whenever it comes")
    func powerLoss() throws {
        let device = try device()
        let losses = try device.powerLosses {
            try device.run { files in
                for number in 0..<3 {
                    try files.write(
                        [3],
                        to: DevicePath("/a/b/\(number)"),
                        as: ProtectionClass.none
                    )
                }
                try files.rename("/a/b", to: "/c")
            }
            try device.run { try $0.remove("/c/old") }
        }
        #expect(losses.count > 50)
        for (number, loss) in losses.enumerated() {
            #expect(message(loss) == nil, "\(number)")
            try loss.run { try $0.makeDirectory("/later") }
            #expect(message(loss) == nil, "\(number)")
        }
    }

    @Test("a power loss while the list is pinned takes none of its entries back")
    func pinning() throws {
        let device = try device()
        let record = try inner(device) + "/.folder"
        let old = try HostFiles(device.memory).bytes(record)
        try device.run(pinning: false) {
            try $0.write([2], to: "/a/b/new", as: ProtectionClass.none)
        }
        let losses = try device.powerLosses { try device.run() }
        #expect(losses.count > 50)
        var found = 0
        for loss in losses {
            #expect(message(loss) == nil)
            // A power loss may have taken the change, which nobody was promised; else that start has
            // pinned it, at the latest.
            guard try HostFiles(loss.memory).bytes(record) != old else { continue }
            try HostFiles(loss.memory).put(old, record)
            #expect(message(loss) != nil)
            found += 1
        }
        #expect(found > losses.count / 2)
    }
}
