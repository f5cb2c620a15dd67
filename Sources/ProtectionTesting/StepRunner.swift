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
                "a run at every step inside another one: the steps of the inner one would be run for "
                    + "each step of the outer one. Give each a test of its own"
            )
            return StepReport(stepCount: 0, runCount: 0, failedSteps: [])
        }
        return try await Self.$isRunning.withValue(true) {
            let original = try await TestDevice(options: options, prepare: prepare)
            let retired = RetiredDevices()
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
        let context = "In the run in which nothing happens (seed \(device.seed))"
        var stepCount = 0
        var isSound = true
        device.monitor.startCounting()
        _ = try await report.run(device, context) { try await body(device) }
        stepCount = device.monitor.stopCounting()
        let handles = device.files.handleCounts.values.reduce(0, +)
        if stepCount == 0 {
            isSound = false
            report.fail(misuse(device))
        } else if handles > 0 {
            isSound = false
            report.fail(
                "\(handles) \(handles == 1 ? "handle is" : "handles are") still open after the body. "
                    + "Close what it opens, and keep no object that holds a handle outside of it: else "
                    + "the runs meet each other's handles"
            )
        }
        _ = try await report.run(device, context) { try await verify(device) }
        if findsFault(device, context) { isSound = false }
        retired.add(device.monitor)
        return isSound ? stepCount : nil
    }

    private func misuse(_ device: TestDevice) -> String {
        let past = device.container.writtenPastDevice
        guard past.isEmpty else { return Self.text(past) }
        return
            "the body made no operation on the files of its device. Hand `device.fileManager` or "
            + "`device.files` to the code under test, where it takes `FileManager.default` now; a device "
            + "of the body's own is not watched"
    }

    // MARK: Disturbed

    private func disturb(
        _ original: TestDevice,
        _ stepCount: Int,
        _ retired: RetiredDevices
    ) async throws -> StepReport {
        var failed: [Int] = []
        var runCount = 0
        let steps = (only ?? 1...stepCount).clamped(to: 1...stepCount)
        for step in steps {
            runCount += 1
            guard try await fails(at: step, of: stepCount, original, retired) else { continue }
            failed.append(step)
            guard failed.count < Self.failureLimit || step == steps.upperBound else {
                report.fail(
                    "\(failed.count) steps failed; the \(steps.upperBound - step) behind step \(step) "
                        + "were not run"
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
        // As many as the first run had; one that goes another way may have fewer.
        device.monitor.startCounting(disturbingStep: step) { [weak device] in
            if let device { disturbance.strike(device) }
        }
        var isFailed = false
        do {
            let context = context(device, step, stepCount)
            isFailed = try await report.run(device, context) { try await body(device) } > 0
        } catch {
            // What the disturbance made it throw is the body's good right.
            if device.monitor.disturbed == nil {
                isFailed = true
                report.fail("the body failed before \(disturbance.sentence): \(error)")
            }
        }
        device.monitor.stopCounting()
        let context = context(device, step, stepCount)
        try disturbance.recover(device)
        do {
            if try await report.run(device, context, { try await verify(device) }) > 0 {
                isFailed = true
            }
        } catch {
            isFailed = true
            report.fail(FailureReport.text(device, "\(context): the verification threw \(error)"))
            report.attach(device)
        }
        if findsFault(device, context) { isFailed = true }
        retired.add(device.monitor)
        return isFailed
    }

    private func context(_ device: TestDevice, _ step: Int, _ stepCount: Int) -> String {
        let operation = device.monitor.disturbed.map { ", \($0.sentence)" } ?? ""
        return "In the run in which \(disturbance.sentence) before step \(step) of \(stepCount)"
            + "\(operation) (`only: \(step)...\(step)` with seed \(options.seed ?? device.seed) repeats it)"
    }

    /// What the code did that no code may do.
    private func findsFault(_ device: TestDevice, _ context: String) -> Bool {
        var faults = device.monitor.takeLosses().map(\.description)
        let past = device.container.writtenPastDevice
        if !past.isEmpty { faults.append(Self.text(past)) }
        for fault in faults {
            report.fail(FailureReport.text(device, "\(fault).\n\(context)"))
        }
        if !faults.isEmpty { report.attach(device) }
        return !faults.isEmpty
    }

    private static func text(_ past: [DevicePath]) -> String {
        let names = past.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        return
            "\(names) \(past.count == 1 ? "was" : "were") written past the device, with Foundation's "
            + "own `write(to:)` or the like: nothing protects that. Write with "
            + "`fileManager.write(_:to:options:)` or `write(to:options:on:)`"
    }
}
