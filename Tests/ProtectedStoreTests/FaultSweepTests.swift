import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Faults at every call")
struct FaultSweepTests {
    enum Operation: String, CaseIterable {
        case saveNew, saveOver, saveLongName, overwrite, writeThroughHandle, appendThroughHandle
        case truncate, copy, rename, renameOver, renameToFolder, renameToLongName
        case makeDirectory, removeDirectory, remove, setProtection, protectUnprotected, setMode
    }

    private static let old = Array("the old content".utf8)
    private static let new = Array("what is new".utf8)
    private static let long = String(repeating: "long", count: 50)

    private func prepare(_ device: SimulatedDevice) throws {
        try device.files.write(Self.old, to: "/f", as: .complete)
        try device.files.write(Self.old, to: "/d", as: ProtectionClass.none)
        try device.files.write(Self.new, to: "/other", as: .complete)
        try device.files.makeDirectory("/folder")
        try device.files.makeDirectory("/empty")
    }

    private func perform(_ operation: Operation, _ files: FileStore) throws {
        switch operation {
        case .saveNew: try files.write(Self.new, to: "/new")
        case .saveOver: try files.write(Self.new, to: "/f")
        case .saveLongName: try files.write(Self.new, to: try .root.appending(Self.long))
        case .overwrite: try files.overwrite(Self.new, to: "/f")
        case .writeThroughHandle:
            let handle = try files.open("/f")
            try handle.write(Self.new, at: 0)
            try handle.close()
        case .appendThroughHandle:
            let handle = try files.open("/f", .write)
            try handle.append(Self.new)
            try handle.synchronize()
            try handle.close()
        case .truncate: try files.truncate("/f", to: 3)
        case .copy: try files.copy("/other", to: "/f")
        case .rename: try files.rename("/f", to: "/new")
        case .renameOver: try files.rename("/other", to: "/f")
        case .renameToFolder: try files.rename("/f", to: "/folder/new")
        case .renameToLongName: try files.rename("/f", to: try .root.appending(Self.long))
        case .makeDirectory: try files.makeDirectory("/new")
        case .removeDirectory: try files.removeDirectory("/empty")
        case .remove: try files.remove("/f")
        case .setProtection:
            try files.setProtection(.completeUntilFirstUserAuthentication, of: "/f")
        case .protectUnprotected: try files.setProtection(.complete, of: "/d")
        case .setMode: try files.setMode(0o777, of: "/f")
        }
    }

    /// Everything a user sees, path by path.
    private func picture(
        _ files: FileStore,
        _ folder: DevicePath = .root
    ) throws -> [String: String] {
        var picture: [String: String] = [:]
        for name in try files.names(in: folder) {
            let path = try folder.appending(name)
            let metadata = try files.metadata(of: path)
            if metadata.kind == .directory {
                picture[path.description] = "\(metadata.protection)"
                picture.merge(try self.picture(files, path)) { first, _ in first }
            } else {
                let content = String(decoding: try files.read(path), as: UTF8.self)
                #expect(metadata.size == UInt64(content.utf8.count))
                picture[path.description] = "\(metadata.protection) \(metadata.mode) \(content)"
            }
        }
        return picture
    }

