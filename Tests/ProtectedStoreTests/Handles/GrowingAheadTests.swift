import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Files that become longer ahead of what is written")
struct GrowingAheadTests {
    private let page = [UInt8](repeating: 5, count: 4_096)

    private func content(_ count: Int) -> [UInt8] {
        Array(repeating: 5, count: count * page.count)
    }

    @Test("grow once for many writes, and are as short as others once they are closed")
    func growing() throws {
        let device = try SimulatedDevice.make()
        func lengths(_ isAhead: Bool) throws -> (distinct: Int, last: Int) {
            let path: DevicePath = isAhead ? "/a" : "/b"
            let entry = try device.host.newEntry {
                try device.files.write(content(300), to: path, as: .complete)
            }
            func length() throws -> Int {
                try device.host.bytes(entry).count
            }
            let handle = try device.files.open(path)
            if isAhead { try handle.growAhead() }
            var seen: Set<Int> = []
            for number in 0..<40 {
                try handle.write(page, at: UInt64(number * page.count))
                seen.insert(try length())
            }
            try handle.close()
            #expect(try device.files.read(path) == content(300))
            return (seen.count, try length())
        }
        let ahead = try lengths(true)
        let exact = try lengths(false)
        #expect(ahead.distinct < 8)
        #expect(exact.distinct == 40)
        #expect(ahead.last == exact.last)
    }

    @Test("hold what was written and synced, whatever a power loss leaves of the rest")
    func everyMoment() throws {
        let faulty = try FaultyDevice()
        try faulty.device.files.write([], to: "/a", as: .complete)
        let moments = try faulty.snapshots {
            let handle = try faulty.device.files.open("/a")
            try handle.growAhead()
            for _ in 0..<3 {
                try handle.append(page)
                try handle.synchronize()
            }
            let group = try handle.beginGroup()
            try group.write(page.span.bytes, at: 0)
            group.abandon()
            try handle.append(page)
            try handle.close()
        }
        var outcomes: Set<Int> = []
        for (index, moment) in moments.enumerated() {
            for choice in moment.enumerateCrashStates(limit: 4, seed: UInt64(index)) {
                let device = try RestartedDevice(on: moment.crash(choice))
                try device.unlock()
                let left = try device.files.read("/a")
                #expect(left == content(left.count / page.count))
                outcomes.insert(left.count / page.count)
                let handle = try device.files.open("/a")
                try handle.append(page)
                try handle.close()
                #expect(try device.files.read("/a") == left + page)
            }
        }
        #expect(outcomes == [0, 1, 2, 3, 4])
    }

    @Test("are as short as others when the device goes off")
    func off() throws {
        let device = try SimulatedDevice.make()
        let entry = try device.host.newEntry {
            try device.files.write([], to: "/a", as: .complete)
        }
        let handle = try device.files.open("/a")
        try handle.growAhead()
        try handle.append(page)
        #expect(try device.host.bytes(entry).count > 60_000)
        try device.rebootAndUnlock()
        #expect(try device.host.bytes(entry).count < 20_000)
        #expect(try device.files.read("/a") == page)
    }

    @Test("grow no more on a disk that is full, where the last page still fits")
    func fullDisk() throws {
        let faulty = try FaultyDevice()
        let files = faulty.device.files
        try files.write([], to: "/a", as: .complete)
        let handle = try files.open("/a")
        try handle.growAhead()
        try faulty.run(FaultPlan([.nth(1, .write): .diskFull])) { try handle.append(page) }
        try handle.append(page)
        try handle.close()
        #expect(try files.read("/a") == content(2))
    }
}
