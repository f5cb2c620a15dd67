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
        print("REPORT", report)
    }

    @Test("a receiver that locks gets nothing that it could not take", arguments: [1])
    func locking(_: Int) async throws {
        let report = try await lockAtEveryMessage(of: .receiver) { circle in
            let app = NotesApp(circle: circle)
            try withExtendedLifetime(app.edit()) { _ = try app.goOn() }
        }
        #expect(report.runCount == report.stepCount)
    }
}
