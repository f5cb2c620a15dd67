import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import Testing

@Suite("The same process goes on after the unlock")
struct GoingOnTests {
    private static let file: DevicePath = "/Documents/list"

    private static func prepare(_ device: TestDevice) throws {
        try device.files.write([1], to: file, as: .complete)
    }

    /// Holds an empty list in memory after a refusal, and stores it once it can.
    private static func forgetful(_ device: TestDevice) throws {
        let list = (try? device.files.read(file)) ?? []
        try device.files.write(list + [2], to: file, as: .complete)
    }

    @Test("what it holds in memory overwrites what is stored, and a lock at every step finds it")
    func byDefault() async {
        await expectFailure(containing: "at step 1 of 3: brief lock before `open /Documents/list`")
        {
            try await lockAtEveryStep(only: 1...1) {
                try Self.prepare($0)
            } running: { device in
                try Self.forgetful(device)
            }
        }
    }

    @Test("code that reads again does not")
    func careful() async throws {
        let report = try await lockAtEveryStep {
            try Self.prepare($0)
        } running: { device in
            for attempt in 1...2 {
                do {
                    let list = try device.files.read(Self.file)
                    return try device.files.write(list + [2], to: Self.file, as: .complete)
                } catch  where attempt == 1 {}
            }
        } verifying: { device in
            let list = try device.files.read(Self.file)
            #expect(list == [1] || list == [1, 2])
        }
        // Each of three steps, and each again with an unlock in between.
        #expect(report.stepCount == 3)
        #expect(report.runCount == 6)
    }

    @Test("a step is not run again when the body stops at the refusal")
    func stopping() async throws {
        let report = try await lockAtEveryStep {
            try Self.prepare($0)
        } running: { device in
            _ = try device.files.read(Self.file)
            _ = try device.files.read(Self.file)
        }
        #expect(report.runCount == report.stepCount)
    }

    @Test("the unlock is announced, before the operation that follows the refusal")
    func announced() async throws {
        let seen = Lines()
        try await disturbEveryStep(with: .briefLock, only: 1...1) {
            try Self.prepare($0)
        } running: { device in
            let token = device.notificationCenter.addObserver(
                forName: ApplicationContainer.protectedDataDidBecomeAvailableNotification,
                object: nil,
                queue: nil
            ) { _ in seen.append("available") }
            defer { device.notificationCenter.removeObserver(token) }
            seen.append((try? device.files.read(Self.file)) == nil ? "refused" : "read")
            seen.append((try? device.files.read(Self.file)) == nil ? "refused" : "read")
        }
        // The undisturbed run first.
        #expect(seen.all == ["read", "read", "refused", "available", "read"])
    }

    @Test("code that waits for the unlock gets it", arguments: [Disturbance.lock, .briefLock])
    func waiting(disturbance: Disturbance) async throws {
        let report = try await MachineTimer.$current.withValue(HastyTimer()) {
            try await disturbEveryStep(with: disturbance, only: 1...1) {
                try Self.prepare($0)
            } running: {
                device in
                let (announcements, announcement) = AsyncStream<Void>.makeStream()
                let token = device.notificationCenter.addObserver(
                    forName: ApplicationContainer.protectedDataDidBecomeAvailableNotification,
                    object: nil,
                    queue: nil
                ) { _ in announcement.yield() }
                defer { device.notificationCenter.removeObserver(token) }
                if (try? device.files.read(Self.file)) == nil {
                    for await _ in announcements { break }
                }
                let list = try device.files.read(Self.file)
                #expect(list == [1])
            }
        }
        #expect(report.failedSteps.isEmpty)
    }

    @Test("a file that could not be made anew is not mistaken for one that is lost")
    func newFile() async throws {
        try await lockAtEveryStep { device in
            do { try device.files.open(Self.file, creating: true, as: .complete).close() } catch {
                try device.files.write([1], to: Self.file, as: .complete)
            }
        }
    }
}
