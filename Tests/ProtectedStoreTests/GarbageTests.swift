import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("What was cut off in the middle is finished: overwritten first, then unlinked")
struct GarbageTests {
    enum Removal: String, CaseIterable {
        case file, tree

        func run(_ files: FileStore) throws {
            try self == .file ? files.remove("/f") : files.removeTree("/p")
        }

        var name: String { self == .file ? "f" : "p" }
    }

    private static func prepared() throws -> FaultyDevice {
        let faulty = try FaultyDevice()
        let files = faulty.device.files
        try files.write([1], to: "/f")
        try files.makeDirectory("/p")
        try files.makeDirectory("/p/inner")
        for path in ["/p/a", "/p/inner/b"] as [DevicePath] { try files.write([2], to: path) }
        try files.write([3], to: try DevicePath("/p/inner/" + String(repeating: "c", count: 200)))
        return faulty
    }

    /// Files that may still have a wrap, below reserved names.
    private static func openable(_ disk: InMemoryFileSystem) throws -> [String] {
        try HostFiles(disk).allBytes().filter { path, bytes in
            path.contains("/.gone-") && !path.hasSuffix("/.folder") && !path.contains("/.name-")
                && !bytes.prefix(1_024).allSatisfy { $0 == 0 }
        }.keys.sorted()
    }

    /// Another process that dies, and with it its locks.
    private static func run(
        _ removal: Removal,
        on device: SimulatedDevice,
        killedAt index: Int
    ) throws {
        let faults = FaultInjectingFileSystem(device.memoryFileSystem)
        let files = try device.secondStore(on: faults)
        faults.install(FaultPlan([.call(index): .stop]))
        _ = refusal { try removal.run(files) }
    }

    @Test(
        "the next change of the folder takes it away, and no wrap is unlinked as it was",
        arguments: Removal.allCases
    )
    func collected(removal: Removal) throws {
        let trial = try Self.prepared()
        let count = try trial.callCount {
            try removal.run(trial.device.secondStore(on: trial.faults))
        }
        for index in 0..<count {
            let faulty = try Self.prepared()
            let device = faulty.device
            try Self.run(removal, on: device, killedAt: index)
            let isGone = try !device.files.names(in: .root).contains(removal.name)
            let survivors = Mutex<[String]>([])
            let memory = device.memoryFileSystem
            let plan = FaultPlan { _, call in
                guard call == .unlink else { return }
                // Also when the power goes at this moment.
                let found = try? Self.openable(memory.crash(.dropAll))
                survivors.withLock { $0 += found ?? ["?"] }
            }
            try faulty.run(plan) {
                try device.secondStore(on: faulty.faults).write([9], to: "/new")
            }
            #expect(survivors.withLock { $0 } == [], "killed at call \(index)")
            #expect(try device.host.leftovers() == [], "killed at call \(index)")
            let found = try device.secondStore()
            #expect(try found.names(in: .root).contains(removal.name) == !isGone)
            #expect(try found.check().isClean)
        }
    }

    @Test("a write that fails overwrites what it had sealed before it unlinks it")
    func failedWrite() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        let memory = device.memoryFileSystem
        let found = Mutex<[Bool]>([])
        // The content is on the disk when the rename fails.
        let plan = FaultPlan([.nth(0, .rename): .diskError]) { _, call in
            guard call == .unlink else { return }
            let temporaries = (try? HostFiles(memory.crash(.keepAll)).allBytes()) ?? [:]
            found.withLock {
                $0 += temporaries.filter { $0.key.contains("/.new-") }.map { _, bytes in
                    bytes.prefix(1_024).allSatisfy { $0 == 0 }
                }
            }
        }
        faulty.run(plan) {
            #expect(refusal { try device.files.write([1], to: "/f") } == .inputOutput)
        }
        #expect(found.withLock { $0 } == [true])
        #expect(try device.host.leftovers() == [])
    }

    @Test("a folder is looked through once, however often it is written")
    func once() throws {
        let faulty = try Self.prepared()
        let files = try faulty.device.secondStore(on: faulty.faults)
        let calls = try faulty.calls { for _ in 0..<5 { try files.write([1], to: "/p/new") } }
        #expect(calls.count { $0 == .names } == 1)
    }

    @Test(
        "a removal and a collector that come at the same moment are not in each other's way",
        arguments: Removal.allCases
    )
    func together(removal: Removal) throws {
        let trial = try Self.prepared()
        let count = try trial.callCount { try removal.run(trial.device.files) }
        for index in 0..<count {
            let faulty = try Self.prepared()
            let other = try faulty.device.secondStore()
            let plan = FaultPlan { call, _ in
                if call == index { _ = refusal { try other.write([9], to: "/new") } }
            }
            faulty.run(plan) {
                #expect(refusal { try removal.run(faulty.device.files) } == nil, "call \(index)")
            }
            #expect(try faulty.device.host.leftovers() == [])
            #expect(try other.check().isClean)
        }
    }

    @Test("a tree is gone at once, also for those who have its folders open")
    func atOnce() throws {
        let faulty = try Self.prepared()
        let other = try faulty.device.secondStore()
        _ = try other.names(in: "/p/inner")
        let codes = Mutex<[ErrorCode?]>([])
        let plan = FaultPlan { _, call in
            guard call == .unlink else { return }
            codes.withLock {
                $0 += [
                    refusal { try other.read("/p/a") },
                    refusal { try other.write([1], to: "/p/inner/new") },
                ]
            }
        }
        try faulty.run(plan) { try faulty.device.files.removeTree("/p") }
        #expect(Set(codes.withLock { $0 }) == [.notFound])
    }

    @Test("a file of the tree that has another name on the host stays as it is")
    func backup() throws {
        let device = try Self.prepared().device
        let folder = try device.host.onlyFolder()
        let entry = try #require(
            try device.host.allBytes(below: folder).keys.first {
                !$0.contains("/.") && $0.split(separator: "/").count == 4
            }
        )
        try device.host.addName(entry, "/backup")
        let before = try device.host.bytes("/backup")
        try device.files.removeTree("/p")
        #expect(try device.host.bytes("/backup") == before)
        #expect(try device.host.leftovers() == [])
    }

    @Test("a deep tree needs no more descriptors than a flat one")
    func deep() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        var path: DevicePath = "/p"
        try device.files.makeDirectory(path)
        for depth in 0..<100 {
            path = try path.appending("\(depth)")
            try device.files.makeDirectory(path)
        }
        let other = try device.secondStore(on: faulty.faults)
        let memory = device.memoryFileSystem
        let before = memory.descriptorCount
        let most = Mutex(0)
        let plan = FaultPlan { _, _ in
            let count = memory.descriptorCount
            most.withLock { $0 = max($0, count) }
        }
        try faulty.run(plan) { try other.removeTree("/p") }
        #expect(most.withLock { $0 } - before < 10)
    }

    @Test("overwriting is synced once, however many files there are")
    func syncs() throws {
        let faulty = try FaultyDevice()
        try faulty.device.files.makeDirectory("/p")
        for number in 0..<50 {
            try faulty.device.files.write([1], to: try DevicePath("/p/\(number)"))
        }
        let calls = try faulty.calls { try faulty.device.files.removeTree("/p") }
        #expect(calls.count { $0 == .synchronize } == 2)
    }
}
