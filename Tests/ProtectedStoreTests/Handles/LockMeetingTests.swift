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

@Suite("Calls that meet a lock or restart of the device")
struct LockMeetingTests {
    @Test("a class that is taken back leaves a newer file alone", arguments: 0..<2)
    func takenBack(nth: Int) throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        try device.files.write([1], to: "/f", as: .completeUntilFirstUserAuthentication)
        let other = try device.secondStore()
        let saved = Mutex<ErrorCode?>(.internalError)
        let saveAndLock: @Sendable () -> Void = {
            let code = refusal { try other.write([2], to: "/f", as: .complete) }
            saved.withLock { $0 = code }
            _ = refusal { try device.lock() }
        }
        faulty.run(nth, .synchronize, saveAndLock) {
            _ = refusal { try device.files.setProtection(.complete, of: "/f") }
        }
        #expect(saved.withLock { $0 } == nil)
        try device.unlock()
        #expect(try device.files.read("/f") == [2])
    }

    @Test("a class raised while a file is being opened is obeyed", arguments: [false, true], 0..<5)
    func raisedDuringOpening(inThisProcess: Bool, nth: Int) throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        let content = [UInt8](repeating: 1, count: 50_000)
        try device.files.write(content, to: "/f", as: .completeUntilFirstUserAuthentication)
        let other = inThisProcess ? device.files : try device.secondStore()
        let raiseAndLock: @Sendable () -> Void = {
            _ = refusal { try other.setProtection(.complete, of: "/f") }
            _ = refusal { try device.lock() }
        }
        let reading = Mutex<ErrorCode?>(nil)
        faulty.run(nth, .read, raiseAndLock) {
            let code = refusal {
                let handle = try device.files.open("/f", .read)
                faulty.faults.install(FaultPlan())
                let isRaised = try device.files.metadata(of: "/f").protection == .complete
                guard isRaised, try device.holder.status().state == .locked else { return }
                let code = refusal { try handle.read(at: 0, count: 10) }
                reading.withLock { $0 = code == nil ? .internalError : nil }
            }
            #expect(code == nil || code == .protectedDataUnavailable)
        }
        #expect(reading.withLock { $0 } == nil)
    }

    @Test(
        "a save is refused and leaves nothing, or it is done, whenever the device locks or goes off",
        arguments: ["over", "new", "append"],
        [true, false]
    )
    func savedOrRefused(kind: String, isOff: Bool) throws {
        let path: DevicePath = kind == "over" ? "/f" : "/new"
        func prepared() throws -> FaultyDevice {
            let faulty = try FaultyDevice()
            try faulty.device.files.write([1], to: "/f", as: .complete)
            return faulty
        }
        func save(_ files: FileStore) throws {
            let source = BytesSource([2])
            guard kind == "append" else {
                try files.write(source, to: path, as: .complete)
                return
            }
            try files.append(source, to: path, as: .complete)
        }
        let trial = try prepared()
        let count = try trial.callCount { try save(trial.device.files) }
        for call in 0..<count {
            let faulty = try prepared()
            let device = faulty.device
            let plan = FaultPlan { index, _ in
                guard index == call else { return }
                _ = refusal { if isOff { try device.holder.shutDown() } else { try device.lock() } }
            }
            var code: ErrorCode?
            faulty.run(plan) { code = refusal { try save(device.files) } }
            let restarted = try RestartedDevice(on: device.memoryFileSystem.crash(.keepAll))
            try restarted.unlock()
            let found = try? restarted.files.read(path)
            #expect(found == (code == nil ? [2] : kind == "over" ? [1] : nil), "call \(call)")
            #expect(try HostFiles(device.memoryFileSystem).leftovers() == [], "call \(call)")
        }
    }

    @Test(
        "a file that is made is open, or refused and not there, whenever the device locks",
        arguments: [Durability.full, .none]
    )
    func madeOrRefused(durability: Durability) throws {
        func make(_ files: FileStore) throws -> ProtectedFile {
            try files.open(
                "/new",
                creating: true,
                exclusive: true,
                as: .complete,
                durability: durability
            )
        }
        let trial = try FaultyDevice()
        let count = try trial.callCount { try make(trial.device.files).close() }
        for call in 0..<count {
            let faulty = try FaultyDevice()
            let device = faulty.device
            let plan = FaultPlan { index, _ in
                if index == call { _ = refusal { try device.lock() } }
            }
            var handle: ProtectedFile?
            faulty.run(plan) { handle = try? make(device.files) }
            let isThere = try device.files.names(in: .root) == ["new"]
            #expect(isThere == (handle != nil), "call \(call)")
            try device.unlock()
            try handle?.write([2], at: 0)
            try handle?.close()
        }
    }

    @Test("a write that a restart refuses is not there afterwards")
    func refusedWrite() throws {
        for _ in 0..<40 {
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
            #expect(try device.files.read("/f").count == acknowledged.withLock { $0 })
        }
    }

    @Test("an observer of a lock that a fold finds due may use the file that is folded")
    func observerDuringFold() throws {
        let device = try SimulatedDevice.make(logPolicy: .eager)
        let handle = try device.files.open("/f", creating: true)
        for byte in 0..<4 { try handle.write([UInt8(byte)], at: 0) }
        let code = Mutex<ErrorCode?>(.internalError)
        let observation = device.holder.observe { notice in
            guard case .event = notice else { return }
            let refused = refusal { try handle.synchronize() }
            code.withLock { $0 = refused }
        }
        try device.holder.lock(skippingGrace: false)
        device.clock.advance(by: .seconds(11))
        try handle.close()
        #expect(code.withLock { $0 } == .handleClosed)
        observation.cancel()
    }

    @Test("an observer of a lock that a class change finds due may use that file")
    func observerDuringClassChange() throws {
        let device = try SimulatedDevice.make()
        try device.files.write([1], to: "/f")
        let code = Mutex<ErrorCode?>(.internalError)
        let observation = device.holder.observe { notice in
            guard case .willDiscard = notice else { return }
            let refused = refusal { try device.files.setMode(0o640, of: "/f") }
            code.withLock { $0 = refused }
        }
        try device.holder.lock(skippingGrace: false)
        device.clock.advance(by: .seconds(11))
        _ = refusal { try device.files.setProtection(.complete, of: "/f") }
        #expect(code.withLock { $0 } == nil)
        observation.cancel()
    }

    @Test("a grace that is over ends a handle's use at the next call")
    func overdue() throws {
        let device = try SimulatedDevice.make()
        let handle = try device.files.open("/a", creating: true, as: .complete)
        try handle.write([1], at: 0)
        try device.holder.lock(skippingGrace: false)
        device.clock.advance(by: .seconds(3_600))
        #expect(refusal { try handle.read(at: 0, count: 1) } == .protectedDataUnavailable)
    }

    @Test("a lock does not wait for the disk while a handle becomes the writer")
    func lockDuringTakeOver() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        let content = [UInt8](repeating: 1, count: 2 << 20)
        try device.files.write(content, to: "/f", as: .complete)
        let other = try device.secondStore()
        let writer = try other.open("/f")
        try writer.append([1])
        let reader = try device.files.open("/f", .read)
        // The writer dies without an anchor, so what it wrote is written again.
        other.abandon()
        try writer.close()
        let isFree = Mutex(false)
        let lock: @Sendable () -> Void = {
            let done = DispatchSemaphore(value: 0)
            Thread {
                _ = refusal { try device.lock() }
                done.signal()
            }.start()
            // Waits in vain only where the lock waits for this very sync.
            let outcome = done.wait(timeout: .now() + 10)
            isFree.withLock { $0 = outcome == .success }
        }
        faulty.run(0, .synchronize, lock) { _ = refusal { try device.files.open("/f") } }
        #expect(isFree.withLock { $0 })
        try reader.close()
    }

    @Test("a restart in the middle of a fold leaves the fold its claim on the header")
    func restartDuringFold() throws {
        let faulty = try FaultyDevice(logPolicy: .eager)
        let device = faulty.device
        let handle = try device.files.open("/f", creating: true)
        for byte in 0..<4 { try handle.write([UInt8(byte)], at: 0) }
        let other = try device.secondStore()
        let changed = Mutex<ErrorCode?>(.internalError)
        let restart: @Sendable () -> Void = {
            _ = refusal { try device.holder.reboot() }
            let code = refusal { try other.setMode(0o777, of: "/f") }
            changed.withLock { $0 = code }
        }
        faulty.run(0, .rename, restart) { _ = refusal { try handle.close() } }
        let isChanged = changed.withLock { $0 } == nil
        #expect(try device.files.metadata(of: "/f").mode == (isChanged ? 0o777 : 0o600))
    }
}
