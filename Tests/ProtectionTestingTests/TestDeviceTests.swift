import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import Testing

@Suite("A device for a test")
struct TestDeviceTests {
    @Test("is in any state in one line", arguments: LockState.allCases)
    func states(state: LockState) throws {
        let device = try TestDevice(in: state)
        #expect(try device.state == state)
        for other in LockState.allCases {
            try device.enter(other)
            #expect(try device.state == other)
        }
    }

    @Test("the grace ends by the clock, and the phone that nobody unlocks restarts")
    func clock() throws {
        let device = try TestDevice { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
            try device.files.write([2], to: "/Documents/inactive", as: .completeWhenUserInactive)
        }
        try device.beginLocking()
        device.advance(by: .seconds(9))
        #expect(try device.files.read("/Documents/a") == [1])
        device.advance(by: .seconds(1))
        #expect(try device.state == .locked)
        #expect(try device.files.read("/Documents/inactive") == [2])
        device.advance(by: .seconds(3_600))
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try device.files.read("/Documents/inactive")
        }
        device.advance(by: .seconds(72 * 3_600))
        #expect(try device.state == .beforeFirstUnlock)
    }

    @Test("without a passcode nothing locks")
    func noPasscode() throws {
        var options = TestDevice.Options()
        options.hasPasscode = false
        options.defaultProtection = .complete
        let device = try TestDevice(options: options) { device in
            try device.files.write([1], to: "/Documents/a")
        }
        try device.lock()
        device.advance(by: .seconds(1_000))
        #expect(try device.files.read("/Documents/a") == [1])
        #expect(device.container.isProtectedDataAvailable)
    }

    @Test("the default protection is that of the container and of what is made in it")
    func defaultProtection() throws {
        var options = TestDevice.Options()
        options.defaultProtection = .complete
        let device = try TestDevice(options: options)
        try device.files.write([1], to: "/Documents/a")
        #expect(try device.files.metadata(of: "/Documents/a").protection == .complete)
    }

    @Test("tasks that sleep on its clock wake when the time is moved, the earliest first")
    func sleeping() async throws {
        let device = try TestDevice()
        let seen = Lines()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in [20, 10] {
                group.addTask {
                    try await device.clock.sleep(for: .seconds(seconds))
                    seen.append("\(seconds)")
                }
            }
            while device.clock.sleeperCount < 2 { await Task.yield() }
            device.advance(by: .seconds(9))
            #expect(device.clock.sleeperCount == 2)
            device.advance(by: .seconds(1))
            while seen.all.isEmpty { await Task.yield() }
            device.advance(by: .seconds(10))
            try await group.waitForAll()
        }
        #expect(seen.all == ["10", "20"])
        // What is due already does not wait.
        try await device.clock.sleep(for: .zero)
    }

    @Test("a sleeper that is cancelled wakes at once")
    func cancelledSleep() async throws {
        let device = try TestDevice()
        let task = Task { try await device.clock.sleep(for: .seconds(1)) }
        while device.clock.sleeperCount < 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(device.clock.sleeperCount == 0)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await device.clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test("a crash loses what was not made durable, and keeps what was")
    func crash() throws {
        let device = try TestDevice { device in
            try device.files.write([1], to: "/Documents/kept")
        }
        let handle = try device.files.open("/Documents/kept")
        try handle.write([9], at: 0)
        try device.crash()
        #expect(try device.state == .beforeFirstUnlock)
        #expect(throws: ProtectionError.self) { try handle.read(at: 0, count: 1) }
        try device.unlock()
        #expect(try device.files.read("/Documents/kept") == [1])
        #expect(device.fileManager.fileExists(atPath: device.container.root.path + "/Documents"))
    }

    @Test("the timeline has operations and events in order, and what was refused")
    func timeline() throws {
        let device = try TestDevice()
        try device.files.write([1], to: "/Documents/a", as: .complete)
        try device.lock()
        _ = try? device.files.read("/Documents/a")
        let lines = device.timeline.entries.map(\.what)
        #expect(
            lines == [
                "save /Documents/a as complete",
                "== the device: will-become-unavailable (locking)",
                "== the device: became-unavailable (locked)",
                "open /Documents/a",
            ]
        )
        #expect(device.timeline.entries.last?.failure == "protected-data-unavailable")
        #expect(device.timeline.entries.allSatisfy { $0.step == nil })
    }

    @Test("a long timeline keeps its end")
    func longTimeline() throws {
        let device = try TestDevice()
        for _ in 0..<(Timeline.limit * 2 + 10) { device.setDiskFull(false) }
        #expect(device.timeline.entries.count == Timeline.limit + 10)
        #expect(device.timeline.omittedCount == Timeline.limit)
        #expect(device.timeline.description.contains("… 10000 before"))
    }

    @Test("two devices know nothing of each other")
    func apart() throws {
        let first = try TestDevice()
        let second = try TestDevice()
        try first.files.write([1], to: "/Documents/a")
        try first.lock()
        #expect(try second.state == .unlocked)
        #expect(try second.files.names(in: "/Documents").isEmpty)
        #expect(first.container.root != second.container.root)
    }

    @Test("nothing is left on the host when a device is gone")
    func cleanUp() throws {
        var root = ""
        do {
            let device = try TestDevice()
            try device.files.write([1], to: "/Documents/a")
            root = device.container.root.path
            #expect(FileManager.default.fileExists(atPath: root))
        }
        #expect(!FileManager.default.fileExists(atPath: root))
    }
}
