import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Two processes on one device")
struct SharingTests {
    private let device: SimulatedDevice
    private let one: FileStore
    private let two: FileStore

    init() throws {
        device = try .make()
        one = device.files
        two = try device.secondStore()
        try one.write([1, 1, 1], to: "/f", as: .completeUntilFirstUserAuthentication)
    }

    @Test("one writes, the other is busy until the first has closed")
    func oneWriter() throws {
        let writer = try one.open("/f")
        #expect(refusal { try two.open("/f", .write) } == .busy)
        #expect(refusal { try two.open("/f") } == .busy)
        #expect(refusal { try two.overwrite([2], to: "/f") } == .busy)
        #expect(refusal { try two.truncate("/f", to: 0) } == .busy)
        try writer.write([2], at: 0)
        try writer.close()
        let second = try two.open("/f")
        #expect(try second.read(at: 0, count: 9) == [2, 1, 1])
        #expect(refusal { try one.open("/f") } == .busy)
    }

    @Test("a refused writer leaves nothing open behind")
    func refusedWriter() throws {
        let writer = try one.open("/f")
        #expect(refusal { try two.open("/f") } == .busy)
        try writer.close()
        try one.setProtection(.complete, of: "/f", rekeying: true)
    }

    @Test("a reader keeps what it opened; a new one sees what was written since")
    func readerSnapshot() throws {
        let reader = try two.open("/f", .read)
        let writer = try one.open("/f")
        try writer.write([2], at: 0)
        #expect(try reader.read(at: 0, count: 9) == [1, 1, 1])
        #expect(try two.read("/f") == [1, 1, 1], "the same process, the same object")
        #expect(try device.secondStore().read("/f") == [2, 1, 1])
        try writer.close()
        #expect(try reader.read(at: 0, count: 9) == [1, 1, 1])
        #expect(try two.read("/f") == [2, 1, 1], "the fold made a new inode")
        try device.lock()
        try device.unlock()
        #expect(try reader.read(at: 0, count: 9) == [1, 1, 1])
    }

    @Test("a reader that keeps an old class A inode reads on after lock and unlock")
    func replacedInode() throws {
        try one.write([5], to: "/a", as: .complete)
        let reader = try two.open("/a", .read)
        try one.write([6], to: "/a", as: .complete)
        try device.lock()
        #expect(refusal { try reader.read(at: 0, count: 1) } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try reader.read(at: 0, count: 1) == [5])
    }

    @Test("a class given by the other process decides at the lock")
    func classChange() throws {
        let handle = try one.open("/f", .read)
        try two.setProtection(.complete, of: "/f")
        try device.lock()
        #expect(refusal { try handle.read(at: 0, count: 1) } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try handle.read(at: 0, count: 1) == [1])
        try two.setProtection(.completeUntilFirstUserAuthentication, of: "/f")
        try device.lock()
        #expect(try handle.read(at: 0, count: 1) == [1])
    }

    @Test("one that is open in class B, whose key outlives a lock, is raised by the other process")
    func raisedUnlessOpen() throws {
        try one.write([2], to: "/b", as: .completeUnlessOpen)
        let handle = try one.open("/b", .read)
        try two.setProtection(.complete, of: "/b")
        try device.lock()
        #expect(refusal { try handle.read(at: 0, count: 1) } == .protectedDataUnavailable)
    }

    @Test("one whose key goes with a lock reads on in the class that it was lowered to")
    func lowered() throws {
        try one.write([2], to: "/a", as: .complete)
        let handle = try one.open("/a", .read)
        try two.setProtection(.completeUntilFirstUserAuthentication, of: "/a")
        try device.lock()
        #expect(try handle.read(at: 0, count: 1) == [2])
    }

    @Test("a class given during another's write survives its fold", arguments: [true, false])
    func classAndFold(isSameProcess: Bool) throws {
        let handle = try one.open("/f")
        try handle.write([7], at: 0)
        try (isSameProcess ? one : two).setProtection(.complete, of: "/f")
        try (isSameProcess ? one : two).setMode(0o644, of: "/f")
        try handle.close()
        let metadata = try one.metadata(of: "/f")
        #expect(metadata.protection == .complete)
        #expect(metadata.mode == 0o644)
        #expect(try one.read("/f") == [7, 1, 1])
    }

