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
        let context = "In the state \(state.rawValue) (seed \(device.seed))"
        let outcome = await report.run(device, context) { try await body(device) }
        if let error = outcome.error { report.fail(device, error, context) }
        DeviceVerdict(report: report).findsFault(device, context)
        if !device.monitor.isUsed, !device.container.isAskedFor {
            report.fail(
                "the test does not use its device: take it from `try TestDevice.current`, or from the "
                    + "closure's argument, and hand its `fileManager` to the code under test"
            )
        }
    }
}
