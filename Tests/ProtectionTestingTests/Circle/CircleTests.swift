import DeviceIdentifiers
import Handoff
import ProtectionModel
import ProtectionTesting
import Synchronization
import Testing
import TrustedDevices

/// An app that edits notes on both devices of a circle.
private struct NotesApp {
    static let type = "com.example.notes.editing"
    static let title = "Shopping list"
    let circle: TestCircle

    private func service(on device: TestDevice) throws -> HandoffService {
        let app = try HandoffApplication(
            try BundleIdentifier("com.example.notes"),
            team: "TEAM1",
            activityTypes: [Self.type]
        )
        return device.handoff.service(for: app)
    }

    func edit() throws -> UserActivity {
        let activity = try service(on: circle.sender).activity(Self.type)
        activity.title = Self.title
        try activity.setUserInfo(["note": .text("two litres of milk")])
        try activity.becomeCurrent()
        return activity
    }

    func goOn(
        _ accept: (ContinuedActivity) throws -> Void = { _ in }
    ) throws -> ContinuedActivity? {
        let service = try service(on: circle.receiver)
        guard let offer = try service.offers().first else { return nil }
        let activity = try service.continueActivity(offer.id, accepting: accept)
        activity.close()
        return activity
    }
}

@Suite("Several devices in a test")
struct CircleTests {
    @Test("a circle has paired devices on one clock, between which an activity goes on")
    func circle() throws {
        let circle = try TestCircle(2)
        let app = NotesApp(circle: circle)
        let activity = try app.edit()
        let continued = try #require(try app.goOn())
        #expect(continued.activity.title == NotesApp.title)
        #expect(continued.activity.userInfo == activity.userInfo)
        circle.receiver.advance(by: .seconds(60))
        #expect(circle.sender.clock.now == circle.receiver.clock.now)
        #expect(circle.messageCount > 5)
    }

    @Test("a device that was removed gets nothing, and the others go on")
    func removal() throws {
        let circle = try TestCircle(3)
        try circle.remove(circle.devices[2], by: circle.sender)
        let app = NotesApp(circle: circle)
        let activity = try app.edit()
        #expect(try circle.devices[2].handoff.offers().isEmpty)
        #expect(try app.goOn()?.activity.title == activity.title)
    }

    @Test("the same seed repeats what the devices say")
    func seeds() throws {
        var options = TestDevice.Options()
        options.seed = 5
        let counts = try (0..<2).map { _ in
            let circle = try TestCircle(2, options: options)
            #expect(circle.seed == 5)
            let app = NotesApp(circle: circle)
            try withExtendedLifetime(app.edit()) { _ = try app.goOn() }
            circle.advance(by: .seconds(60))
            try circle.meet()
            return circle.messageCount
        }
        #expect(counts[0] == counts[1])
    }

    @Test("the clock of one device lets the other lock, too")
    func oneClock() throws {
        let circle = try TestCircle(2)
        try circle.sender.beginLocking()
        #expect(try circle.sender.state == .locking)
        circle.receiver.advance(by: .seconds(11))
        #expect(try circle.sender.state == .locked)
        #expect(try circle.receiver.state == .unlocked)
    }

    @Test("an activity survives whatever happens to any message")
    func everyMessage() async throws {
        let report = try await disturbAtEveryMessage { circle in
            let app = NotesApp(circle: circle)
            try withExtendedLifetime(app.edit()) { _ = try app.goOn() }
        } verifying: { circle in
            // Whatever became of it, the next one goes on.
            let app = NotesApp(circle: circle)
            try circle.meet()
            let activity = try app.edit()
            let continued = try app.goOn()
            #expect(continued?.activity.title == activity.title)
        }
        #expect(report.failedSteps.isEmpty)
        #expect(report.runCount == report.stepCount * MessageDisturbance.allCases.count)
    }

    @Test("a receiver that locks gets nothing that it could not take")
    func locking() async throws {
        let report = try await lockAtEveryMessage(of: .receiver) { circle in
            let app = NotesApp(circle: circle)
            try withExtendedLifetime(app.edit()) { _ = try app.goOn() }
        }
        #expect(report.runCount == report.stepCount)
    }

    /// What a run with mistakes is told of.
    private func told(
        _ disturbance: MessageDisturbance,
        at message: Int,
        running body: @escaping MessageTest.Body,
        verifying verify: @escaping MessageTest.Body = { _ in }
    ) async throws -> [String] {
        let said = Mutex<[String]>([])
        try await withKnownIssue {
            let report = try await disturbAtEveryMessage(
                [disturbance],
                only: message...message,
                running: body,
                verifying: verify
            )
            #expect(report.failedSteps == [message])
        } matching: { issue in
            said.withLock { $0.append(issue.error.map { "\($0)" } ?? "") }
            return true
        }
        return said.withLock { $0 }
    }

    @Test("what a locked disk says of an activity that no app was given fails the test")
    func plaintext() async throws {
        let said = try await told(.lock(.receiver), at: 9) { circle in
            let app = NotesApp(circle: circle)
            try withExtendedLifetime(app.edit()) {
                do { _ = try app.goOn() } catch {
                    let title = Array(NotesApp.title.utf8)
                    try circle.receiver.files.write(title, to: "/leak", as: ProtectionClass.none)
                    throw error
                }
            }
        }
        #expect(said.count == 1)
        #expect(said.first?.contains("at message 9 of 11: lock of the receiver") == true)
        #expect(said.first?.contains("'/leak' of the locked 'device 2' says") == true)
    }

    @Test("a verification that throws names the message, and the seed repeats it")
    func verification() async throws {
        let said = try await told(.loss, at: 3) { circle in
            let app = NotesApp(circle: circle)
            try withExtendedLifetime(app.edit()) { _ = try app.goOn() }
        } verifying: { circle in
            // Nothing but the loss leaves so few messages.
            if circle.messageCount < 8 { throw CancellationError() }
        }
        #expect(said.count == 1)
        #expect(said.first?.contains("at message 3 of 11: loss before a frame of") == true)
    }
}
