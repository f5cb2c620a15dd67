import ProtectionModel

/// One run of a test's body in one lock state.
struct StateRun: Sendable {
    let state: LockState
    let options: TestDevice.Options
    let report: FailureReport

    /// - Throws: what preparing throws; what the body throws.
    func run(
        prepare: @Sendable (TestDevice) async throws -> Void,
        _ body: @escaping @Sendable (TestDevice) async throws -> Void
    ) async throws {
        let device = try await TestDevice(in: state, options: options, prepare: prepare)
        let context = "In the state \(state.rawValue) (seed \(device.seed))"
        _ = try await report.run(device, context) {
            try await TestDevice.$currentDevice.withValue(device) { try await body(device) }
        }
        for loss in device.monitor.takeLosses() {
            report.fail(FailureReport.text(device, "\(loss).\n\(context)"))
        }
    }
}
