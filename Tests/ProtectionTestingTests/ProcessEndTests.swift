import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("A restart and a power loss end the process")
struct ProcessEndTests {
    private static let enders: [Disturbance] = [.reboot, .crash]

    @Test("what the body still tries fails, with that reason, and is not judged", arguments: enders)
    func refused(disturbance: Disturbance) async throws {
        let causes = Mutex<[Bool]>([])
        let report = try await disturbEveryStep(with: disturbance, only: 1...1) { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
        } running: { device in
            do { _ = try device.files.read("/Documents/a") } catch {
                causes.withLock { $0.append((error as? ProtectionError)?.cause is ProcessEnded) }
                // In a process that goes on this would be a loss.
                try? device.files.remove("/Documents/a")
                #expect(throws: ProtectionError(.deviceOff, "")) { try device.files.names(in: "/") }
            }
        } relaunching: { _ in
        } verifying: { device in
            let content = try device.files.read("/Documents/a")
            #expect(content == [1])
        }
        #expect(report.failedSteps.isEmpty)
        #expect(causes.withLock { $0 } == [true])
    }

    @Test(
        "a handle of it is dead, and a body that swallows every error is not blamed",
        arguments: enders
    )
    func swallowing(disturbance: Disturbance) async throws {
        let report = try await disturbEveryStep(with: disturbance) { device in
            try device.files.write([1, 2], to: "/Documents/a")
        } running: { device in
            let handle = try? device.files.open("/Documents/a")
            for _ in 0..<4 { _ = try? handle?.read(at: 0, count: 1) }
            try? handle?.close()
            if handle == nil { try? device.files.remove("/Documents/a") }
        } relaunching: { _ in
        } verifying: { device in
            let content = try device.files.read("/Documents/a")
            #expect(content == [1, 2])
            #expect(try device.files.check().isClean)
        }
        #expect(report.failedSteps.isEmpty)
    }

    @Test(
        "calls of it that no device can answer, or that end an app, are not its either",
        arguments: enders
    )
    func calls(disturbance: Disturbance) async throws {
        let report = try await disturbEveryStep(with: disturbance) { device in
            try device.files.write([1, 2], to: "/Documents/a")
        } running: { device in
            let url = device.container.url(of: "/Documents/a")
            let handle = try FoundationCalls.fileHandle(url, for: .reading)
            let data = FoundationCalls.raising(handle, "readDataToEndOfFile()", Data()) {
                try FoundationCalls.readToEnd(handle) ?? Data()
            }
            if data.isEmpty { _ = FoundationCalls.fileDescriptor(handle) }
            try FoundationCalls.close(handle)
        } relaunching: { _ in
        }
        #expect(report.stepCount > 1)
        #expect(report.failedSteps.isEmpty)
    }

    @Test(
        "it still has the folder of a group, which apps unwrap without a thought",
        arguments: enders
    )
    func group(disturbance: Disturbance) async throws {
        let missing = Mutex(0)
        let report = try await disturbEveryStep(with: disturbance) { device in
            try device.files.write([1], to: "/Documents/a")
        } running: { device in
            _ = try? device.files.read("/Documents/a")
            let manager = device.fileManager
            let url = FoundationCalls.containerURL(forGroup: "group.com.example", of: manager)
            if url == nil { missing.withLock { $0 += 1 } }
        } relaunching: { _ in
        } verifying: { _ in
        }
        #expect(report.failedSteps.isEmpty)
        #expect(missing.withLock { $0 } == 0)
    }

    @Test("an expectation of it is nobody's", arguments: enders)
    func expectation(disturbance: Disturbance) async throws {
        let report = try await disturbEveryStep(with: disturbance) { device in
            try device.files.write([1], to: "/Documents/a")
        } running: { device in
            #expect((try? device.files.read("/Documents/a")) == [1])
            #expect(throws: Never.self) { try device.files.write([2], to: "/Documents/b") }
        } relaunching: { _ in
        }
        #expect(report.failedSteps.isEmpty)
    }

