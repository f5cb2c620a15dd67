import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import SystemPackage
import TestSupport
import Testing

@Suite("Finishing later what nobody waits for")
struct SettlingTests {
    private let device: SimulatedDevice
    private let faults: FaultInjectingFileSystem
    private let files: FileStore

    init() throws {
        device = try .make()
        faults = FaultInjectingFileSystem(device.memoryFileSystem)
        files = try device.settlingStore(on: faults)
    }

    private func count(_ call: SystemCall, of body: () throws -> Void) rethrows -> Int {
        faults.install(FaultPlan())
        try body()
        return faults.callCount(of: call)
    }

    private func create(
        _ path: DevicePath,
        _ bytes: [UInt8],
        as protection: ProtectionClass? = nil
    ) throws {
        let handle = try files.open(path, creating: true, as: protection, durability: .none)
        try handle.write(bytes, at: 0)
        try handle.close(durability: .none)
    }

    private func slots(_ path: String) throws -> [UInt8] {
        Array(try device.host.bytes(path).prefix(1_024))
    }

    @Test("nothing that is done without durability syncs")
    func noSync() throws {
        try files.makeDirectory("/d")
        try files.write([1], to: "/old")
        let syncs = try count(.synchronize) {
            try create("/f", [1, 2, 3])
            let again = try files.open("/f")
            try again.append([4])
            try again.close(durability: .none)
            try files.rename("/f", to: "/d/g", durability: .none)
            try files.remove("/old", durability: .none)
            try files.makeDirectory("/e", attributes: NewAttributes(mode: 0o700), durability: .none)
            try files.removeDirectory("/e", durability: .none)
            try files.remove("/d/g", durability: .none)
            try files.removeDirectory("/d", durability: .none)
        }
        #expect(syncs == 0)
        #expect(try files.names(in: .root) == [])
        try files.settle()
        #expect(try device.host.names() == [".folder"])
        #expect(try files.check().isClean)
    }

    @Test("a batch is finished with three syncs, however large it is")
    func threeSyncs() throws {
        for number in 0..<20 { try files.write([1], to: DevicePath("/old\(number)")) }
        for number in 0..<100 { try create(DevicePath("/\(number)"), [1, 2, 3]) }
        for number in 0..<20 { try files.remove(DevicePath("/old\(number)"), durability: .none) }
        #expect(try count(.synchronize) { try files.settle() } == 3)
        #expect(try count(.synchronize) { try files.settle() } == 0)
        #expect(try files.names(in: .root).count == 100)
        #expect(try files.read("/7") == [1, 2, 3])
        #expect(try files.check().isClean)
    }

    @Test("a file that was closed a moment ago is opened again without being read")
    func lingers() throws {
        try create("/f", [UInt8](repeating: 7, count: 100_000))
        let first = try files.open("/f")
        let id = first.openFileID
        try first.close(durability: .none)
        var reads = 0
        let second = try files.open("/f")
        #expect(second.openFileID == id)
        try second.close(durability: .none)
        reads = try count(.read) {
            let handle = try files.open("/f")
            try handle.append([1])
            try handle.close(durability: .none)
        }
        // Its slots, for the class that another process may have changed.
        #expect(reads == 1)
        #expect(files.handleCounts.isEmpty)
    }

    @Test("what was written once from start to end is not written again")
    func noFold() throws {
        try create("/f", [UInt8](repeating: 7, count: 10_000))
        let before = try device.host.bytes(device.host.onlyEntry())
        try files.settle()
        let after = try device.host.bytes(device.host.onlyEntry())
        #expect(after.dropFirst(1_024) == before.dropFirst(1_024))
        // The header vouches for it, in both slots.
        #expect(after.prefix(512) == after.dropFirst(512).prefix(512))
        #expect(after.prefix(512) != before.prefix(512))
        #expect(try files.read("/f") == [UInt8](repeating: 7, count: 10_000))
    }

