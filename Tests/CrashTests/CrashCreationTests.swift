import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO
import SystemPackage
import Testing

@Suite("crash while a device is made")
struct CrashCreationTests {
    private func make(on fileSystem: any FileSystem, seed: UInt64 = 1) throws {
        try CrashDevice.make(
            on: fileSystem,
            passcode: "2580",
            random: SeededRandomSource(seed: seed)
        )
    }

    /// The disk before each call of the making, and after the last.
    private func moments(_ durability: MemoryDurability) throws -> [InMemoryFileSystem] {
        let disk = try CrashDevice.disk(durability).crash(.keepAll)
        let snapshots = Mutex<[InMemoryFileSystem]>([])
        try make(
            on: FaultInjectingFileSystem(
                disk,
                FaultPlan { _, _ in snapshots.withLock { $0.append(disk.snapshot()) } }
            )
        )
        return snapshots.withLock { $0 } + [disk]
    }

    @Test("there is a whole device or none, and none can be made again")
    func crash() throws {
        let moments = try moments(.tracked)
        for (index, moment) in moments.enumerated() {
            for choice in moment.enumerateCrashStates(limit: CrashTests.limit, seed: 5) {
                let disk = moment.crash(choice)
                let found = Recovery(disk).picture
                if index == moments.count - 1 { #expect(found.condition != .absent) }
                if found.condition == .absent {
                    try make(on: disk, seed: 2)
                }
                let picture = Recovery(disk).picture
                #expect(picture.condition == .open(passcode: "2580"), "\(index) \(choice)")
                #expect(picture.entries.count == 1)
            }
        }
    }

    @Test("a disk on which syncs do nothing is noticed")
    func control() throws {
        let last = try #require(moments(.syncIsNoOp).last)
        #expect(Recovery(last.crash(.dropAll)).picture.condition == .absent)
    }

    @Test(
        "a call that fails leaves nothing behind, neither directory nor key",
        arguments: [Errno.ioError, .noSpace]
    )
    func failure(_ errno: Errno) throws {
        let count = try moments(.tracked).count - 1
        for call in 0..<count {
            let disk = try CrashDevice.disk(.tracked)
            let faults = FaultInjectingFileSystem(
                disk,
                FaultPlan([.call(call): .fail(errno)])
            )
            do {
                try make(on: faults)
                // A call that cannot fail, or one that is not needed.
                #expect(Recovery(disk).picture.condition == .open(passcode: "2580"))
            } catch {
                let left = try DiskScan.files(of: disk).keys.sorted()
                #expect(left == [CrashDevice.keys], "call \(call)")
                try make(on: disk)
            }
        }
    }
}
