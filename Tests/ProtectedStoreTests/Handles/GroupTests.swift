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

    private func write(_ handle: ProtectedFile) throws -> WriteGroup {
        let group = try handle.beginGroup()
        try group.write(new.span.bytes, at: 0)
        try group.write(new.span.bytes, at: 10_000)
        try group.truncate(to: 17_000)
        return group
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
        var group = try write(handle)
        #expect(try handle.read(at: 0, count: 20_000) == expected)
        try handle.synchronize()
        try device.crash(.keepAll)
        try device.unlock()
        #expect(try device.files.read("/a") == old)
        handle = try device.files.open("/a")
        group = try write(handle)
        try group.end()
        try device.crash(.keepAll)
        try device.unlock()
        #expect(try device.files.read("/a") == expected)
    }

    @Test("that were taken back do not end as if they counted")
    func takenBack() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(old, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        let group = try write(handle)
        group.close()
        #expect(throws: ProtectionError(.handleClosed, "")) { try group.end() }
        #expect(try handle.read(at: 0, count: 20_000) == old)
    }

    @Test("give nothing back to the disk that they hide, until they have ended")
    func hidden() throws {
        let device = try SimulatedDevice.make()
        let size = 3 << 20
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 4_096) }
        try device.files.write([], to: "/a", as: .complete)
        var handle = try device.files.open("/a")
        for start in stride(from: 0, to: size, by: 4_096) {
            try handle.write(Array(content[start..<start + 4_096]), at: UInt64(start))
        }
        // With an index, which would count again.
        try handle.close()
        handle = try device.files.open("/a")
        let group = try handle.beginGroup()
        let page = [UInt8](repeating: 9, count: 4_096)
        for start in stride(from: 0, to: size, by: 4_096) {
            try group.write(page.span.bytes, at: UInt64(start))
        }
        try handle.synchronize()
        group.abandon()
        #expect(try handle.read(at: 0, count: size) == content)
        try handle.close()
        #expect(try device.files.read("/a") == content)
    }

    @Test("are all there or none, at every call to the disk and whatever a power loss leaves")
    func everyMoment() throws {
        let faulty = try FaultyDevice()
        try faulty.device.files.write(old, to: "/a", as: .complete)
        let moments = try faulty.snapshots {
            let handle = try faulty.device.files.open("/a")
            try write(handle).abandon()
            let group = try write(handle)
            try handle.synchronize()
            group.abandon()
            try write(handle).end()
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
        let group = try write(handle)
        try handle.close()
        #expect(throws: ProtectionError(.handleClosed, "")) { try group.end() }
        #expect(try device.files.read("/a") == old)
        let again = try device.files.open("/a")
        try again.append(new)
        try again.close()
        group.close()
        #expect(try device.files.read("/a") == old + new)
    }

    @Test("keep others from writing, and from nothing else")
    func others() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(old, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        let other = try device.files.open("/a")
        let group = try write(handle)
        #expect(throws: ProtectionError(.busy, "")) { try other.append([3]) }
        #expect(throws: ProtectionError(.busy, "")) { try handle.truncate(to: 3) }
        #expect(throws: ProtectionError(.busy, "")) {
            try other.beginGroup().write(new.span.bytes, at: 0)
        }
        #expect(try other.read(at: 0, count: 20_000) == expected)
        try group.end()
        try other.append([3])
        #expect(try device.files.read("/a") == expected + [3])
    }

    @Test("are refused while locked, and go on after the unlock")
    func locked() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(old, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        let group = try write(handle)
        try device.lock()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try group.write(new.span.bytes, at: 0)
        }
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try group.end() }
        try device.unlock()
        try group.end()
        try device.crash(.keepAll)
        try device.unlock()
        #expect(try device.files.read("/a") == expected)
    }

    @Test(
        "that are abandoned were never there, also while locked",
        arguments: [true, false],
        [true, false]
    )
    func abandoned(_ isLocked: Bool, _ isLogged: Bool) throws {
        let device = try SimulatedDevice.make()
        try device.files.write(isLogged ? [] : old, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        if isLogged { try handle.append(old) }
        let group = try write(handle)
        if isLocked { try device.lock() }
        group.abandon()
        #expect(try handle.size == 20_000)
        #expect(try device.files.metadata(of: "/a").size == 20_000)
        if isLocked {
            #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
                try handle.read(at: 0, count: 1)
            }
            try handle.synchronize()
            try device.unlock()
        }
        #expect(try handle.read(at: 0, count: 20_000) == old)
        try write(handle).end()
        #expect(try handle.read(at: 0, count: 20_000) == expected)
        try handle.close()
        #expect(try device.files.read("/a") == expected)
    }

    @Test("that are closed take nothing more, though their handle goes on")
    func refused() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(old, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        let group = try write(handle)
        group.close()
        #expect(throws: ProtectionError(.handleClosed, "")) {
            try group.write(new.span.bytes, at: 0)
        }
        #expect(try handle.read(at: 0, count: 20_000) == old)
    }
}
