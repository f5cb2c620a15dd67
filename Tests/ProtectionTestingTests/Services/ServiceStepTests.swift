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
        for (disturbance, steps) in [
            (ServiceDisturbance.nothing, 0...0), (.lock, 0...3), (.reboot, 1...3),
            (.timeIsUp, 1...4), (.secondPush, 1...4), (.beforeFirstUnlock, 0...0),
            (.killedAtStart, 0...0),
        ] {
            let runs = seen.filter { $0.disturbance == disturbance }
            #expect(runs.map(\.step) == Array(steps))
            #expect(
                runs.allSatisfy { $0.content?.body == $0.expectedBody },
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

    @Test(
        "one may hold a lock while it reads and answers, for which the end of its time then waits",
        arguments: [1...1, 4...4]
    )
    func holdsLock(only: ClosedRange<Int>) async throws {
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
            only: only
        ) {
            try ExampleApp(device: $0).install()
        }
        #expect(report.failedSteps == [])
    }

    @Test("one that uses no files meets what falls before it is called, and as it answers")
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
                #expect(run.shown == (run.second == nil ? "Hello" : "Hello\nHello"))
                let text = try device.lockScreen.text
                #expect(text == run.shown)
            }
        )
        #expect(report.stepCount == 0)
        #expect(
            runs.withLock { $0 } == [
                .nothing, .lock, .timeIsUp, .secondPush, .beforeFirstUnlock, .killedAtStart,
            ]
        )
    }

    @Test(
        "what may show while previews are hidden, and what waits, is no leak",
        arguments: Open.allCases
    )
    func open(_ open: Open) async throws {
        func push(_ title: String) throws -> RemotePayload {
            let json = """
                {"aps":{"alert":{"title":"\(title)","body":"Bring the papers"},
                "category":"chat","mutable-content":1}}
                """
            return try RemotePayload(reading: Array(json.utf8), .init())
        }
        let report = try await runServiceAtEveryStep(
            { _ in ExampleService { request, answer in answer(request.content) } },
            for: push("Meeting on Monday"),
            second: push("Meeting on Tuesday"),
            preparing: { try open.prepare($0) }
        )
        #expect(report.failedSteps == [])
    }

    /// What shows, or lies open for another reason.
    enum Open: CaseIterable {
        case grouped, notOnLockScreen, pending

        func prepare(_ device: TestDevice) throws {
            let application = device.container.application
            try device.allowNotifications()
            let center = device.notifications.center(of: application)
            guard self != .pending else {
                try center.add(
                    NotificationRequest(
                        "reminder",
                        NotificationContent(title: "Meeting on Monday"),
                        .interval(.seconds(3_600), repeats: false)
                    )
                )
                return
            }
            try center.setCategories([
                NotificationCategory("chat", options: .hiddenPreviewsShowTitle)
            ])
            guard self == .notOnLockScreen else { return }
            try device.notifications.updateSettings(of: application) {
                $0.showsOnLockScreen = false
            }
        }
    }

    @Test("an answer that cannot be shown as it is, is told of with what is wrong with it")
    func refused() async throws {
        struct Refusing: ServiceExtension {
            func didReceive(
                _ request: NotificationRequest,
                answer: @escaping @Sendable (NotificationContent) -> Void
            ) {}

            func didReceive(
                _ request: NotificationRequest,
                answer: @escaping @Sendable (NotificationContent) -> Void,
                refuse: @escaping @Sendable (ProtectionError) -> Void
            ) {
                refuse(ProtectionError(.invalidArgument, "'x' of userInfo is not a list"))
            }

            func timeWillExpire() {}
        }
        await expectFailure(
            containing:
                "in the run in which nothing happens: the answer cannot be shown, so what was pushed "
                + "is shown as it was: 'x' of userInfo is not a list"
        ) {
            try await runServiceAtEveryStep({ _ in Refusing() }, for: payload)
        }
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

extension ServiceExtensionRun {
    /// Of three operations.
    fileprivate var expectedBody: String {
        switch disturbance {
        case .nothing, .lock, .secondPush, .briefLock: ExampleApp.secret
        // It has what it answers.
        case .timeIsUp where step > 3: ExampleApp.secret
        case .reboot, .timeIsUp, .beforeFirstUnlock: ExampleApp.fallback
        case .killedAtStart: "Encrypted"
        }
    }
}

extension ServiceDisturbance {
    fileprivate var expectedEnding: ServiceOutcome.Ending {
        switch self {
        case .timeIsUp: .expired
        case .killedAtStart: .killedAtStart
        default: .delivered
        }
    }
}