    @Test(
        "an error leaves the old state, success the new, nothing in between",
        arguments: Operation.allCases,
        [true, false]
    )
    func sweep(operation: Operation, isFull: Bool) throws {
        let trial = try FaultyDevice()
        try prepare(trial.device)
        let before = try picture(trial.device.files)
        let calls = try trial.calls { try perform(operation, trial.device.files) }
        let after = try picture(trial.device.files)
        #expect(before != after)
        for (call, kind) in calls.enumerated() where kind != .close {
            let faulty = try FaultyDevice()
            let device = faulty.device
            try prepare(device)
            // The same folders are open as in the trial.
            #expect(try picture(device.files) == before)
            var code: ErrorCode?
            faulty.run(FaultPlan([.call(call): isFull ? .diskFull : .diskError])) {
                code = refusal { try perform(operation, device.files) }
            }
            let now = try picture(device.files)
            if code == nil {
                #expect(now == after, "call \(call)")
            } else {
                #expect(code == (isFull ? .noSpace : .inputOutput), "call \(call)")
                // A folder that does not sync may have its new name for good or not, and of two
                // slots one may be written.
                let mayBeNew =
                    kind == .synchronize || [.setProtection, .setMode].contains(operation)
                #expect(now == before || mayBeNew && now == after, "call \(call): \(now)")
            }
            try expectSound(device, now, call)
            // It can be done again.
            if now == before { try perform(operation, device.files) }
            #expect(try picture(device.files) == after, "call \(call)")
            let crashed = try RestartedDevice(on: device.memoryFileSystem.crash(.dropAll))
            try crashed.unlock()
            if code == nil || now == before {
                #expect(try picture(crashed.files) == after, "call \(call)")
            }
        }
    }

    private func expectSound(
        _ device: SimulatedDevice,
        _ now: [String: String],
        _ call: Int
    ) throws {
        #expect(try device.files.check(repairing: true).isClean, "call \(call)")
        #expect(try device.host.leftovers() == [], "call \(call)")
        #expect(try picture(device.files) == now)
    }

    @Test("a write that finds the disk full leaves the handle usable")
    func fullDisk() throws {
        let faulty = try FaultyDevice()
        let handle = try faulty.device.files.open("/f", creating: true)
        try handle.write([1, 2, 3], at: 0)
        for taken in [0, 1, 50, 96] {
            let short = FaultPlan([.nth(0, .write): .shortWrite(taken), .nth(1, .write): .diskFull])
            faulty.run(short) {
                #expect(refusal { try handle.write([9, 9], at: 1) } == .noSpace)
            }
            #expect(try handle.read(at: 0, count: 9) == [1, 2, 3])
            #expect(try handle.size == 3)
        }
        try handle.append([4])
        try handle.close()
        #expect(try faulty.device.files.read("/f") == [1, 2, 3, 4])
    }

    @Test(
        "after a failed sync a handle says so until the file is opened anew",
        arguments: [UnsyncedPages.kept, .reverted]
    )
    func failedSync(pages: UnsyncedPages) throws {
        let faulty = try FaultyDevice()
        let files = faulty.device.files
        let handle = try files.open("/f", creating: true)
        try handle.write([1], at: 0)
        try handle.synchronize()
        try handle.write([2], at: 0)
        faulty.run(FaultPlan([.nth(0, .synchronize): .failedSync(pages)])) {
            #expect(refusal { try handle.synchronize() } == .inputOutput)
        }
        #expect(refusal { try handle.synchronize() } == .inputOutput)
        #expect(refusal { try handle.write([3], at: 0) } == .inputOutput)
        #expect(refusal { try handle.read(at: 0, count: 1) } == .inputOutput)
        #expect(refusal { try handle.close() } == .inputOutput)
        #expect(try files.read("/f") == [1])
        try files.overwrite([4], to: "/f")
        try faulty.device.crash(.dropAll)
        try faulty.device.unlock()
        #expect(try faulty.device.files.read("/f") == [4])
    }

    @Test("a close that cannot sync says so, and the last synced content is there")
    func failedClose() throws {
        let faulty = try FaultyDevice()
        let handle = try faulty.device.files.open("/f", creating: true)
        try handle.write([1], at: 0)
        try handle.synchronize()
        try handle.write([2], at: 0)
        faulty.run(FaultPlan([.nth(0, .synchronize): .failedSync(.kept)])) {
            #expect(refusal { try handle.close() } == .inputOutput)
        }
        #expect(try faulty.device.files.read("/f") == [1])
        try faulty.device.crash(.dropAll)
        try faulty.device.unlock()
        #expect(try faulty.device.files.read("/f") == [1])
    }
}
