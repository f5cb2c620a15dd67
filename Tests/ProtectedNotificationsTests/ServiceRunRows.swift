import Preferences
import ProtectedNotifications
import ProtectionModel
import Testing

@Suite("The life of a service extension (rows N-36 to N-42)")
struct ServiceRunRows {
    private typealias Action = ServiceRun.Action

    private let request: NotificationRequest

    init() throws {
        var content = NotificationContent(title: "New message", body: "Encrypted")
        content.badge = 7
        request = try NotificationRequest("a", content)
    }

    private func run(canFilter: Bool = false) -> ServiceRun {
        var run = ServiceRun(request, canFilter: canFilter)
        #expect(run.take(.started, at: .seconds(1)) == [.callDidReceive])
        return run
    }

    private func answer(_ body: String) -> ServiceRun.Event {
        .answered(NotificationContent(body: body))
    }

    private func expect(
        _ run: ServiceRun,
        _ ending: ServiceOutcome.Ending,
        _ body: String?,
        _ notes: [ServiceOutcome.Note] = [],
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(run.outcome?.ending == ending, sourceLocation: location)
        #expect(run.outcome?.content?.body == body, sourceLocation: location)
        #expect(run.outcome?.notes == notes, sourceLocation: location)
        #expect(run.deadline == nil, sourceLocation: location)
    }

    @Test("N-36: an answer at 29.9 s is shown, and the extension is not told of the time")
    func row36() {
        var run = run()
        #expect(run.deadline == .seconds(30))
        #expect(run.take(.time, at: .milliseconds(29_999)) == [])
        #expect(run.take(answer("Hello"), at: .milliseconds(29_900)) == [.end])
        expect(run, .delivered, "Hello")
        #expect(run.take(.time, at: .seconds(30)) == [])
        #expect(run.take(.time, at: .seconds(31)) == [])
    }

    @Test(
        "N-37: at 30 s, start included, the extension is told once; what it answers then is shown"
    )
    func row37() {
        var run = run()
        #expect(run.take(.time, at: .seconds(30)) == [.callTimeWillExpire])
        #expect(run.take(.time, at: .milliseconds(30_500)) == [])
        #expect(run.deadline == .seconds(31))
        #expect(run.take(answer("Best attempt"), at: .milliseconds(30_999)) == [.end])
        expect(run, .expired, "Best attempt")
    }

    @Test("N-38: without an answer there either, the original is shown")
    func row38() {
        var run = run()
        #expect(run.take(.time, at: .seconds(30)) == [.callTimeWillExpire])
        #expect(run.outcome == nil)
        #expect(run.take(.time, at: .seconds(31)) == [.end])
        expect(run, .original, "Encrypted")
        #expect(run.outcome?.badge == 7)
    }

    @Test("the last second counts from when the extension was told, however late that was")
    func lateTelling() {
        var run = run()
        #expect(run.take(.time, at: .seconds(90)) == [.callTimeWillExpire])
        #expect(run.deadline == .seconds(91))
        #expect(run.take(answer("Best attempt"), at: .milliseconds(90_999)) == [.end])
        expect(run, .expired, "Best attempt")
    }

    @Test(
        "an answer after the time is up, but before the extension was told so, spares the telling"
    )
    func answerBeforeTelling() {
        var run = run()
        #expect(run.take(answer("Slow"), at: .milliseconds(30_000)) == [.end])
        expect(run, .expired, "Slow")
    }

    @Test("N-39: an answer after the end is ignored, and noted")
    func row39() {
        var run = run()
        _ = run.take(.time, at: .seconds(30))
        // Nobody told the time at 31 s: it has passed all the same.
        #expect(run.take(answer("Too late"), at: .milliseconds(31_000)) == [.end])
        expect(run, .original, "Encrypted", [.late])
        #expect(run.take(answer("Later"), at: .seconds(32)) == [])
        expect(run, .original, "Encrypted", [.late, .twice])
        #expect(run.take(answer("Still later"), at: .seconds(33)) == [])
        expect(run, .original, "Encrypted", [.late, .twice])
    }

    @Test("N-40: of two answers the first is shown, whatever the second says and when it comes")
    func row40() {
        for second in [answer("Second"), .answered(NotificationContent())] {
            for time in [1, 30, 31, 500] {
                var run = run(canFilter: true)
                _ = run.take(answer("First"), at: .seconds(1))
                #expect(run.take(second, at: .seconds(time)) == [])
                expect(run, .delivered, "First", [.twice])
            }
        }
    }

    @Test("N-41: where the start takes longer than the budget neither method is called")
    func row41() {
        var late = ServiceRun(request, canFilter: false)
        #expect(late.take(.started, at: .seconds(31)) == [.end])
        expect(late, .killedAtStart, "Encrypted")
        #expect(late.outcome?.ending.rawValue == "killed-at-start")

        var told = ServiceRun(request, canFilter: false)
        #expect(told.take(.time, at: .milliseconds(29_999)) == [])
        #expect(told.take(.time, at: .seconds(30)) == [.end])
        #expect(told.take(.started, at: .seconds(31)) == [])
        #expect(told.take(.time, at: .seconds(32)) == [])
        expect(told, .killedAtStart, "Encrypted")
    }

