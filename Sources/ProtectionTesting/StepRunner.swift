import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import Synchronization
import Testing

/// Runs code once to count its operations on files, and then again and again with a disturbance before
/// each of them in turn.
struct StepRunner: Sendable {
    /// After so many failing steps the others are not run: they would say the same.
    static let failureLimit = 3
    @TaskLocal private static var isRunning = false

    let test: StepTest
    let report: FailureReport
    private let stage: RunStage
    private let retired = RetiredDevices()

    init(_ test: StepTest, _ report: FailureReport) {
        self.test = test
        self.report = report
        stage = RunStage(report, within: test.timeLimit)
    }

    /// - Throws: what the body throws although nothing disturbs it; what the preparation throws.
    func run() async throws -> StepReport {
        guard !Self.isRunning else {
            report.fail(
                "a run at every step inside another: give each a test of its own",
                "The steps of the inner one would be run for each step of the outer one."
            )
            return StepReport()
        }
        guard test.options.hasPasscode || !test.disturbances.contains(where: \.needsPasscode)
        else {
            report.fail(
                "a device without a passcode never locks",
                "Leave the option 'hasPasscode' as it is."
            )
            return StepReport()
        }
        return try await Self.$isRunning.withValue(true) {
            let start = stage.timer.now()
            let original = try await TestDevice(options: test.options, prepare: test.prepare)
            retired.add(original)
            defer { reportLateUse() }
            var result = StepReport()
            guard try await countSteps(original, &result) else { return result }
            for disturbance in test.disturbances {
                guard try await disturb(original, with: disturbance, since: start, &result)
                else { break }
            }
            result.failedSteps.sort()
            result.elapsed = stage.timer.now() - start
            return result
        }
    }

    private func reportLateUse() {
        let use = retired.lateUse
        guard let first = use.first else { return }
        report.fail(
            "the device of an earlier run was used \(use.count) \(use.count == 1 ? "time" : "times"), first "
                + "to `\(first.sentence)`",
            "Take all files from the device that the body is handed, save no absolute path, as each run's "
                + "container is elsewhere, and let no task outlive the body: work "
                + "whose end nothing tells is waited for only until the device has been quiet for "
                + "\(WorkWatch.quiet.inSeconds)."
        )
    }

    // MARK: Undisturbed

    /// - Returns: false when the code cannot be judged, which the test has then been told.
    private func countSteps(
        _ original: TestDevice,
        _ result: inout StepReport
    ) async throws -> Bool {
        let device = try TestDevice(copying: original, run: 0)
        defer { retired.add(device) }
        let context = RunContext(
            headline: "in the run in which nothing happens",
            details: "The seed was \(device.seed)."
        )
        device.monitor.startCounting()
        let inTime = Mutex(0)
        let run = await stage.perform(
            device,
            learning(device),
            { context }
        ) { [test] device in
            try await test.body(device)
            inTime.withLock { $0 = device.monitor.progress.stepCount }
        }
        result.stepCount = device.monitor.stopCounting()
        result.lateOperationCount = result.stepCount - inTime.withLock { $0 }
        result.learn(run.work)
        if run.didOverrun { return false }
        try rethrow(run, device)
        if let misuse = misuse(device, result.stepCount) {
            report.fail(misuse.headline, misuse.details)
            return false
        }
        // As after the other runs, wherever the body left it.
        try test.conclude(device)
        let terms = RunStage.Terms(patience: .init(known: run.work))
        let verified = await stage.perform(device, terms, { context }, test.verify)
        try rethrow(verified, device)
        let isFaulty = DeviceVerdict(report: report).findsFault(device, context)
        return run.failureCount + verified.failureCount == 0 && !isFaulty && !verified.didOverrun
    }

    /// All is waited for that comes, and for a while that something comes at all.
    private func learning(_ device: TestDevice) -> RunStage.Terms {
        RunStage.Terms(
            patience: .init(isThorough: true) { [weak device, test] in
                !test.mayDoNothing && device?.monitor.progress.stepCount == 0
            }
        )
    }

    private func rethrow(_ part: RunStage.Part, _ device: TestDevice) throws {
        guard let error = part.outcome.error else { return }
        report.attach(device)
        throw error
    }

