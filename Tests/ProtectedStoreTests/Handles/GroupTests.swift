import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Writes that belong to one group")
struct GroupTests {
    private let old = [UInt8](repeating: 1, count: 20_000)
    private let new = [UInt8](repeating: 2, count: 6_000)

    private func write(_ handle: ProtectedFile) throws {
        try handle.writeGroup(new.span.bytes, at: 0)
        try handle.writeGroup(new.span.bytes, at: 10_000)
        try handle.truncateGroup(to: 17_000)
    }

    private var expected: [UInt8] {
        var bytes = old
        bytes.replaceSubrange(0..<6_000, with: new)
        bytes.replaceSubrange(10_000..<16_000, with: new)
        return Array(bytes.prefix(17_000))
    }

    @Test("are seen at once, and after a crash only once the group has ended")
    func ended() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(old, to: "/a", as: .complete)
        var handle = try device.files.open("/a")
        try write(handle)
        #expect(try handle.read(at: 0, count: 20_000) == expected)
        try handle.synchronize()
        try device.crash(.keepAll)
        try device.unlock()
        #expect(try device.files.read("/a") == old)
        handle = try device.files.open("/a")
        try write(handle)
        try handle.endGroup()
        try device.crash(.keepAll)
        try device.unlock()
        #expect(try device.files.read("/a") == expected)
    }

    @Test("are all there or none, at every call to the disk and whatever a power loss leaves")
    func everyMoment() throws {
        let faulty = try FaultyDevice()
        try faulty.device.files.write(old, to: "/a", as: .complete)
        let moments = try faulty.snapshots {
            let handle = try faulty.device.files.open("/a")
            try write(handle)
            try handle.endGroup()
            try handle.close()
        }
        var outcomes: Set<[UInt8]> = []
        for (index, moment) in moments.enumerated() {
            for choice in moment.enumerateCrashStates(limit: 4, seed: UInt64(index)) {
                let device = try RestartedDevice(on: moment.crash(choice))
                try device.unlock()
                outcomes.insert(try device.files.read("/a"))
            }
        }
        #expect(outcomes == [old, expected])
    }

    @Test("are not there after a close that came before the end of the group")
    func closed() throws {
        let device = try SimulatedDevice.make(logPolicy: .eager)
        try device.files.write(old, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        try write(handle)
        try handle.close()
        #expect(try device.files.read("/a") == old)
        let again = try device.files.open("/a")
        try again.append(new)
        try again.close()
        #expect(try device.files.read("/a") == old + new)
    }

    @Test("end with the next write of another kind")
    func endedByWrite() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(old, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        try write(handle)
        try handle.append([3])
        try device.crash(.keepAll)
        try device.unlock()
        #expect(try device.files.read("/a") == expected + [3])
    }

    @Test("are refused while locked, and go on after the unlock")
    func locked() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(old, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        try write(handle)
        try device.lock()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try handle.writeGroup(new.span.bytes, at: 0)
        }
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try handle.endGroup() }
        try device.unlock()
        try handle.endGroup()
        try device.crash(.keepAll)
        try device.unlock()
        #expect(try device.files.read("/a") == expected)
    }

    @Test("that were abandoned leave the file to be opened anew, without them")
    func abandoned() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(old, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        try write(handle)
        handle.abandonGroup()
        #expect(throws: ProtectionError(.inputOutput, "")) { try handle.read(at: 0, count: 1) }
        _ = try? handle.close()
        #expect(try device.files.read("/a") == old)
    }
}
