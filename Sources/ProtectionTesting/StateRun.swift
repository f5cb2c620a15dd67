import ProtectionModel
import Testing

/// One run of a test's body in one lock state.
struct StateRun: Sendable {
    let state: LockState
    let options: TestDevice.Options
    let report: FailureReport

    /// A body that throws fails the test, and the other states have their turn.
    ///
    /// - Throws: what preparing throws.
    func run(
        prepare: @Sendable (TestDevice) async throws -> Void,
        _ body: @escaping @Sendable (TestDevice) async throws -> Void
    ) async throws {
        let device = try await TestDevice(in: state, options: options, prepare: prepare)
        device.monitor.isUsed = false
        let context = RunContext(
            headline: "in the state \(state.rawValue)",
            details: "The seed was \(device.seed)."
        )
        let (_, error) = await report.run(device, { context }) { () -> (any Error)? in
            do {
                try await device.bound { try await body(device) }
                return nil
            } catch { return error }
        }
        if let error { report.fail(device, "\(context.headline): \(error)", context.details) }
        let work = await device.settle { [weak device] in device?.monitor.isUsed == false }
        if let note = work.jobNote {
            report.warn("\(context.headline): \(note)", context.details)
        }
        device.container.work.close()
        DeviceVerdict(report: report).findsFault(device, context)
        if !device.monitor.isUsed, !device.container.isAskedFor {
            report.fail(
                "\(context.headline): the test does not use its device",
                "Take it from `try TestDevice.current`, or from the closure's argument, and hand its "
                    + "`fileManager` to the code under test."
            )
        }
    }
}
