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

@Suite("Calls that meet in the middle")
struct MeetingTests {
    @Test("a grace that ends during a call on a handle", arguments: [0, 11])
    func deadline(seconds: Int) throws {
        let device = try SimulatedDevice.make()
        let unlessOpen = try device.files.open("/b", creating: true, as: .completeUnlessOpen)
        let complete = try device.files.open("/a", creating: true, as: .complete)
        try complete.write([1], at: 0)
        try device.holder.lock(skippingGrace: false)
        device.clock.advance(by: .seconds(seconds))
        try unlessOpen.write([2], at: 0)
        _ = try device.holder.status()
        let refused = refusal { try complete.read(at: 0, count: 1) }
        #expect(refused == (seconds > 10 ? .protectedDataUnavailable : nil))
    }

    @Test("an observer of a lock that is due may use the folder that the call is about")
    func observer() throws {
        let device = try SimulatedDevice.make()
        let saved = Mutex<ErrorCode?>(.internalError)
        let observation = device.holder.observe { notice in
            guard case .willDiscard = notice else { return }
            let code = refusal { try device.files.write([1], to: "/saved") }
            saved.withLock { $0 = code }
        }
        try device.holder.lock(skippingGrace: false)
        device.clock.advance(by: .seconds(11))
        try device.files.makeDirectory("/d")
        _ = try device.holder.status()
        #expect(saved.withLock { $0 } == nil)
        #expect(try device.files.names(in: .root) == ["d", "saved"])
        observation.cancel()
    }

    @Test("writes acknowledged before a close that succeeded survive a restart in the middle")
    func writesDuringEnd() throws {
        for _ in 0..<20 {
            let device = try SimulatedDevice.make(hasPasscode: false)
            let handle = try device.files.open("/f", creating: true)
            let acknowledged = Mutex(0)
            let begun = DispatchSemaphore(value: 0)
            let done = DispatchSemaphore(value: 0)
            Thread {
                while (try? handle.append([1])) != nil {
                    acknowledged.withLock { $0 += 1 }
                    begun.signal()
                }
                done.signal()
            }.start()
            begun.wait()
            try device.holder.reboot()
            done.wait()
            try handle.close()
            try device.crash(.dropAll)
            #expect(try device.files.read("/f").count >= acknowledged.withLock { $0 })
        }
    }

    @Test("each handle's close says that writes were lost, also the last")
    func lostWrites() throws {
        let faulty = try FaultyDevice()
        let one = try faulty.device.files.open("/f", creating: true)
        let two = try faulty.device.files.open("/f")
        let reader = try faulty.device.files.open("/f", .read)
        try two.append([2])
        try one.append([1])
        faulty.run(FaultPlan([.nth(0, .synchronize): .diskError])) {
            #expect(refusal { try one.close() } == .inputOutput)
        }
        #expect(refusal { try two.close() } == .inputOutput)
        #expect(refusal { try reader.close() } == nil)
        #expect(try faulty.device.files.read("/f") == [])
    }

    @Test("a restart whose sync fails shows at the close")
    func lostAtTheEnd() throws {
        let faulty = try FaultyDevice()
        let handle = try faulty.device.files.open("/f", creating: true)
        try handle.append([1])
        try faulty.run(FaultPlan([.nth(0, .synchronize): .diskError])) {
            try faulty.device.holder.reboot()
        }
        #expect(refusal { try handle.close() } == .inputOutput)
    }

    @Test("a copy is of one moment, whatever is written meanwhile")
    func copy() throws {
        let faulty = try FaultyDevice()
        let files = faulty.device.files
        try files.write([UInt8](repeating: 1, count: 3 << 20), to: "/f")
        let handle = try files.open("/f")
        let changed = [UInt8](repeating: 2, count: 3 << 20)
        try faulty.run(0, .write, { _ = refusal { try handle.replaceContent(changed) } }) {
            try files.copy("/f", to: "/g")
        }
        #expect(Set(try files.read("/g")) == [1])
        #expect(try files.read("/f") == changed)
    }

