import DeviceIdentifiers
import Handoff
import ProtectionModel
import SimulatedNetwork
import Synchronization

/// Runs code on two devices once to count their messages, and then again and again with something happening to each of
/// them in turn.
struct MessageRunner: Sendable {
    private static let terms = RunStage.Terms(patience: .init(takesTurns: true))

    private let test: MessageTest
    private let report: FailureReport
    private let stage: RunStage
    private let seed: UInt64

    init(_ test: MessageTest, _ report: FailureReport, within limit: Duration) {
        self.test = test
        self.report = report
        stage = RunStage(report, within: limit)
        seed = test.options.seed ?? .random(in: 0 ... .max)
    }

    func run() async throws -> StepReport {
        let start = stage.timer.now()
        var result = StepReport()
        guard try await countMessages(&result) else { return result }
        for disturbance in test.disturbances {
            guard try await disturb(disturbance, &result) else { break }
        }
        result.failedSteps.sort()
        result.elapsed = stage.timer.now() - start
        return result
    }

    /// A circle of its own for a run, always the same.
    private func circle() async throws -> TestCircle {
        var options = test.options
        options.seed = seed
        let circle = try TestCircle(2, options: options)
        try await test.prepare(circle)
        circle.network.forget()
        return circle
    }

    // MARK: Undisturbed

    /// - Returns: false when the code cannot be judged, which the test has then been told.
    private func countMessages(_ result: inout StepReport) async throws -> Bool {
        let circle = try await circle()
        let context = RunContext(
            headline: "in the run in which nothing happens",
            details: "The seed was \(seed)."
        )
        let ran = await perform(circle, context, test.body)
        result.stepCount = circle.messageCount
        if ran.didOverrun { return false }
        if let error = ran.outcome.error { throw error }
        guard result.stepCount > 0 else {
            report.fail(
                "the devices sent each other nothing",
                "Take `handoff` from the devices of the circle that the body is handed."
            )
            return false
        }
        let verified = await perform(circle, context, test.verify)
        if let error = verified.outcome.error { throw error }
        tryOthers(circle)
        let isFaulty = findsFault(circle, context)
        return ran.failureCount + verified.failureCount == 0 && !isFaulty && !verified.didOverrun
    }

    private func perform(
        _ circle: TestCircle,
        _ context: RunContext,
        _ body: @escaping MessageTest.Body
    ) async -> RunStage.Part {
        await stage.perform(circle.receiver, Self.terms, { context }) { _ in try await body(circle)
        }
    }

    /// Whether an app of another team, or a device that was removed, gets anything of what was sent.
    private func tryOthers(_ circle: TestCircle) {
        guard let activity = circle.watch.activities.first else { return }
        DeviceMonitor.unseen {
            try? circle.sender.unlock()
            try? circle.receiver.unlock()
            do { try CircleOutsiders(circle, activity).look() } catch {
                circle.watch.fault("what others get could not be looked at: \(error)")
            }
        }
    }

    // MARK: Disturbed

    /// - Returns: false when the others are not to be run.
    private func disturb(
        _ disturbance: MessageDisturbance,
        _ result: inout StepReport
    ) async throws -> Bool {
        let messages = (1...result.stepCount).filter { test.only?.contains($0) ?? true }
        var failureCount = 0
        for message in messages {
            try Task.checkCancellation()
            let start = stage.timer.now()
            let finding = try await run(disturbance, at: message, of: result.stepCount)
            result.runCount += 1
            result.took(stage.timer.now() - start, at: message)
            guard finding.isFaulty else { continue }
            failureCount += 1
            if !result.failedSteps.contains(message) { result.failedSteps.append(message) }
            if finding.didOverrun { return false }
            if failureCount >= StepRunner.failureLimit { break }
        }
        return true
    }

