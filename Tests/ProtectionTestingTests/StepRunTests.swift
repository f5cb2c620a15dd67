import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("Something happens at every step")
struct StepRunTests {
    @Test("two hundred operations are run through within seconds")
    func manySteps() async throws {
        let report = try await lockAtEveryStep { device in
            let folder = device.container.root.appendingPathComponent("Documents")
            for number in 0..<100 {
                try device.fileManager.write(
                    Data("note \(number)".utf8),
                    to: folder.appendingPathComponent("\(number)"),
                    options: [.atomic, .completeFileProtection]
                )
                _ = device.fileManager.fileExists(atPath: folder.path + "/\(number)")
            }
        } verifying: { device in
            let names = try device.fileManager.contentsOfDirectory(
                atPath: device.container.root.path + "/Documents"
            )
            #expect(names.count <= 100)
        }
        #expect(report.stepCount == 200)
        #expect(report.runCount == 200)
        #expect(report.failedSteps.isEmpty)
    }

    @Test("each step is disturbed once, in its order, on a device as it was prepared")
    func everyStepOnce() async throws {
        let seen = Mutex<[Int]>([])
        let report = try await lockAtEveryStep { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
        } running: { device in
            var done = 0
            defer { seen.withLock { $0.append(done) } }
            for _ in 0..<3 {
                _ = try device.files.read("/Documents/a")
                done += 1
            }
        } verifying: { device in
            let content = try device.files.read("/Documents/a")
            #expect(content == [1])
        }
        // Opening and reading are two steps: the file is refused at either.
        #expect(report.stepCount == 6)
        #expect(seen.withLock { $0 } == [3, 0, 0, 1, 1, 2, 2])
    }

    @Test("only what is named is disturbed")
    func onlySome() async throws {
        let runs = Mutex(0)
        let report = try await lockAtEveryStep(only: 2...3) { device in
            runs.withLock { $0 += 1 }
            for _ in 0..<5 { _ = try device.files.names(in: "/") }
        }
        #expect(report.stepCount == 5)
        #expect(report.runCount == 2)
        #expect(runs.withLock { $0 } == 3)
    }

    @Test(
        "a save is whole or not there, whatever happens at whichever step",
        arguments: Disturbance.allCases
    )
    func atomicSave(disturbance: Disturbance) async throws {
        let report = try await disturbEveryStep(with: disturbance) { device in
            try device.files.write(Array("old".utf8), to: "/Documents/a")
        } running: { device in
            try Data("new".utf8).write(
                to: device.container.url(of: "/Documents/a"),
                options: .atomic,
                on: device.container
            )
        } verifying: { device in
            let content = try device.files.read("/Documents/a")
            #expect(content == Array("old".utf8) || content == Array("new".utf8))
            #expect(try device.files.check().isClean)
        }
        #expect(report.stepCount >= 1)
        // The power can also fail when everything is done.
        #expect(report.runCount == report.stepCount + (disturbance == .crash ? 1 : 0))
        #expect(report.failedSteps.isEmpty)
    }

    @Test("observers of the lock may store defaults while the body stores some")
    func defaultsInHandler() async throws {
        let report = try await lockAtEveryStep { device in
            let container = device.container
            let token = device.notificationCenter.addObserver(
                forName: ApplicationContainer.protectedDataWillBecomeUnavailableNotification,
                object: nil,
                queue: nil
            ) { _ in
                try? container.userDefaults().set(true, forKey: "wasLocked")
                _ = try? container.identifierForVendor
            }
            defer { device.notificationCenter.removeObserver(token) }
            try container.userDefaults().set(1, forKey: "a")
            _ = try container.userDefaults().integer(forKey: "a")
            _ = try container.identifierForVendor
        } verifying: { device in
            guard device.timeline.description.contains("as the test wants it") else { return }
            let wasLocked = try device.container.userDefaults().bool(forKey: "wasLocked")
            #expect(wasLocked)
        }
        #expect(report.stepCount >= 3)
        #expect(report.failedSteps.isEmpty)
    }