    @Test("a stat, a check or an opening that meets an append finds the file whole")
    func append() throws {
        let look: [@Sendable (FileStore) throws -> Bool] = [
            { try $0.metadata(of: "/f").size != nil }, { try $0.check("/f").isClean },
            { try $0.read("/f").count >= 2 << 20 },
        ]
        for look in look {
            for nth in 0..<6 {
                let faulty = try FaultyDevice()
                try faulty.device.files.write([UInt8](repeating: 1, count: 2 << 20), to: "/f")
                let other = try faulty.device.secondStore()
                let append: @Sendable () -> Void = {
                    _ = refusal { try other.append(BytesSource([7]), to: "/f") }
                }
                for sort in [SystemCall.open, .read, .status] {
                    try faulty.run(nth, sort, append) {
                        let isWhole = try look(faulty.device.files)
                        #expect(isWhole, "\(sort) \(nth)")
                    }
                }
            }
        }
    }

    @Test("a check in the middle of a change calls no file damaged")
    func check() throws {
        for nth in 0..<2 {
            let faulty = try FaultyDevice()
            try faulty.device.files.write([1], to: "/f", as: .complete)
            let other = try faulty.device.secondStore()
            let report = Mutex<CheckReport?>(nil)
            let check: @Sendable () -> Void = {
                let found = try? other.check("/f")
                report.withLock { $0 = found }
            }
            try faulty.run(nth, .write, check) {
                try faulty.device.files.setMode(0o640, of: "/f")
            }
            let found = try #require(report.withLock { $0 })
            // Slots that are taken are reported as such, and not as damaged.
            #expect(found.isClean, "\(nth): \(found.damaged)")
            #expect(found.unread.allSatisfy { $0.code == .busy }, "\(nth): \(found.unread)")
        }
    }

    @Test("a class that another process raises while the device locks is followed, or refused")
    func raise() throws {
        for nth in 0..<2 {
            let faulty = try FaultyDevice()
            let device = faulty.device
            try device.files.write([1], to: "/f", as: .completeUntilFirstUserAuthentication)
            let mine = try device.secondStore()
            let handle = try mine.open("/f", .read)
            faulty.run(nth, .write, { _ = refusal { try device.lock() } }) {
                _ = refusal { try device.files.setProtection(.complete, of: "/f") }
            }
            let isRaised = try mine.metadata(of: "/f").protection == .complete
            let expected: ErrorCode? = isRaised ? .protectedDataUnavailable : nil
            #expect(refusal { try handle.read(at: 0, count: 1) } == expected)
            #expect(refusal { try mine.open("/f", .read) } == expected)
        }
    }

    @Test("protecting a none file gives it a new key or says why not")
    func busyFolder() throws {
        let device = try SimulatedDevice.make()
        try device.files.write([1], to: "/f", as: ProtectionClass.none)
        let root = try OwnedFile(HostFiles.tree, in: nil, .directory, on: device.memoryFileSystem)
        #expect(try device.memoryFileSystem.lock(root.descriptor, .exclusive))
        #expect(refusal { try device.files.setProtection(.complete, of: "/f") } == .busy)
        #expect(try device.files.metadata(of: "/f").protection == .none)
    }

    @Test("removing a file that is being folded keeps nobody from its folder")
    func removal() throws {
        let faulty = try FaultyDevice(logPolicy: .eager)
        let device = faulty.device
        let third = try device.secondStore()
        let saved = Mutex<ErrorCode?>(.internalError)
        let patience = LockPatience(limit: .seconds(1)) { _ in
            let code = refusal { try third.write([1], to: "/g") }
            saved.withLock { $0 = code }
        }
        let other = try device.secondStore(patience: patience)
        let handle = try device.files.open("/f", creating: true)
        try handle.write([9], at: 0)
        // After what was written is durable comes what it is folded into.
        try faulty.run(1, .synchronize, { _ = refusal { try other.remove("/f") } }) {
            try handle.close()
        }
        #expect(saved.withLock { $0 } == nil)
        #expect(try third.names(in: .root) == ["g"])
    }
}