    private func run(
        _ disturbance: MessageDisturbance,
        at step: Int,
        of count: Int
    ) async throws -> (isFaulty: Bool, didOverrun: Bool) {
        let circle = try await circle()
        let struck = Mutex<NetworkMessage?>(nil)
        circle.network.tamper { [weak circle] message in
            guard let circle, message.number == step else { return [message.bytes] }
            struck.withLock { $0 = message }
            return disturbance.strike(message, circle)
        }
        let context: @Sendable () -> RunContext = {
            RunContext(
                headline: "at message \(step) of \(count): \(disturbance.name)"
                    + (struck.withLock { $0 }.map { " before \($0.sentence)" } ?? ""),
                details: "Repeat it with seed \(seed) and `only: \(step)...\(step)`."
            )
        }
        let ran = await stage.perform(circle.receiver, Self.terms, context) { [test] _ in
            try await test.body(circle)
        }
        circle.network.tamper(nil)
        guard !ran.didOverrun else { return (true, true) }
        guard struck.withLock({ $0 }) != nil else {
            failUndisturbed(circle, context(), ran.outcome.error)
            return (true, false)
        }
        let isFaulty = try await lookAfterwards(circle, context())
        return (isFaulty || ran.failureCount > 0, false)
    }

    private func lookAfterwards(
        _ circle: TestCircle,
        _ context: RunContext
    ) async throws -> Bool {
        try circle.watch.lookInto(circle.receiver, circle.member(circle.receiver))
        for device in circle.devices { try DeviceMonitor.unseen { try device.unlock() } }
        let verified = await perform(circle, context, test.verify)
        var isFaulty = verified.failureCount > 0 || verified.didOverrun
        if let error = verified.outcome.error {
            report.fail(
                circle.receiver,
                "\(context.headline): the verification threw \(error)",
                context.details
            )
            isFaulty = true
        }
        return findsFault(circle, context) || isFaulty
    }

    private func findsFault(_ circle: TestCircle, _ context: RunContext) -> Bool {
        var isFaulty = false
        for fault in circle.watch.takeFaults() {
            report.fail(circle.receiver, "\(context.headline): \(fault)", context.details)
            isFaulty = true
        }
        for device in circle.devices {
            let verdict = DeviceVerdict(report: report)
            isFaulty = verdict.findsFault(device, context) || isFaulty
        }
        return isFaulty
    }

    /// A run had fewer messages than the undisturbed one before anything had happened.
    private func failUndisturbed(
        _ circle: TestCircle,
        _ context: RunContext,
        _ error: (any Error)?
    ) {
        report.fail(
            circle.receiver,
            "\(context.headline), which it did not reach"
                + (error.map { ": \($0)" } ?? ", with \(circle.messageCount) messages"),
            "Each run must begin like the first: create again in the body what remembers something. "
                + context.details
        )
    }
}

/// Those that must get nothing of an activity: apps of other teams, and devices that were removed.
private struct CircleOutsiders {
    private let circle: TestCircle
    private let activity: UserActivity

    init(_ circle: TestCircle, _ activity: UserActivity) {
        self.circle = circle
        self.activity = activity
    }

    func look() throws {
        // The test's own apps have other parts of this to themselves.
        guard (try? activity.becomeCurrent()) != nil else { return }
        let receiver = circle.receiver.handoff
        let foreign = receiver.service(
            for: try HandoffApplication(
                try .init("com.example.another-team"),
                team: "ANOTHER-TEAM",
                activityTypes: [activity.activityType]
            )
        )
        for offer in try receiver.offers()
        where try !foreign.offers().isEmpty || (try? foreign.continueActivity(offer.id)) != nil {
            circle.watch.fault("an app of another team gets '\(activity.activityType)'")
        }
        try circle.remove(circle.receiver, by: circle.sender)
        let before = circle.messageCount
        try activity.becomeCurrent()
        for message in circle.network.carried.dropFirst(before)
        where (try? receiver.receive(message.bytes)) == true {
            circle.watch.fault("a device that was removed can read what is offered")
        }
        for offer in (try? receiver.offers()) ?? []
        where (try? receiver.continueActivity(offer.id)) != nil {
            circle.watch.fault("a device that was removed goes on with '\(activity.activityType)'")
        }
    }
}