    @Test("N-42: an empty answer shows the original, or nothing with the filtering entitlement")
    func row42() {
        var empty = NotificationContent()
        empty.badge = 3
        empty.sound = .standard
        empty.userInfo = ["id": .integer(1)]
        var plain = run()
        #expect(plain.take(.answered(empty), at: .seconds(2)) == [.end])
        expect(plain, .original, "Encrypted")
        #expect(plain.outcome?.badge == 7)

        var filtering = run(canFilter: true)
        #expect(filtering.take(.answered(empty), at: .seconds(2)) == [.end])
        expect(filtering, .suppressed, nil)
        #expect(filtering.outcome?.badge == 3)

        empty.badge = nil
        var silent = run(canFilter: true)
        _ = silent.take(.time, at: .seconds(30))
        #expect(silent.take(.answered(empty), at: .seconds(30)) == [.end])
        expect(silent, .suppressed, nil)
        #expect(silent.outcome?.badge == nil, "the pushed badge is not the answer's")
    }

    @Test("an answer with an attachment alone is not empty")
    func attachment() {
        var content = NotificationContent()
        content.attachments = [.init("photo", DevicePath("/photo.jpg"))]
        var run = run(canFilter: true)
        _ = run.take(.answered(content), at: .seconds(2))
        #expect(run.outcome?.ending == .delivered)
    }

    @Test("an extension that fails ends the run at once, with the original and the reason")
    func failure() {
        let error = ProtectionError(.protectedDataUnavailable, "no key")
        var starting = ServiceRun(request, canFilter: true)
        #expect(starting.take(.failed(error), at: .seconds(2)) == [.end])
        expect(starting, .original, "Encrypted", [.failed(error)])
        var expiring = run(canFilter: true)
        _ = expiring.take(.time, at: .seconds(30))
        #expect(expiring.take(.failed(error), at: .milliseconds(30_100)) == [.end])
        #expect(expiring.take(answer("Too late"), at: .milliseconds(30_200)) == [])
        expect(expiring, .original, "Encrypted", [.failed(error), .late])
        #expect(expiring.take(.failed(error), at: .milliseconds(30_300)) == [])
    }

    @Test("what was not asked is not answered, and what runs does not start again")
    func outOfOrder() {
        var run = ServiceRun(request, canFilter: true)
        #expect(run.take(answer("Unasked"), at: .seconds(1)) == [])
        #expect(run.outcome == nil)
        #expect(run.take(.started, at: .seconds(2)) == [.callDidReceive])
        #expect(run.take(.started, at: .seconds(3)) == [])
    }

    @Test("budget and grace are parameters")
    func parameters() {
        var limits = ServiceRun.Limits()
        #expect(limits.budget == .seconds(30) && limits.grace == .seconds(1))
        limits.budget = .milliseconds(10)
        limits.grace = .milliseconds(5)
        var run = ServiceRun(request, canFilter: false, limits)
        _ = run.take(.started, at: .zero)
        #expect(run.take(.time, at: .milliseconds(9)) == [])
        #expect(run.take(.time, at: .milliseconds(10)) == [.callTimeWillExpire])
        #expect(run.take(.time, at: .milliseconds(14)) == [])
        #expect(run.take(.time, at: .milliseconds(15)) == [.end])
    }

    @Test("whatever happens, each thing is done once, in order, and the outcome does not change")
    func anyOrder() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var run = ServiceRun(request, canFilter: .random(using: &random))
            var done: [Action] = []
            var time = Duration.zero
            var first: ServiceOutcome?
            for _ in 0..<20 {
                let events: [ServiceRun.Event] = [
                    .started, .time, .time, answer("a"), .answered(NotificationContent()),
                    .failed(ProtectionError(.inputOutput, "")),
                ]
                time += .milliseconds(.random(in: 0...9_000, using: &random))
                done += run.take(events.randomElement(using: &random) ?? .time, at: time)
                first = first ?? run.outcome
                #expect((run.deadline == nil) == (run.outcome != nil))
            }
            _ = run.take(.time, at: .seconds(1_000))
            _ = run.take(.time, at: .seconds(2_000))
            let orders: [[Action]] = [
                [], [.end], [.callDidReceive], [.callDidReceive, .end],
                [.callDidReceive, .callTimeWillExpire],
                [.callDidReceive, .callTimeWillExpire, .end],
            ]
            #expect(orders.contains(done))
            #expect(run.outcome != nil)
            if let first {
                #expect(
                    run.outcome?.ending == first.ending && run.outcome?.content == first.content
                )
            }
        }
    }
}