    @Test("a body may lock the device itself, with observers who use files")
    func bodyLocks() async throws {
        try await lockAtEveryStep { device in
            let files = device.files
            let token = device.notificationCenter.addObserver(
                forName: ApplicationContainer.protectedDataWillBecomeUnavailableNotification,
                object: nil,
                queue: nil
            ) { _ in try? files.write([1], to: "/Documents/late") }
            defer { device.notificationCenter.removeObserver(token) }
            _ = try files.names(in: "/")
            try device.lock()
            _ = try files.names(in: "/")
            try device.unlock()
            try device.reboot()
            _ = try files.names(in: "/")
        } verifying: { device in
            let content = try device.files.read("/Documents/late")
            #expect(content == [1])
        }
    }

    @Test("what observers do comes after the event and has no number")
    func numbers() async throws {
        let device = try TestDevice()
        let files = device.files
        let token = device.notificationCenter.addObserver(
            forName: ApplicationContainer.protectedDataWillBecomeUnavailableNotification,
            object: nil,
            queue: nil
        ) { _ in _ = try? files.names(in: "/") }
        defer { device.notificationCenter.removeObserver(token) }
        try device.lock()
        #expect(
            device.timeline.entries.map(\.what) == [
                "== the device: will-become-unavailable (locking)", "list /",
                "== the device: became-unavailable (locked)",
            ]
        )
    }

    @Test("a step that loses data is named, with the way to repeat it")
    func failure() async throws {
        let comments = Mutex<[String]>([])
        try await withKnownIssue {
            try await lockAtEveryStep { device in
                try device.files.write([1], to: "/Documents/a", as: .complete)
            } running: { device in
                do { _ = try device.files.read("/Documents/a") } catch {
                    try device.files.remove("/Documents/a")
                }
            } verifying: { device in
                let names = try device.files.names(in: "/Documents")
                #expect(names == ["a"])
            }
        } matching: { issue in
            comments.withLock { $0 += ["\(issue.error.map { "\($0)" } ?? "")"] }
            comments.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        let text = comments.withLock { $0.joined(separator: "\n") }
        for part in [
            "at step 1 of 2: lock before `open /Documents/a`: '/Documents/a' was deleted",
            "only: 1...1", "seed ",
            "-> protected-data-unavailable", "remove /Documents/a",
            "== the device: will-become-unavailable (locking)", "although it was merely locked",
        ] {
            #expect(text.contains(part), "\(part) is missing in: \(text)")
        }
    }

    @Test("the steps after three that failed are not run, and the test says so")
    func manyFailures() async throws {
        let report = Mutex<StepReport?>(nil)
        await expectFailure(containing: "always") {
            let result = try await lockAtEveryStep { device in
                for _ in 0..<10 { _ = try device.files.names(in: "/") }
            } verifying: { device in
                if device.timeline.description.contains("as the test wants it") {
                    throw ProtectionError(.internalError, "always")
                }
            }
            report.withLock { $0 = result }
        }
        let result = try #require(report.withLock { $0 })
        #expect(result.failedSteps == [1, 2, 3])
        #expect(result.runCount == 3)
    }

    @Test("the same seed makes the same device")
    func seeds() throws {
        var options = TestDevice.Options()
        options.seed = 7
        let first = try TestDevice(options: options)
        let second = try TestDevice(options: options)
        #expect(first.seed == 7)
        #expect(
            try first.container.identifierForVendor == second.container.identifierForVendor
        )
        #expect(
            try first.container.identifierForVendor
                != TestDevice().container.identifierForVendor
        )
    }

    @Test("what the app does when it is told of the lock still reaches its files")
    func notification() async throws {
        try await lockAtEveryStep { device in
            let container = device.container
            let url = container.url(of: "/Documents/draft")
            let token = device.notificationCenter.addObserver(
                forName: ApplicationContainer.protectedDataWillBecomeUnavailableNotification,
                object: nil,
                queue: nil
            ) { _ in
                try? Data("saved in time".utf8).write(
                    to: url,
                    options: [.atomic, .completeFileProtection],
                    on: container
                )
            }
            defer { device.notificationCenter.removeObserver(token) }
            _ = try device.files.names(in: "/")
            _ = try device.files.names(in: "/Documents")
        } verifying: { device in
            guard device.timeline.description.contains("as the test wants it") else { return }
            let draft = try device.files.read("/Documents/draft")
            #expect(draft == Array("saved in time".utf8))
        }
    }
}
