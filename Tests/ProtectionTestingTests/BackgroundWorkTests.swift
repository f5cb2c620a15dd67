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
}