    @Test("what was written over again and again is folded")
    func folds() throws {
        try files.write([1], to: "/f")
        let handle = try files.open("/f")
        for value in 1...9 {
            try handle.write([UInt8](repeating: UInt8(value), count: 20_000), at: 0)
        }
        try handle.close(durability: .none)
        try files.settle()
        #expect(try device.host.bytes(device.host.onlyEntry()).count < 22_000)
        #expect(try files.read("/f") == [UInt8](repeating: 9, count: 20_000))
    }

    @Test("a cut of what was settled is noticed, as after a close that waits")
    func anchored() throws {
        try create("/f", [UInt8](repeating: 7, count: 10_000))
        try files.settle()
        let entry = try device.host.onlyEntry()
        try device.host.put(device.host.bytes(entry).dropLast(5_000), entry)
        #expect(throws: ProtectionError(.authenticationFailure, "")) { try files.read("/f") }
    }

    @Test("another process waits for the writer until the file is settled")
    func otherProcess() throws {
        try create("/f", [1])
        let other = try device.secondStore()
        #expect(try other.read("/f") == [1])
        #expect(throws: ProtectionError(.busy, "")) { try other.open("/f", .write) }
        try files.settle()
        let handle = try other.open("/f", .write)
        try handle.append([2])
        try handle.close()
        #expect(try files.read("/f") == [1, 2])
    }

