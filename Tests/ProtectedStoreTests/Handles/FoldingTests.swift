import DeviceSimulation
import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Folding a log while its handle stays open")
struct FoldingTests {
    private let device: SimulatedDevice
    private var files: FileStore { device.files }

    init() throws {
        device = try .make(foldPolicy: .eager)
    }

    /// How long the only file is on the host.
    private func size(of device: SimulatedDevice) throws -> Int {
        try device.host.bytes(try device.host.onlyEntry()).count
    }

    /// Writes so many single bytes at the start.
    private func write(_ count: Int, _ handle: ProtectedStore.ProtectedFile) throws {
        for byte in 0..<count { try handle.write([UInt8(byte)], at: 0) }
    }

    @Test("the log stays short, however much is written")
    func length() throws {
        let handle = try files.open("/f", creating: true)
        let small = try size(of: device)
        try write(50, handle)
        #expect(try size(of: device) < small + 1_024)
        #expect(try handle.read(at: 0, count: 9) == [49])
        try handle.close()
        #expect(try files.read("/f") == [49])
        #expect(try files.check().isClean)
        #expect(try device.host.leftovers() == [])
    }

    @Test("all handles of the process go on with the new inode, and one more joins them")
    func shared() throws {
        let first = try files.open("/f", creating: true)
        let second = try files.open("/f", .read)
        try write(7, first)
        #expect(try second.read(at: 0, count: 9) == [6])
        let third = try files.open("/f")
        try third.append([9])
        #expect(try first.read(at: 0, count: 9) == [6, 9])
        #expect(files.handleCounts == [.completeUntilFirstUserAuthentication: 3])
        for handle in [first, second, third] { try handle.close() }
        #expect(files.handleCounts == [:])
        #expect(try files.read("/f") == [6, 9])
    }

    @Test("the other process can neither write the new inode nor give it a new key")
    func locks() throws {
        let other = try device.secondStore()
        let handle = try files.open("/f", creating: true)
        try write(7, handle)
        #expect(refusal { try other.open("/f", .write) } == .busy)
        #expect(refusal { try other.setProtection(.complete, of: "/f", rekeying: true) } == .busy)
        try handle.close()
        try other.setProtection(.complete, of: "/f", rekeying: true)
        #expect(try other.read("/f") == [6])
    }

    @Test("a reader of the other process keeps what it opened")
    func otherReader() throws {
        try files.write([1, 2], to: "/f")
        let reader = try device.secondStore().open("/f", .read)
        let handle = try files.open("/f")
        try write(7, handle)
        #expect(try reader.read(at: 0, count: 9) == [1, 2])
        #expect(try device.secondStore().read("/f") == [6, 2])
    }

    @Test("a class given afterwards, by either process, is the handle's", arguments: [true, false])
    func classChange(isSameProcess: Bool) throws {
        let handle = try files.open("/f", creating: true)
        try write(7, handle)
        let changer = isSameProcess ? files : try device.secondStore()
        try changer.setProtection(.complete, of: "/f")
        try device.lock()
        #expect(refusal { try handle.read(at: 0, count: 1) } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try handle.read(at: 0, count: 1) == [6])
        try write(9, handle)
        #expect(try files.metadata(of: "/f").protection == .complete)
    }

    @Test("a class A handle that folded fails after the lock and works after the unlock")
    func locked() throws {
        let handle = try files.open("/f", creating: true, as: .complete)
        try write(7, handle)
        try device.lock()
        #expect(refusal { try handle.write([1], at: 0) } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try handle.read(at: 0, count: 1) == [6])
        try write(8, handle)
        try handle.close()
        #expect(try files.read("/f") == [7])
    }

    @Test("a class B handle folds while the device is locked")
    func unlessOpen() throws {
        let handle = try files.open("/f", creating: true, as: .completeUnlessOpen)
        try device.lock()
        let small = try size(of: device)
        try write(50, handle)
        #expect(try size(of: device) < small + 1_024)
        #expect(try handle.read(at: 0, count: 9) == [49])
        try handle.close()
        #expect(refusal { try files.read("/f") } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try files.read("/f") == [49])
    }

    @Test("a renamed file keeps its log, and everything in it")
    func renamed() throws {
        let handle = try files.open("/f", creating: true)
        try files.rename("/f", to: "/g")
        try write(20, handle)
        try handle.close()
        #expect(try files.names(in: .root) == ["g"])
        #expect(try files.read("/g") == [19])
    }

