import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("Work that the body starts elsewhere")
struct BackgroundWorkTests {
    /// A way to do something without being waited for.
    struct Elsewhere: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let start: @Sendable (@escaping @Sendable () -> Void) -> Void
    }

    static let places = [
        Elsewhere(testDescription: "a queue") { work in DispatchQueue.global().async { work() } },
        Elsewhere(testDescription: "a thread") { work in Thread { work() }.start() },
        Elsewhere(testDescription: "a detached task") { work in Task.detached { work() } },
    ]

    @Test("is counted, disturbed and waited for, and the report says so", arguments: places)
    func counted(place: Elsewhere) async throws {
        let report = try await lockAtEveryStep { device in
            place.start {
                // A queue of its own that the body does not wait for.
                try? device.files.write([1], to: "/Documents/a", as: .complete)
                _ = try? device.files.names(in: "/Documents")
            }
        } verifying: { device in
            let isDisturbed = device.timeline.description.contains("as the test wants it")
            #expect(isDisturbed || device.timeline.entries.count >= 2)
        }
        #expect(report.stepCount == 2)
        #expect(report.failedSteps.isEmpty)
        #expect((0...2).contains(report.lateOperationCount))
    }

    @Test("comes late, and the report explains why runs wait")
    func late() async throws {
        let started = Mutex<(@Sendable () -> Void)?>(nil)
        // The work is done in the first pause, which comes after the body has returned.
        let timer = ManualTimer {
            let work = started.withLock { work in
                defer { work = nil }
                return work
            }
            work?()
        }
        let report = try await MachineTimer.$current.withValue(timer) {
            try await lockAtEveryStep { device in
                started.withLock { work in
                    work = { try? device.files.write([1], to: "/Documents/a") }
                }
            }
        }
        #expect(report.stepCount == 1)
        #expect(report.lateOperationCount == 1)
        #expect(report.description.contains("1 of 1 operation came after the body had returned"))
    }

    @Test("that loses a file is caught")
    func losing() async {
        await expectFailure(containing: "although it was merely locked") {
            try await lockAtEveryStep(only: 1...1) { device in
                try device.files.write([1], to: "/Documents/a", as: .complete)
            } running: { device in
                Task.detached {
                    do { _ = try device.files.read("/Documents/a") } catch {
                        try device.files.remove("/Documents/a")
                    }
                }
            }
        }
    }

    @Test("nothing that comes late is no work, and said to have been waited for")
    func nothing() async {
        await expectFailure(containing: "the body performed no operation") {
            _ = try await MachineTimer.$current.withValue(HastyTimer()) {
                try await lockAtEveryStep { _ in DispatchQueue.global().async {} }
            }
        }
    }

    /// A number that tasks share.
    private final class Count: Sendable {
        let value = Mutex(0)
    }

    // MARK: With the plugin, which tells what is handed to queues

    private static let queue = DispatchQueue(label: "background-work", attributes: .concurrent)

    private static func enqueue(
        after seconds: Double? = nil,
        _ work: @escaping @Sendable () -> Void
    ) {
        guard let seconds else {
            return FoundationCalls.async(
                queue,
                group: nil,
                qos: .unspecified,
                flags: [],
                execute: work
            )
        }
        FoundationCalls.asyncAfter(
            queue,
            deadline: .now() + seconds,
            qos: .unspecified,
            flags: [],
            execute: work
        )
    }

    @Test("by a preparation has ended before the state is entered", arguments: [nil, 0.2])
    func preparing(delay: Double?) async throws {
        let report = try await lockAtEveryStep { device in
            Self.enqueue(after: delay) {
                Thread.sleep(forTimeInterval: 0.3)
                try? device.files.write([1], to: "/Documents/a", as: .complete)
            }
        } running: { device in
            let names = try device.files.names(in: "/Documents")
            #expect(names == ["a"])
        }
        #expect(report.stepCount == 1)
        let device = try TestDevice(in: .locked) { device in
            Self.enqueue(after: delay) {
                Thread.sleep(forTimeInterval: 0.3)
                try? device.files.write([1], to: "/Documents/a", as: .complete)
            }
        }
        #expect(try device.files.names(in: "/Documents") == ["a"])
    }

    @Test("is waited for in each run, however long it does nothing")
    func slow() async throws {
        let count = Mutex(0)
        let report = try await lockAtEveryStep { device in
            _ = try device.files.names(in: "/")
            Self.enqueue {
                Thread.sleep(forTimeInterval: 0.4)
                count.withLock { $0 += 1 }
            }
        } verifying: { _ in
            count.withLock { $0 += 10 }
        }
        #expect(report.stepCount == 1)
        #expect(count.withLock { $0 } == 22)
    }

    @Test("in a task is waited for in each run")
    func task() async throws {
        let count = Count()
        _ = try await lockAtEveryStep { device in
            _ = try device.files.names(in: "/")
            Task {
                try await Task.sleep(for: .milliseconds(400))
                count.value.withLock { $0 += 1 }
            }
        } verifying: { _ in
            count.value.withLock { $0 += 10 }
        }
        #expect(count.value.withLock { $0 } == 22)
    }

    @Test("for later than two seconds is left to come, does not come any more, and is told")
    func later() async throws {
        let report = try await lockAtEveryStep { device in
            for _ in 0..<3 { _ = try device.files.names(in: "/") }
            Self.enqueue(after: 3_600) { _ = try? device.files.names(in: "/tmp") }
        }
        #expect(report.stepCount == 3)
        #expect(report.notes.count == 1)
        #expect(report.description.contains("the body leaves work to a timer of 3600 s"))
    }

    @Test("by a timer that starts itself again is waited for once")
    func repeating() async throws {
        @Sendable func tick(_ device: TestDevice) {
            Self.enqueue(after: 0.05) {
                _ = try? device.files.names(in: "/tmp")
                tick(device)
            }
        }
        let report = try await lockAtEveryStep(only: 1...1) { device in
            _ = try device.files.names(in: "/")
            Self.enqueue(after: 0.5) { tick(device) }
        }
        #expect(report.failedSteps.isEmpty)
        #expect(report.description.contains("none that a timer starts"))
    }

    @Test("on a thread that never ends is told, and not waited for in each run")
    func endless() async throws {
        let end = DispatchSemaphore(value: 0)
        let runs = Mutex(0)
        let report = try await MachineTimer.$current.withValue(HastyTimer()) {
            try await lockAtEveryStep { device in
                _ = try device.files.names(in: "/")
                runs.withLock { $0 += 1 }
                FoundationCalls.detachNewThread { end.wait() }
            }
        }
        for _ in 0..<runs.withLock({ $0 }) { end.signal() }
        #expect(report.failedSteps.isEmpty)
        #expect(
            report.description.contains("did not end, although it was waited for")
        )
    }

    @Test("that waits for the unlock goes on after it")
    func unlock() async throws {
        let report = try await lockAtEveryStep(only: 1...1) { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
        } running: { device in
            _ = try? device.files.read("/Documents/a")
            Self.enqueue {
                while (try? device.state) != .unlocked { Thread.sleep(forTimeInterval: 0.01) }
                guard let content = try? device.files.read("/Documents/a") else { return }
                try? device.files.write(content + [2], to: "/Documents/a", as: .complete)
            }
        } verifying: { device in
            let content = try device.files.read("/Documents/a")
            #expect(content == [1, 2])
        }
        #expect(report.failedSteps.isEmpty)
    }

    @Test("that a refusal lets hang fails within the limit, by what it did last")
    func hanging() async {
        let end = DispatchSemaphore(value: 0)
        await expectFailure(
            containing:
                "work that it started on a queue or thread did not end within 60 s: the last operation"
        ) {
            _ = try await MachineTimer.$current.withValue(HastyTimer()) {
                try await lockAtEveryStep(only: 1...1) { device in
                    try device.files.write([1], to: "/Documents/a", as: .complete)
                } running: { device in
                    let isRefused = (try? device.files.read("/Documents/a")) == nil
                    Self.enqueue { if isRefused { end.wait() } }
                }
            }
        }
        end.signal()
    }

    @Test("that asks without end after the body has returned is caught")
    func asking() async {
        await expectFailure(containing: "it repeats without end") {
            try await lockAtEveryStep(only: 1...1) { device in
                try device.files.write([1], to: "/Documents/a", as: .complete)
            } running: { device in
                _ = try? device.files.read("/Documents/a")
                Self.enqueue { while (try? device.files.read("/Documents/a")) == nil {} }
            }
        }
    }

    @Test("beside a task that never ends is waited for all the same")
    func besideListener() async {
        await expectFailure(containing: "although it was merely locked") {
            try await lockAtEveryStep(only: 1...1) { device in
                try device.files.write([1], to: "/Documents/a", as: .complete)
            } running: { device in
                Task { try await Task.sleep(for: .seconds(3_600)) }
                Task {
                    do { _ = try device.files.read("/Documents/a") } catch {
                        try await Task.sleep(for: .milliseconds(50))
                        try device.files.remove("/Documents/a")
                    }
                }
            }
        }
    }

    @Test("at the next launch that never ends is none that hangs")
    func relaunch() async throws {
        let end = DispatchSemaphore(value: 0)
        let report = try await MachineTimer.$current.withValue(HastyTimer()) {
            try await disturbEveryStep(with: .reboot, only: 1...1) { device in
                _ = try device.files.names(in: "/")
            } relaunching: { device in
                _ = try device.files.names(in: "/")
                FoundationCalls.detachNewThread { end.wait() }
            }
        }
        end.signal()
        #expect(report.failedSteps.isEmpty)
    }
}