    @Test("a lock takes the keys of files that linger, and they are finished without")
    func lock() throws {
        try create("/a", [1, 2], as: .complete)
        try create("/b", [3, 4], as: .completeUnlessOpen)
        try device.lock()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try files.open("/a") }
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try files.open("/b") }
        try files.settle()
        try device.unlock()
        let other = try device.secondStore()
        #expect(try other.read("/a") == [1, 2])
        #expect(try other.read("/b") == [3, 4])
        #expect(try other.check().isClean)
    }

    @Test("the end of the device finishes everything")
    func end() throws {
        try files.write([1], to: "/old")
        try create("/f", [1, 2])
        try files.remove("/old", durability: .none)
        try device.rebootAndUnlock()
        #expect(try device.host.names().filter { $0.hasPrefix(".gone-") } == [])
        let left = device.memoryFileSystem.crash(.dropAll)
        #expect(try HostFiles(left).bytes(device.host.onlyEntry()).count > 1_024)
        #expect(try device.files.read("/f") == [1, 2])
    }

    @Test("a file that lingers gets a new key where one is asked for")
    func rekey() throws {
        try create("/f", [1, 2], as: ProtectionClass.none)
        try files.setProtection(.complete, of: "/f", rekeying: true)
        #expect(try files.read("/f") == [1, 2])
        try files.settle()
        #expect(try files.read("/f") == [1, 2])
        #expect(try files.metadata(of: "/f").protection == .complete)
    }

    @Test("wraps stay until the removal is durable, and go then")
    func removedWraps() throws {
        try files.write([1], to: "/f")
        let entry = try device.host.onlyEntry()
        let before = try slots(entry)
        let inode = try OwnedFile(entry, in: nil, [], on: device.memoryFileSystem)
        try files.remove("/f", durability: .none)
        #expect(try inode.read(1_024, at: 0) == before)
        try files.settle()
        #expect(try inode.read(1_024, at: 0) == [UInt8](repeating: 0, count: 1_024))
    }

    @Test("wraps of what a rename replaced stay until that is durable, and go then")
    func replacedWraps() throws {
        try files.write([1], to: "/f")
        let entry = try device.host.onlyEntry()
        let before = try slots(entry)
        let inode = try OwnedFile(entry, in: nil, [], on: device.memoryFileSystem)
        try files.write([2], to: "/g")
        try files.rename("/g", to: "/f", durability: .none)
        #expect(try inode.read(1_024, at: 0) == before)
        try files.settle()
        #expect(try inode.read(1_024, at: 0) == [UInt8](repeating: 0, count: 1_024))
        #expect(try files.read("/f") == [2])
    }

    @Test("what is removed while it lingers is not synced")
    func removedWhileLingering() throws {
        try create("/f", [1, 2])
        try files.remove("/f", durability: .none)
        try create("/f", [3])
        #expect(try files.read("/f") == [3])
        try files.settle()
        #expect(try files.read("/f") == [3])
        #expect(try device.host.names().count == 2)
    }

    @Test(
        "a file whose sync fails in a batch tells its next user, and goes back to what was synced"
    )
    func failingSync() throws {
        try files.write([0], to: "/f")
        let handle = try files.open("/f")
        try handle.write([9], at: 0)
        let failure = FaultPlan.Fault.failSynchronize(.ioError, .kept)
        // That of the volume, and then that of the file, which says that it was this one.
        faults.install(FaultPlan([.nth(0, .synchronize): failure, .nth(1, .synchronize): failure]))
        let inputOutput = ProtectionError(.inputOutput, "")
        #expect(throws: inputOutput) { try files.synchronizeAll() }
        faults.install(FaultPlan())
        #expect(throws: inputOutput) { try handle.read(at: 0, count: 1) }
        try handle.close(durability: .none)
        try files.settle()
        #expect(try files.read("/f") == [0])
    }

    @Test("a removal whose sync fails leaves the file whole, and is tried again")
    func failingRemoval() throws {
        try files.write([1], to: "/f")
        let before = try slots(device.host.onlyEntry())
        try files.remove("/f", durability: .none)
        let gone =
            HostFiles.tree + "/" + (try device.host.names().first { $0.hasPrefix(".gone-") } ?? "")
        faults.install(FaultPlan(isDiskFailing: true))
        #expect(throws: ProtectionError(.inputOutput, "")) { try files.settle() }
        #expect(try slots(gone) == before)
        faults.install(FaultPlan())
        try files.settle()
        #expect(try device.host.names() == [".folder"])
    }

    @Test("without a queue, removals and renames wait as ever, and a close leaves all to the host")
    func withoutQueue() throws {
        let plain = try device.secondStore(on: faults)
        try plain.write([1], to: "/f")
        try plain.write([2], to: "/g")
        #expect(try count(.synchronize) { try plain.remove("/f", durability: .none) } == 2)
        let renaming = try count(.synchronize) {
            try plain.rename("/g", to: "/f", durability: .none)
        }
        #expect(renaming > 0)
        let handle = try plain.open("/f")
        #expect(
            try count(.synchronize) {
                try handle.append([3])
                try handle.close(durability: .none)
            } == 0
        )
        #expect(try plain.read("/f") == [2, 3])
        #expect(try plain.check().isClean)
    }

    @Test("a file that must not be there is made, or refused", arguments: [Durability.full, .none])
    func exclusive(_ durability: Durability) throws {
        try files.open("/f", creating: true, exclusive: true, durability: durability).close()
        #expect(throws: ProtectionError(.alreadyExists, "")) {
            try files.open("/f", creating: true, exclusive: true, durability: durability)
        }
    }

    @Test("the end of the thread finishes the rest")
    func thread() throws {
        var thread: SettlingThread? = try SettlingThread(files)
        try create("/f", [1])
        try files.write([2], to: "/g")
        try files.remove("/g", durability: .none)
        withExtendedLifetime(thread) {}
        thread = nil
        #expect(thread == nil)
        #expect(try device.host.names().filter { $0.hasPrefix(".gone-") } == [])
        #expect(try device.secondStore().open("/f", .write).close() == ())
    }
}

extension SimulatedDevice {
    /// Another process, which finishes later what nobody waits for.
    fileprivate func settlingStore(on files: any FileSystem) throws -> FileStore {
        let directory = try DeviceDirectory("/device", on: files)
        return try FileStore(
            in: directory.directory.descriptor,
            StoreContext(fileSystem: files, keys: holder, workerCount: 1, patience: .none),
            settling: SettlingPolicy()
        )
    }
}