    @Test("a disk that is full leaves the log, and writing goes on")
    func diskFull() throws {
        let faulty = try FaultyDevice(foldPolicy: .eager)
        let handle = try faulty.device.files.open("/f", creating: true)
        try write(4, handle)
        // The sync of the new inode is the first after the write.
        try faulty.run(FaultPlan([.nth(0, .synchronize): .diskFull])) {
            try handle.write([9], at: 0)
        }
        #expect(try faulty.device.host.leftovers() == [])
        #expect(try handle.read(at: 0, count: 9) == [9])
        try write(30, handle)
        #expect(try handle.read(at: 0, count: 9) == [29])
        try handle.close()
        #expect(try faulty.device.files.read("/f") == [29])
    }

    @Test("a read of many pieces ends with what it began with")
    func longRead() throws {
        let content = [UInt8](repeating: 5, count: 3 << 20)
        try files.write(content, to: "/f")
        let handle = try files.open("/f")
        let sink = MeddlingSink { try write(20, handle) }
        try handle.copyContent(into: sink)
        #expect(sink.bytes == content)
        #expect(try handle.read(at: 0, count: 2) == [19, 5])
    }

    @Test("a long read that begins during a fold ends with what it began with")
    func readDuringFold() throws {
        let faulty = try FaultyDevice(foldPolicy: .eager)
        let files = faulty.device.files
        try files.write([UInt8](repeating: 5, count: 3 << 20), to: "/f")
        let handle = try files.open("/f")
        for byte in 0..<4 { try handle.write([UInt8(byte)], at: 0) }
        let sink = BytesSink()
        let outcome = Mutex<ErrorCode?>(.internalError)
        let done = DispatchSemaphore(value: 0)
        let isFirst = Mutex(true)
        let plan = FaultPlan { _, call in
            let starts = isFirst.withLock { isFirst in
                defer { if call == .rename { isFirst = false } }
                return isFirst && call == .rename
            }
            guard starts else { return }
            Thread {
                let code = refusal { try handle.copyContent(into: sink) }
                outcome.withLock { $0 = code }
                done.signal()
            }.start()
        }
        try faulty.run(plan) { try handle.write([9], at: 0) }
        done.wait()
        #expect(outcome.withLock { $0 } == nil)
        #expect(sink.bytes.prefix(2) == [9, 5])
        #expect(sink.bytes.count == 3 << 20)
    }

    @Test("a call that fails in the middle of a fold loses nothing that is acknowledged")
    func faults() throws {
        var call = 0
        var isReached = true
        while isReached {
            let faulty = try FaultyDevice(foldPolicy: .eager)
            let handle = try faulty.device.files.open("/f", creating: true)
            try write(4, handle)
            var content: [UInt8] = [3]
            faulty.run(FaultPlan([.call(call): .diskError])) {
                if refusal({ try handle.write([9], at: 0) }) == nil { content = [9] }
                isReached = faulty.faults.callCount > call
            }
            // A handle whose sync failed refuses everything; what it took before is there.
            let refusals = [
                refusal { try handle.write([77], at: 0) }, refusal { try handle.synchronize() },
                refusal { try handle.close() },
            ]
            if refusals == [nil, nil, nil] { content = [77] }
            #expect(try faulty.device.files.read("/f") == content, "call \(call)")
            #expect(try faulty.device.host.leftovers() == [], "call \(call)")
            call += 1
        }
    }

    @Test("a restart in the middle of a fold leaves the file to others")
    func restart() throws {
        let faulty = try FaultyDevice(foldPolicy: .eager)
        let device = faulty.device
        let handle = try device.files.open("/f", creating: true)
        try write(4, handle)
        let isFirst = Mutex(true)
        let plan = FaultPlan { _, call in
            let starts = isFirst.withLock { isFirst in
                defer { if call == .rename { isFirst = false } }
                return isFirst && call == .rename
            }
            if starts { _ = refusal { try device.holder.reboot() } }
        }
        faulty.run(plan) { _ = refusal { try handle.write([9], at: 0) } }
        try device.unlock()
        let other = try device.secondStore()
        try other.append(BytesSource([1]), to: "/f")
        #expect(try other.read("/f") == [9, 1])
    }
}
