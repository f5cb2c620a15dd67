import DeviceIdentifiers
import Foundation
import ProtectedKeychain
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("A service extension at every step")
struct ServiceStepTests {
    private let payload: RemotePayload

    init() throws { payload = try ExampleApp.payload() }

    @Test("one that behaves well fails nowhere, and each run says what it came to")
    func careful() async throws {
        let runs = Mutex<[ServiceExtensionRun]>([])
        let report = try await runServiceAtEveryStep(
            { ExampleApp(device: $0).careful() },
            for: payload
        ) { device in
            try ExampleApp(device: device).install()
        } verifying: { run, device in
            runs.withLock { $0.append(run) }
            #expect(!run.shown.contains(ExampleApp.secret))
            let state = try device.state
            #expect(state == (run.isRestarted ? .beforeFirstUnlock : .locked))
            try device.unlock()
            let messages = try ExampleApp(device: device).messages
            #expect(messages.allSatisfy { $0 == ExampleApp.secret })
        }
        #expect(report.stepCount == 3)
        #expect(report.failedSteps == [])
        let seen = runs.withLock { $0 }
        #expect(report.runCount == seen.count - 1)
        check(seen)
        #expect(
            seen[0].operations.map(\.what) == [
                "open /Documents/key", "read /Documents/key",
                seen[0].operations.last?.what,
            ]
        )
    }

    private func check(_ seen: [ServiceExtensionRun]) {
        for (disturbance, count) in [
            (ServiceDisturbance.nothing, 1), (.lock, 3), (.briefLock, 0), (.reboot, 3),
            (.timeIsUp, 3), (.secondPush, 3), (.beforeFirstUnlock, 1), (.killedAtStart, 1),
        ] {
            let runs = seen.filter { $0.disturbance == disturbance }
            #expect(runs.map(\.step) == (count == 1 ? [0] : Array(1..<count + 1)))
            #expect(
                runs.allSatisfy { $0.content?.body == disturbance.expectedBody },
                "\(disturbance): \(runs.map(\.content))"
            )
            #expect(runs.allSatisfy { ($0.second != nil) == (disturbance == .secondPush) })
            #expect(runs.allSatisfy { $0.outcome.ending == disturbance.expectedEnding })
            #expect(runs.allSatisfy { $0.shown == "Notification" })
        }
    }

    @Test("one may answer from a task, and from any thread")
    func answersFromTask() async throws {
        let report = try await runServiceAtEveryStep(
            { device in
                let careful = ExampleApp(device: device).careful()
                return ExampleService { request, answer in
                    Task { careful.didReceive(request, answer: answer) }
                } expire: {
                    Task { careful.timeWillExpire() }
                }
            },
            for: payload,
            // Tasks share their threads with all tests that run at this moment.
            timeLimit: .seconds(600)
        ) {
            try ExampleApp(device: $0).install()
        }
        #expect(report.stepCount == 3)
        #expect(report.failedSteps == [])
    }

    @Test("one may hold a lock while it reads, for which the end of its time then waits")
    func holdsLock() async throws {
        let lock = NSLock()
        let report = try await runServiceAtEveryStep(
            { device in
                let careful = ExampleApp(device: device).careful()
                return ExampleService { request, answer in
                    lock.withLock { careful.didReceive(request, answer: answer) }
                } expire: {
                    lock.withLock { careful.timeWillExpire() }
                }
            },
            for: payload,
            only: 1...1
        ) {
            try ExampleApp(device: $0).install()
        }
        #expect(report.failedSteps == [])
    }

    @Test("one that uses no files is still called before the first unlock, and killed at its start")
    func noFiles() async throws {
        let runs = Mutex<[ServiceDisturbance]>([])
        let report = try await runServiceAtEveryStep(
            { _ in ExampleService { request, answer in answer(request.content) } },
            for: RemotePayload(
                reading: Array(#"{"aps":{"alert":"Hello","mutable-content":1}}"#.utf8),
                .init()
            ),
            preparing: { try $0.allowNotifications(previews: .always) },
            verifying: { run, device in
                runs.withLock { $0.append(run.disturbance) }
                #expect(run.shown == "Hello")
                let text = try device.lockScreen.text
                #expect(text == run.shown)
            }
        )
        #expect(report.stepCount == 0)
        #expect(runs.withLock { $0 } == [.nothing, .beforeFirstUnlock, .killedAtStart])
    }

    @Test("one of an app that may filter shows nothing when it answers with nothing")
    func filters() async throws {
        try await runServiceAtEveryStep(
            { _ in ExampleService { _, answer in answer(NotificationContent()) } },
            for: payload,
            preparing: { try $0.allowNotifications(entitlements: .filtering) },
            verifying: { run, _ in
                guard run.disturbance != .killedAtStart else { return }
                #expect(run.outcome.ending == .suppressed)
                #expect(run.shown == "")
            }
        )
    }

    @Test("a push that runs no extension is a mistake of the test")
    func notMutable() async throws {
        let plain = try RemotePayload(reading: Array(#"{"aps":{"alert":"Hello"}}"#.utf8), .init())
        await expectFailure(containing: "the service extension was not run for the push") {
            try await runServiceAtEveryStep({ ExampleApp(device: $0).careful() }, for: plain)
        }
        await expectFailure(containing: "the service extension was not run for the push") {
            try await runServiceAtEveryStep(
                { ExampleApp(device: $0).careful() },
                for: payload,
                preparing: { device in
                    let center = device.notifications.center(of: device.container.application)
                    try center.requestAuthorization([.alert])
                    try device.notifications.answer(.denied, to: device.container.application)
                }
            )
        }
    }

    @Test("N-72: what two pushes do to one file at once is seen by the verification")
    func secondPush() async throws {
        let list: DevicePath = "/Documents/list"
        let lossySteps = Mutex<[Int]>([])
        try await runServiceAtEveryStep(
            { device in
                let handler = ExampleApp.Handler()
                return ExampleService { request, answer in
                    handler.keep(answer)
                    defer { handler.answer(Self.fallback) }
                    let before = try device.files.read(list)
                    try device.files.write(before + [1], to: list)
                } expire: {
                    handler.answer(Self.fallback)
                }
            },
            for: payload
        ) { device in
            try device.files.write([], to: list)
        } verifying: { run, device in
            guard run.disturbance == .secondPush else { return }
            let count = try device.files.read(list).count
            if count != 2 { lossySteps.withLock { $0.append(run.step) } }
        }
        // Not before the first, at which neither has read.
        #expect(lossySteps.withLock { $0 } == [2, 3])
    }

    @Test("one that waits for good ends with its time, and is told of by its step")
    func waits() async throws {
        await expectFailure(
            containing:
                "at step 1 of 2: lock before `open /Documents/key`: the handler was never called"
        ) {
            try await runServiceAtEveryStep(
                { device in
                    let handler = ExampleApp.Handler()
                    return ExampleService { _, answer in
                        handler.keep(answer)
                        try? device.files.open(ExampleApp.key).close()
                        if try device.state == .locked { DispatchSemaphore(value: 0).wait() }
                        handler.answer(Self.fallback)
                    } expire: {
                        if (try? device.state) != .locked { handler.answer(Self.fallback) }
                    }
                },
                for: payload,
                only: 1...1
            ) {
                try ExampleApp(device: $0).install()
            }
        }
    }

    static let fallback = NotificationContent(body: ExampleApp.fallback)
}

extension ServiceExtensionRun {
    fileprivate var isRestarted: Bool {
        disturbance == .reboot || disturbance == .beforeFirstUnlock
    }
}

extension ServiceDisturbance {
    fileprivate var expectedBody: String {
        switch self {
        case .nothing, .lock, .secondPush, .briefLock: ExampleApp.secret
        case .reboot, .timeIsUp, .beforeFirstUnlock: ExampleApp.fallback
        case .killedAtStart: "Encrypted"
        }
    }

    fileprivate var expectedEnding: ServiceOutcome.Ending {
        switch self {
        case .timeIsUp: .expired
        case .killedAtStart: .killedAtStart
        default: .delivered
        }
    }
}