    @Test("an expectation before the end is judged")
    func earlierExpectation() async throws {
        let runs = Mutex(0)
        await withKnownIssue {
            try await disturbEveryStep(with: .reboot, only: 2...2) { device in
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                try device.files.write([1], to: "/Documents/a")
                #expect(run == 1)
                try device.files.write([2], to: "/Documents/a")
            } relaunching: { _ in
            }
        }
    }

    @Test("a body that asks again and again is left behind", arguments: enders)
    func endless(disturbance: Disturbance) async throws {
        let report = try await disturbEveryStep(with: disturbance) { device in
            while (try? device.files.write([1], to: "/Documents/a")) == nil {}
        } relaunching: { _ in
        }
        #expect(report.stepCount == 1)
        #expect(report.failedSteps.isEmpty)
    }

    @Test("a body that only waits then is left behind, too")
    func waiting() async throws {
        let timer = HastyTimer()
        let report = try await MachineTimer.$current.withValue(timer) {
            try await disturbEveryStep(with: .reboot) { device in
                guard (try? device.files.write([1], to: "/Documents/a")) == nil else { return }
                DispatchSemaphore(value: 0).wait()
            } relaunching: { _ in
            }
        }
        #expect(report.failedSteps.isEmpty)
    }

    @Test("the task of the body is cancelled")
    func cancelled() async throws {
        let wasCancelled = Mutex(false)
        try await disturbEveryStep(with: .reboot) { device in
            guard (try? device.files.write([1], to: "/Documents/a")) == nil else { return }
            try? await device.clock.sleep(for: .seconds(1_000))
            wasCancelled.withLock { $0 = Task.isCancelled }
        } relaunching: { _ in
        }
        #expect(wasCancelled.withLock { $0 })
    }

    @Test("a thread that it leaves behind reaches nothing")
    func leftovers() async throws {
        let late = Kept()
        try await disturbEveryStep(with: .reboot, only: 1...1) { device in
            late.device = device
            try device.files.write([1], to: "/Documents/a")
        } relaunching: { device in
            #expect(throws: ProtectionError(.deviceOff, "")) {
                try late.device?.files.write([9], to: "/Documents/late")
            }
            let names = try device.files.names(in: "/Documents")
            #expect(names.isEmpty)
        }
    }

    @Test("the next launch comes before the first unlock, on what is left", arguments: enders)
    func relaunch(disturbance: Disturbance) async throws {
        let seen = Lines()
        let report = try await disturbEveryStep(with: disturbance) { device in
            try device.files.write([1], to: "/Documents/a")
        } running: { device in
            try device.files.write([2], to: "/Documents/b", as: ProtectionClass.none)
            try device.files.write([3], to: "/Documents/c", as: ProtectionClass.none)
        } relaunching: { device in
            seen.append("\(try device.state), \(try device.files.names(in: "/Documents"))")
            #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
                try device.files.read("/Documents/a")
            }
        } verifying: { device in
            let state = try device.state
            #expect(state == .unlocked)
        }
        let names = [["a"], ["a", "b"], ["a", "b", "c"]].prefix(report.runCount)
        #expect(seen.all.sorted() == names.map { "beforeFirstUnlock, \($0)" }.sorted())
    }

    @Test("without a closure of its own the body is launched again, and what it loses is told")
    func defaultRelaunch() async {
        await expectFailure(containing: "at the launch before the first unlock") {
            try await disturbEveryStep(with: .reboot, only: 1...1) { device in
                try device.files.write([1], to: "/Documents/settings")
            } running: { device in
                // An empty list in memory, for settings that could not be read.
                let settings = (try? device.files.read("/Documents/settings")) ?? []
                try device.files.write(settings + [2], to: "/Documents/settings")
            }
        }
    }

    @Test("what the body does at that launch by default is not stored twice")
    func noDoubleEffect() async throws {
        let report = try await disturbEveryStep(with: .reboot) { device in
            let path: DevicePath = "/Documents/log"
            let log = (try? device.files.read(path)) ?? []
            try device.files.write(log + [1], to: path, as: ProtectionClass.none)
        } verifying: { device in
            let log = (try? device.files.read("/Documents/log")) ?? []
            #expect(log.count <= 1)
        }
        #expect(report.failedSteps.isEmpty)
    }
}
