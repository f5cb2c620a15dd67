import ProtectedStore
import SimulatedDisk

/// One run, or for restarts one and the next launch, in which something happens before a step.
struct StepRun: Sendable {
    /// A run may make so many times the operations of the undisturbed one, and some more.
    private static let repetitions = 100

    /// The step that is disturbed, from 1; 0 for before the body, one more than there are for after the last.
    let step: Int
    var disturbance: any StepDisturbance
    /// What is known of the undisturbed run.
    let result: StepReport
    let test: StepTest
    let stage: RunStage
    let report: FailureReport
    let retired: RetiredDevices
    /// The seed that the devices have.
    let seed: UInt64

    func run(_ original: TestDevice) async throws -> StepFinding {
        let device = try TestDevice(copying: original, run: step)
        defer { retired.add(device) }
        let disturbance = disturbance
        if step == 0 { disturbance.strike(device) }
        let comesByItself = isAfterLast && disturbance.awaitEnd(of: device, step)
        device.monitor.startCounting(disturbingStep: comesByItself ? nil : step) { [weak device] in
            if let device { disturbance.strike(device) }
        }
        let ran = await stage.perform(
            device,
            terms(disturbance.unlockAfterIdling, known: result.work) { [weak device] in
                device.map { isUnreached($0) } ?? false
            },
            { [weak device] in context(device?.monitor.disturbed) },
            test.body
        )
        let progress = device.monitor.progress
        device.monitor.stopCounting()
        var finding = StepFinding(wentOnAfterRefusal: progress.wentOnAfterRefusal)
        finding.take(ran)
        if !finding.didOverrun, isUnreached(device) {
            failUndisturbed(device, progress.stepCount, ran.outcome.error)
            finding.isFaulty = true
        }
        // A device that was taken from a body that did not end shows nothing more.
        guard !finding.didOverrun else { return finding }
        if isAfterLast, !comesByItself { disturbance.strike(device) }
        try await lookAfterwards(device, &finding)
        return finding
    }

    private func terms(
        _ unlockAfterIdling: Duration?,
        known: BackgroundWork?,
        _ isMissing: @escaping @Sendable () -> Bool = { false }
    ) -> RunStage.Terms {
        RunStage.Terms(
            operationLimit: (result.stepCount + 100) * Self.repetitions,
            unlockAfterIdling: unlockAfterIdling,
            patience: .init(known: known, mustEnd: known != nil, isMissing: isMissing)
        )
    }

    private var isAfterLast: Bool { step > result.stepCount }

    private func isUnreached(_ device: TestDevice) -> Bool {
        step > 0 && !isAfterLast && device.monitor.disturbed == nil
    }

    /// What is left: as the next launch finds it, and then as the user does, unlocked.
    private func lookAfterwards(_ device: TestDevice, _ finding: inout StepFinding) async throws {
        let disturbed = device.monitor.disturbed
        // What did not come is not made up for by what would come after the end.
        let next = isUnreached(device) ? device : try disturbance.recover(device)
        defer { if next !== device { retired.add(next) } }
        if next !== device {
            finding.isFaulty =
                DeviceVerdict(report: report).findsFault(device, context(disturbed))
                || finding.isFaulty
            try await relaunch(next, disturbed, &finding)
            guard !finding.didOverrun else { return }
        }
        try test.conclude(next)
        let context = context(disturbed)
        let verified = await stage.perform(
            next,
            .init(patience: .init(known: result.work)),
            { context },
            test.verify
        )
        finding.take(verified)
        if let error = verified.outcome.error {
            report.fail(
                next,
                "\(context.headline): the verification threw \(error)",
                context.details
            )
            finding.isFaulty = true
        }
        let verdict = DeviceVerdict(report: report)
        finding.isFaulty = verdict.findsFault(next, context) || finding.isFaulty
        finding.remarks = next.monitor.takeRemarks()
        if !finding.isFaulty { finding.notes += verdict.notes(next, context) }
    }

    /// Launches the app before the first unlock; what it throws then is expected.
    private func relaunch(
        _ device: TestDevice,
        _ disturbed: FileOperation?,
        _ finding: inout StepFinding
    ) async throws {
        guard test.options.hasPasscode else { return }
        // The body would store once more what it stores, so it has a copy, of which only losses are told.
        let used =
            test.relaunch == nil
            ? try TestDevice(restarting: device, keeping: .keepAll) : device
        defer { if used !== device { retired.add(used) } }
        used.monitor.startCounting()
        if test.unlockAfterLaunch != nil { used.expectUnlock(afterRefusal: test.relaunch == nil) }
        let context = context(disturbed, "at the launch before the first unlock")
        let ran = await stage.perform(
            used,
            // What the app does at its next launch nobody has seen undisturbed.
            terms(
                test.unlockAfterLaunch,
                known: test.relaunch == nil ? result.work : nil
            ),
            { context },
            test.relaunch ?? test.body
        )
        used.monitor.stopCounting()
        _ = used.monitor.takeUnlock()
        finding.take(ran)
        if used !== device {
            finding.isFaulty =
                DeviceVerdict(report: report).findsFault(used, context) || finding.isFaulty
        }
    }

    /// A run did not reach the step that it had when nothing disturbed it.
    private func failUndisturbed(_ device: TestDevice, _ reached: Int, _ error: (any Error)?) {
        let context = context(nil)
        if let error {
            return report.fail(
                device,
                "\(context.headline), which it did not reach: \(error)",
                context.details
            )
        }
        report.fail(
            "\(context.headline): it made \(reached) \(reached == 1 ? "operation" : "operations"), so "
                + "nothing was disturbed",
            "Each run must begin like the first: create again in the body what remembers something, such "
                + "as a shared object or a cache. \(context.details)"
        )
    }

    private func context(_ operation: FileOperation?, _ phase: String? = nil) -> RunContext {
        let place =
            isAfterLast
            ? "\(disturbance.place(afterLastOf: result.stepCount)): \(disturbance.name)"
            : step == 0
                ? "before the first step: \(disturbance.name)"
                : "at step \(step) of \(result.stepCount): \(disturbance.name)"
                    + (operation.map { " before `\($0.sentence)`" } ?? "")
        let late = result.lateOperationCount > 0 ? " \(result.lateSentence)." : ""
        return RunContext(
            headline: place + (phase.map { ", \($0)" } ?? ""),
            details: (step > result.stepCount
                ? "The seed was \(seed)."
                : "Repeat it with seed \(seed) and `only: \(step)...\(step)`.") + late
        )
    }
}

/// What a disturbed step showed.
struct StepFinding: Sendable {
    /// Whether something was wrong.
    var isFaulty = false
    /// Whether something did not end.
    var didOverrun = false
    /// Whether the code went on after the disturbed operation was refused.
    let wentOnAfterRefusal: Bool
    var notes: [String] = []
    var remarks: [Remark] = []

    init(wentOnAfterRefusal: Bool) { self.wentOnAfterRefusal = wentOnAfterRefusal }

    mutating func take(_ part: RunStage.Part) {
        if part.failureCount > 0 || part.didOverrun { isFaulty = true }
        if part.didOverrun { didOverrun = true }
    }
}