    private func misuse(_ device: TestDevice, _ stepCount: Int) -> RunContext? {
        if let misuse = test.misuse(device) { return misuse }
        guard stepCount > 0 || test.mayDoNothing else {
            let past = device.container.writtenPastDevice
            guard past.isEmpty else {
                return RunContext(
                    headline: DeviceVerdict.headline(past),
                    details: DeviceVerdict.advice
                )
            }
            return RunContext(
                headline: "the body performed no operation on the files of its device",
                details:
                    "Hand `device.fileManager` or `device.files` to the code under test, where it takes "
                    + "`FileManager.default` now; a device of the body's own is not watched. Work that it "
                    + "starts elsewhere was waited for \(WorkWatch.longest.inSeconds)."
            )
        }
        let handles = device.files.handleCounts.values.reduce(0, +)
        if handles > 0 {
            return RunContext(
                headline:
                    "\(handles) \(handles == 1 ? "handle is" : "handles are") still open after the body",
                details:
                    "Close what it opens, and keep no object that holds a handle outside of it: "
                    + "otherwise the runs meet each other's handles."
            )
        }
        if let only = test.only, test.disturbances.allSatisfy({ steps($0, stepCount).isEmpty }) {
            let steps = "\(stepCount) \(stepCount == 1 ? "step" : "steps")"
            return RunContext(
                headline: "the body has \(steps), and only "
                    + "\(only.lowerBound)...\(only.upperBound) were asked for",
                details: ""
            )
        }
        return nil
    }

    // MARK: Disturbed

    /// The steps that are disturbed so.
    private func steps(_ disturbance: any StepDisturbance, _ stepCount: Int) -> [Int] {
        disturbance.steps(of: stepCount).filter { test.only?.contains($0) ?? true }
    }

    /// - Returns: false when the others are not to be run.
    private func disturb(
        _ original: TestDevice,
        with disturbance: any StepDisturbance,
        since beginning: Duration,
        _ result: inout StepReport
    ) async throws -> Bool {
        let steps = steps(disturbance, result.stepCount)
        var failureCount = 0
        for (index, step) in steps.enumerated() {
            try Task.checkCancellation()
            let start = stage.timer.now()
            let finding = try await finding(at: step, original, disturbance, &result)
            let now = stage.timer.now()
            result.took(now - start, at: step)
            result.elapsed = now - beginning
            guard finding.isFaulty else { continue }
            failureCount += 1
            if !result.failedSteps.contains(step) { result.failedSteps.append(step) }
            guard finding.didOverrun || failureCount >= Self.failureLimit else { continue }
            let rest = steps.count - index - 1
            if rest > 0 { reportRest(rest, after: step, failureCount, result) }
            if finding.didOverrun { return false }
            break
        }
        return true
    }

    private func reportRest(
        _ rest: Int,
        after step: Int,
        _ failureCount: Int,
        _ result: StepReport
    ) {
        report.fail(
            "\(failureCount) \(failureCount == 1 ? "step" : "steps") failed; the "
                + "\(rest) after step \(step) \(rest == 1 ? "was" : "were") not run",
            "Most likely they would say the same. So far: \(result)"
        )
    }

    /// Disturbs a step; where the code goes on after a lock refused it something, again with an unlock
    /// that comes while it does.
    private func finding(
        at step: Int,
        _ original: TestDevice,
        _ disturbance: any StepDisturbance,
        _ result: inout StepReport
    ) async throws -> StepFinding {
        var run = StepRun(
            step: step,
            disturbance: disturbance,
            result: result,
            test: test,
            stage: stage,
            report: report,
            retired: retired,
            seed: original.seed
        )
        let finding = try await run.run(original)
        result.runCount += 1
        take(finding, &result)
        guard let repetition = disturbance.repetition, finding.wentOnAfterRefusal,
            !finding.isFaulty
        else { return finding }
        run.disturbance = repetition
        result.runCount += 1
        let later = try await run.run(original)
        take(later, &result)
        return later
    }

    private func take(_ finding: StepFinding, _ result: inout StepReport) {
        result.notes += finding.notes
        for remark in finding.remarks where !result.notes.contains(remark.headline) {
            report.warn(remark.headline, remark.explanation)
            result.notes.append(remark.headline)
        }
    }
}

/// What a test asks for.
struct StepTest: Sendable {
    typealias Body = RunStage.Body

    let disturbances: [any StepDisturbance]
    let options: TestDevice.Options
    /// The steps to disturb; nil for all.
    let only: ClosedRange<Int>?
    /// How long one part of a run may take, in real time.
    let timeLimit: Duration
    let prepare: Body
    let body: Body
    /// What the app does at its next launch, before the first unlock; nil for the body, on a copy.
    let relaunch: Body?
    let verify: Body
    /// How long the next launch may wait, doing nothing, until a user unlocks the device, in real time;
    /// nil for ever.
    var unlockAfterLaunch: Duration? = Disturbance.briefLock.unlockAfterIdling
    /// Brings the device to where the verification finds it.
    var conclude: @Sendable (TestDevice) throws -> Void = { try $0.unlock() }
    /// What is wrong with the test, as the undisturbed run shows; nil for nothing.
    var misuse: @Sendable (TestDevice) -> RunContext? = { _ in nil }
    /// Whether the body need not use the device.
    var mayDoNothing = false
}
