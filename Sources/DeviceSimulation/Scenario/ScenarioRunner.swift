import KeyManagement
import ProtectedStore
import ProtectionModel
import Documents

/// Runs scenarios, each on devices of its own in memory: no waiting, the same result every time.
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
    /// - Throws: ``ScenarioError`` when a device cannot be made: for want of memory, say.
    package func run(_ scenario: Scenario) throws(ScenarioError) -> ScenarioResult {
        var stages = try Self.stages(of: scenario)
        let numbers = Dictionary(
            uniqueKeysWithValues: scenario.devices.enumerated().map { ($1.name ?? "", $0) }
        )
        var results: [StepResult] = []
        results.reserveCapacity(scenario.steps.count)
        var kept: [String: FactValue] = [:]
        for (index, step) in scenario.steps.enumerated() {
            let number = numbers[step.device ?? ""] ?? 0
            // What one device kept another can be compared with.
            swap(&stages[number].kept, &kept)
            results.append(Self.run(step, index, on: &stages[number]))
            swap(&stages[number].kept, &kept)
        }
        return ScenarioResult(file: scenario.file, name: scenario.name, steps: results)
    }

    private static func stages(
        of scenario: Scenario
    ) throws(ScenarioError) -> [ScenarioStage] {
        do {
            guard scenario.devices.count > 1 else {
                return [
                    ScenarioStage(
                        try SimulatedDevice(scenario.device),
                        scenario.device.identifiers
                    )
                ]
            }
            let circle = SimulatedCircle(seed: scenario.seed)
            return try scenario.devices.enumerated().map { number, named in
                var device = named.device
                // What is left to a default is not the same on two devices.
                device.seed ^= scenario.seed ^ UInt64(number + 1) << 32
                let simulated = try SimulatedDevice(device, clock: circle.clock)
                let member = circle.add(named.name ?? "", simulated)
                return ScenarioStage(
                    simulated,
                    device.identifiers,
                    at: StagePlace(circle, member)
                )
            }
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
            if error.code == .noApplication { got[.openedBy] = .text(OpenerWord.nothing.rawValue) }
        }
        stage.compareAndKeep(step, &got)
        got.dropLargeContent(keeping: step.expected)
        let lock = stage.device.lockMachine
        got[.state] = .text(lock.state.rawValue)
        got[.protectedDataAvailable] = .flag(lock.isProtectedDataAvailable)
        return StepResult(
            index: index,
            device: step.device,
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
