import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import Testing

/// Runs code once to count its operations on files, and then again and again with a disturbance before
/// each of them in turn.
struct StepRunner: Sendable {
    typealias Body = @Sendable (TestDevice) async throws -> Void

    /// After so many failing steps the others are not run: they would say the same.
    static let failureLimit = 3
    @TaskLocal private static var isRunning = false

    let disturbance: Disturbance
    let options: TestDevice.Options
    /// The steps to disturb; nil for all.
    let only: ClosedRange<Int>?
    let prepare: Body
    let body: Body
    let verify: Body
    let report: FailureReport

    /// - Throws: what the body throws although nothing disturbs it; what the preparation throws.
    func run() async throws -> StepReport {
        guard !Self.isRunning else {
            report.fail(
                "a run at every step inside another: the steps of the inner one would be run for "
                    + "each step of the outer one. Give each a test of its own"
            )
            return StepReport(stepCount: 0, runCount: 0, failedSteps: [])
        }
        guard options.hasPasscode || disturbance != .lock && disturbance != .reboot else {
            report.fail(
                "a device without a passcode never locks: leave the option 'hasPasscode' as it is"
            )
            return StepReport(stepCount: 0, runCount: 0, failedSteps: [])
        }
        return try await Self.$isRunning.withValue(true) {
            let original = try await TestDevice(options: options, prepare: prepare)
            let retired = RetiredDevices()
            retired.add(original.monitor)
            defer { reportLateUse(retired) }
            guard let stepCount = try await countSteps(original, retired) else {
                return StepReport(stepCount: 0, runCount: 0, failedSteps: [])
            }
            return try await disturb(original, stepCount, retired)
        }
    }

    private func reportLateUse(_ retired: RetiredDevices) {
        let count = retired.lateUseCount
        guard count > 0 else { return }
        report.fail(
            "the device of an earlier run was used \(count) \(count == 1 ? "time" : "times"). Take all "
                + "files from the device that the body is handed, and let no task outlive the body"
        )
    }

    // MARK: Undisturbed

    /// - Returns: nil when the code cannot be judged, which the test has then been told.
    private func countSteps(
        _ original: TestDevice,
        _ retired: RetiredDevices
    ) async throws -> Int? {
        let device = try TestDevice(copying: original, run: 0)
        defer { retired.add(device.monitor) }
        let context = "In the run in which nothing happens (seed \(device.seed))"
        device.monitor.startCounting()
        let outcome = await report.run(device, context) { try await body(device) }
        let stepCount = device.monitor.stopCounting()
        if let error = outcome.error {
            report.attach(device)
            throw error
        }
        if let misuse = misuse(device, stepCount) {
            report.fail(misuse)
            return nil
        }
        // As after the other runs, wherever the body left it.
        try device.unlock()
        let verified = await report.run(device, context) { try await verify(device) }
        if let error = verified.error {
            report.attach(device)
            throw error
        }
        let isFaulty = verdict.findsFault(device, context)
        guard outcome.failureCount + verified.failureCount == 0, !isFaulty else { return nil }
        return stepCount
    }

    private func misuse(_ device: TestDevice, _ stepCount: Int) -> String? {
        guard stepCount > 0 else {
            let past = device.container.writtenPastDevice
            guard past.isEmpty else { return DeviceVerdict.text(past) }
            return
                "the body performed no operation on the files of its device. Hand `device.fileManager` or "
                + "`device.files` to the code under test, where it takes `FileManager.default` now; a "
                + "device of the body's own is not watched"
        }
        let handles = device.files.handleCounts.values.reduce(0, +)
        if handles > 0 {
            return
                "\(handles) \(handles == 1 ? "handle is" : "handles are") still open after the body. "
                + "Close what it opens, and keep no object that holds a handle outside of it: otherwise the "
                + "runs meet each other's handles"
        }
        if let only, !only.overlaps(1...stepCount) {
            return "the body has \(stepCount) \(stepCount == 1 ? "step" : "steps"), and only "
                + "\(only.lowerBound)...\(only.upperBound) were asked for"
        }
        return nil
    }

    private var verdict: DeviceVerdict { DeviceVerdict(report: report) }

    // MARK: Disturbed

    private func disturb(
        _ original: TestDevice,
        _ stepCount: Int,
        _ retired: RetiredDevices
    ) async throws -> StepReport {
        var failed: [Int] = []
        var runCount = 0
        // The power can also fail when everything is done.
        let last = disturbance == .crash && only == nil ? stepCount + 1 : stepCount
        let steps = (only ?? 1...last).clamped(to: 1...last)
        for step in steps {
            try Task.checkCancellation()
            runCount += 1
            guard try await fails(at: step, of: stepCount, original, retired) else { continue }
            failed.append(step)
            guard failed.count < Self.failureLimit || step == steps.upperBound else {
                let rest = steps.upperBound - step
                report.fail(
                    "\(failed.count) steps failed; the \(rest) after step \(step) "
                        + "\(rest == 1 ? "was" : "were") not run"
                )
                break
            }
        }
        return StepReport(stepCount: stepCount, runCount: runCount, failedSteps: failed)
    }

    private func fails(
        at step: Int,
        of stepCount: Int,
        _ original: TestDevice,
        _ retired: RetiredDevices
    ) async throws -> Bool {
        let device = try TestDevice(copying: original, run: step)
        defer { retired.add(device.monitor) }
        device.monitor.startCounting(disturbingStep: step) { [weak device] in
            if let device { disturbance.strike(device) }
        }
        let context = context(device, step, stepCount)
        let outcome = await report.run(device, context) { try await body(device) }
        let reached = device.monitor.stopCounting()
        let isUndisturbed = step <= stepCount && device.monitor.disturbed == nil
        if isUndisturbed { failUndisturbed(device, reached, outcome.error, context) }
        if step > stepCount { disturbance.strike(device) }
        // What the disturbance made the body throw is expected.
        try disturbance.recover(device)
        let later = self.context(device, step, stepCount)
        let verified = await report.run(device, later) { try await verify(device) }
        if let error = verified.error {
            report.fail(device, error, "\(later), the verification threw")
        }
        let isFaulty = verdict.findsFault(device, later)
        return isUndisturbed || isFaulty || verified.error != nil
            || outcome.failureCount + verified.failureCount > 0
    }

    /// A run did not reach the step that it had when nothing disturbed it.
    private func failUndisturbed(
        _ device: TestDevice,
        _ reached: Int,
        _ error: (any Error)?,
        _ context: String
    ) {
        if let error { return report.fail(device, error, "\(context), which it did not reach") }
        report.fail(
            "\(context): it made \(reached) \(reached == 1 ? "operation" : "operations"), so "
                + "nothing was disturbed. Each run must begin like the first: create again in the "
                + "body what remembers something, such as a shared object or a cache"
        )
    }

    private func context(_ device: TestDevice, _ step: Int, _ stepCount: Int) -> String {
        guard step <= stepCount else {
            return
                "In the run in which \(disturbance.sentence) after the last of \(stepCount) steps "
                + "(seed \(options.seed ?? device.seed))"
        }
        let operation = device.monitor.disturbed.map { ", \($0.sentence)" } ?? ""
        return "In the run in which \(disturbance.sentence) before step \(step) of \(stepCount)"
            + "\(operation) (`only: \(step)...\(step)` with seed \(options.seed ?? device.seed) repeats it)"
    }
}
