import Dispatch
import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("A run that does not end")
struct TimeLimitTests {
    @Test("fails within the limit, by its step and what it waited for")
    func deadlock() async {
        await expectFailure(
            containing:
                "at step 2 of 2: lock before `list /Documents`: it did not end within 60 s: its last "
                + "operation was `list /Documents`"
        ) {
            _ = try await MachineTimer.$current.withValue(HastyTimer()) {
                try await lockAtEveryStep(only: 2...2) { device in
                    _ = try device.files.names(in: "/")
                    _ = try device.files.names(in: "/Documents")
                    if try device.state == .locked { DispatchSemaphore(value: 0).wait() }
                }
            }
        }
    }

    @Test("is measured by the clock that is handed in, and by none that runs on its own")
    func seam() async {
        let timer = ManualTimer()
        await expectFailure(containing: "it did not end within 0.5 s") {
            _ = try await MachineTimer.$current.withValue(timer) {
                try await disturbEveryStep(with: .diskFull, timeLimit: .milliseconds(500)) {
                    device in
                    _ = try device.files.names(in: "/")
                    guard device.timeline.description.contains("as the test wants it") else {
                        return
                    }
                    timer.ring(after: .milliseconds(500))
                    try await Task.sleep(for: .seconds(3_600))
                }
            }
        }
    }

    @Test("is told also when it is an observer of the unlock that does not return")
    func observer() async {
        await expectFailure(containing: "it did not end within 60 s") {
            _ = try await MachineTimer.$current.withValue(HastyTimer()) {
                try await lockAtEveryStep(only: 1...1) { device in
                    try device.files.write([1], to: "/Documents/a", as: .complete)
                } running: { device in
                    let observer = device.notificationCenter.addObserver(
                        forName: ApplicationContainer.protectedDataDidBecomeAvailableNotification,
                        object: nil,
                        queue: nil
                    ) { _ in DispatchSemaphore(value: 0).wait() }
                    defer { device.notificationCenter.removeObserver(observer) }
                    guard (try? device.files.read("/Documents/a")) == nil else { return }
                    try await Task.sleep(for: .seconds(3_600))
                }
            }
        }
    }

    @Test("in the verification is told as well")
    func verification() async {
        await expectFailure(containing: "it did not end within 60 s") {
            _ = try await MachineTimer.$current.withValue(HastyTimer()) {
                try await lockAtEveryStep { device in
                    _ = try device.files.names(in: "/")
                } verifying: { _ in
                    try await Task.sleep(for: .seconds(3_600))
                }
            }
        }
    }

    @Test("because it repeats without end fails at once")
    func endless() async {
        await expectFailure(
            containing: "at step 1 of 2: lock before `open /Documents/a`: it repeats without end",
            "1 step failed; the 1 after step 1 was not run"
        ) {
            try await lockAtEveryStep { device in
                try device.files.write([1], to: "/Documents/a", as: .complete)
            } running: { device in
                while (try? device.files.read("/Documents/a")) == nil {}
            }
        }
    }

    @Test("although nothing happens to it fails, too, and no step is run")
    func undisturbed() async throws {
        let report = Mutex<StepReport?>(nil)
        await expectFailure(
            containing: "in the run in which nothing happens: it did not end within 60 s"
        ) {
            let result = try await MachineTimer.$current.withValue(HastyTimer()) {
                try await lockAtEveryStep { device in
                    _ = try device.files.names(in: "/")
                    DispatchSemaphore(value: 0).wait()
                }
            }
            report.withLock { $0 = result }
        }
        #expect(report.withLock { $0 }?.runCount == 0)
    }

    @Test("ends the test: the steps after it are not run, and the report says how far it came")
    func rest() async {
        await expectFailure(
            containing: "1 step failed; the 2 after step 1 were not run",
            "it did not end within 60 s"
        ) {
            _ = try await MachineTimer.$current.withValue(HastyTimer()) {
                try await lockAtEveryStep { device in
                    for _ in 0..<3 { _ = try device.files.names(in: "/") }
                    if try device.state == .locked { DispatchSemaphore(value: 0).wait() }
                }
            }
        }
    }

    @Test("the report of steps that were left out says how long the others took")
    func timeSoFar() async throws {
        let said = Lines()
        try await withKnownIssue {
            _ = try await lockAtEveryStep { device in
                for _ in 0..<5 { _ = try device.files.names(in: "/") }
            } verifying: { device in
                let isDisturbed = device.timeline.description.contains("as the test wants it")
                if isDisturbed { throw CancellationError() }
            }
        } matching: { issue in
            issue.comments.forEach { said.append($0.rawValue) }
            return true
        }
        let summary = said.all.filter { $0.contains("So far: 5 steps, 3 disturbed runs in ") }
        #expect(summary.count == 1)
        #expect(!summary.contains { $0.contains(" runs in 0 s") })
    }

    @Test("a run that ends is told with the time it took")
    func time() async throws {
        let report = try await lockAtEveryStep { device in
            for _ in 0..<3 { _ = try device.files.names(in: "/") }
        }
        #expect(report.elapsed > .zero)
        #expect(report.slowestTime <= report.elapsed)
        let slowest = try #require(report.slowestStep)
        #expect((1...3).contains(slowest))
        #expect(report.description.hasPrefix("3 steps, 3 disturbed runs in "))
    }
}
