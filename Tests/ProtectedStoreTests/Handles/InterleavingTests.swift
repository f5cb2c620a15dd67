import DeviceSimulation
import ProtectedStore
import TestSupport
import Testing

@Suite("Two processes on one file at the same moment")
struct InterleavingTests {
    private typealias Ending = (outcomes: [SharedFileStep.Outcome], state: [String])

    @Test(
        "what comes out is what one after the other would give",
        arguments: SharedFileStep.allCases,
        SharedFileStep.allCases
    )
    func pair(first: SharedFileStep, second: SharedFileStep) throws {
        try check(first, second, hasLog: false)
    }

    @Test(
        "so it is with a write that folds under an open handle",
        arguments: [SharedFileStep.append, .overwrite, .truncate],
        SharedFileStep.allCases
    )
    func folding(first: SharedFileStep, second: SharedFileStep) throws {
        try check(first, second, hasLog: true)
    }

    /// Takes the second step before each system call of the first.
    private func check(
        _ first: SharedFileStep,
        _ second: SharedFileStep,
        hasLog: Bool
    ) throws {
        let forwards = try ending([first, second], hasLog)
        let backwards = try ending([second, first], hasLog)
        // A caller that is told the file is busy has changed nothing.
        let firstAlone = try ending([first], hasLog)
        let secondAlone = try ending([second], hasLog)
        let busy = SharedFileStep.Outcome.refused(.busy)
        let allowed: [Ending] = [
            forwards, (backwards.outcomes.reversed(), backwards.state),
            (firstAlone.outcomes + [busy], firstAlone.state),
            ([busy] + secondAlone.outcomes, secondAlone.state),
        ]
        for call in 0..<(try callCount(first, hasLog)) {
            let scene = try SharedFileScene(hasLog: hasLog)
            let outcomes = try scene.run(first, interruptedBy: second, at: call)
            let state = try scene.state()
            #expect(
                allowed.contains { $0.outcomes == outcomes && $0.state == state },
                "call \(call): \(outcomes), \(state), not \(allowed)"
            )
        }
    }

    private func callCount(_ step: SharedFileStep, _ hasLog: Bool) throws -> Int {
        let scene = try SharedFileScene(hasLog: hasLog)
        return scene.device.callCount { _ = scene.outcome(step, of: scene.device.device.files) }
    }

    private func ending(_ steps: [SharedFileStep], _ hasLog: Bool) throws -> Ending {
        let scene = try SharedFileScene(hasLog: hasLog)
        let outcomes = try steps.map {
            scene.outcome($0, of: try scene.device.device.secondStore())
        }
        return (outcomes, try scene.state())
    }
}
