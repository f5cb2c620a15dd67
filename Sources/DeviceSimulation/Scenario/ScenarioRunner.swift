import KeyManagement
import ProtectedStore
import ProtectionModel
import Documents

/// Runs scenarios, each on a device of its own in memory: no waiting, the same result every time.
///
/// ```swift
/// for scenario in try ScenarioFile.load(text: text, file: "inbox.yml") {
///     let result = try ScenarioRunner().run(scenario)
///     print(result.passed)
/// }
/// ```
package struct ScenarioRunner: Sendable {
    /// A runner.
    package init() {}

    /// Runs every step, even after one that failed.
    ///
    /// - Throws: ``ScenarioError`` when the device cannot be made: for want of memory, say.
    package func run(_ scenario: Scenario) throws(ScenarioError) -> ScenarioResult {
        var stage = ScenarioStage(try Self.device(of: scenario), scenario.device.identifiers)
        var results: [StepResult] = []
        results.reserveCapacity(scenario.steps.count)
        for (index, step) in scenario.steps.enumerated() {
            results.append(Self.run(step, index, on: &stage))
        }
        return ScenarioResult(file: scenario.file, name: scenario.name, steps: results)
    }

    private static func device(
        of scenario: Scenario
    ) throws(ScenarioError) -> SimulatedDevice {
        do {
            return try SimulatedDevice(scenario.device)
        } catch {
            let failure = ProtectionError(error, path: nil)
            throw ScenarioError(
                failure.code,
                "the device cannot be made: \(failure.message)",
                file: scenario.file
            )
        }
    }

    private static func run(
        _ step: ScenarioStep,
        _ index: Int,
        on stage: inout ScenarioStage
    ) -> StepResult {
        var got = StepFacts()
        var message: String?
        do {
            got = try stage.perform(step.operation)
        } catch {
            let error = ProtectionError(error, path: nil)
            got[.error] = .text(error.code.description)
            message = error.message
        }
        stage.compareAndKeep(step, &got)
        got.dropLargeContent(keeping: step.expected)
        let lock = stage.device.lockMachine
        got[.state] = .text(lock.state.rawValue)
        got[.protectedDataAvailable] = .flag(lock.isProtectedDataAvailable)
        return StepResult(
            index: index,
            name: step.name,
            line: step.location.line,
            got: got,
            expected: step.expected,
            shortfalls: step.expected.shortfalls(of: got),
            message: message,
            state: lock.state,
            at: stage.device.clock.now()
        )
    }
}