    @Test("an atomic save of the other process wins over a handle's later close")
    func saveDuringWrite() throws {
        let handle = try one.open("/f")
        try handle.write([7], at: 0)
        try two.write([8], to: "/f")
        try handle.write([9], at: 1)
        try handle.close()
        #expect(try one.read("/f") == [8])
        #expect(try two.read("/f") == [8])
        #expect(try one.check().isClean)
    }

    @Test("names that the other process makes, moves and removes are seen at once")
    func names() throws {
        try two.makeDirectory("/p")
        try two.makeDirectory("/q")
        try one.write([1], to: "/p/x")
        try two.rename("/p", to: "/gone")
        #expect(refusal { try one.read("/p/x") } == .notFound)
        try two.rename("/q", to: "/p")
        #expect(try one.names(in: "/p") == [])
        #expect(try one.read("/gone/x") == [1])
        try two.remove("/gone/x")
        try two.removeDirectory("/gone")
        #expect(refusal { try one.write([1], to: "/gone/x") } == .notFound)
        try two.setProtection(.complete, of: "/p")
        try one.write([1], to: "/p/y")
        #expect(try two.metadata(of: "/p/y").protection == .complete)
    }

    @Test("what another process is writing is neither shown nor collected")
    func temporary() throws {
        let folder = try OwnedFile(HostFiles.tree, in: nil, .directory, on: device.memoryFileSystem)
        let held = try OwnedFile(
            ".new-held",
            in: folder.descriptor,
            [.writing, .creatingNew],
            on: device.memoryFileSystem
        )
        #expect(try device.memoryFileSystem.lock(held.descriptor, .exclusive))
        try device.host.put([1], HostFiles.tree + "/.new-abandoned")
        try device.host.put([1], HostFiles.tree + "/.gone-abandoned")
        #expect(try one.names(in: .root) == ["f"])
        #expect(try one.check().isClean)
        #expect(try one.check(repairing: true).repaired.count == 2)
        #expect(try device.host.leftovers() == [".new-held"])
        #expect(try held.status().links == 1)
    }

    @Test("a collector holds a temporary until it is gone, so that no maker goes on with it")
    func collectedTemporary() throws {
        let memory = device.memoryFileSystem
        let folder = try OwnedFile(HostFiles.tree, in: nil, .directory, on: memory)
        try device.host.put([1], HostFiles.tree + "/.new-abandoned")
        let faults = FaultInjectingFileSystem(memory)
        let collector = try device.secondStore(on: faults)
        let isLockable = Mutex<Bool?>(nil)
        faults.install(
            FaultPlan { _, call in
                guard call == .unlink else { return }
                let maker = try? OwnedFile(
                    ".new-abandoned",
                    in: folder.descriptor,
                    .writing,
                    on: memory
                )
                guard let maker else { return }
                let isLocked = try? memory.lock(maker.descriptor, .exclusive)
                isLockable.withLock { $0 = isLocked }
            }
        )
        #expect(try collector.check(repairing: true).repaired.count == 1)
        #expect(isLockable.withLock { $0 } == false)
        #expect(try device.host.leftovers() == [])
    }

    @Test("a folder the other process holds is busy, not broken")
    func heldFolder() throws {
        let folder = try OwnedFile(HostFiles.tree, in: nil, .directory, on: device.memoryFileSystem)
        #expect(try device.memoryFileSystem.lock(folder.descriptor, .exclusive))
        #expect(refusal { try one.write([1], to: "/new") } == .busy)
        #expect(refusal { try one.remove("/f") } == .busy)
        #expect(refusal { try one.rename("/f", to: "/g") } == .busy)
        #expect(refusal { try one.makeDirectory("/g") } == .busy)
        #expect(try one.read("/f") == [1, 1, 1])
        #expect(try device.memoryFileSystem.lock(folder.descriptor, .unlocked))
        try one.write([1], to: "/new")
        #expect(try device.host.leftovers() == [])
    }

    @Test("a second holder of the keys is busy until the first is gone")
    func secondHolder() throws {
        #expect(refusal { try RestartedDevice(on: device.memoryFileSystem) } == .busy)
    }
}
