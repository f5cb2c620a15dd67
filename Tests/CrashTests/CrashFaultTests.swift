import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import SystemPackage
import Testing

@Suite("power loss and faults: crash after a call that failed")
struct CrashFaultTests {
    @Test(
        "a sync that fails, at any place, takes nothing that was acknowledged",
        arguments: CrashScenario.all
    )
    func failingSync(_ scenario: CrashScenario) throws {
        try fail(
            scenario,
            where: { $0 == .synchronize },
            [.failSynchronize(.ioError, .kept), .failSynchronize(.ioError, .reverted)]
        )
    }

    @Test(
        "a call that fails, at any place, leaves old or new and nothing that cannot be collected",
        arguments: CrashScenario.all
    )
    func failingCall(_ scenario: CrashScenario) throws {
        try fail(
            scenario,
            where: { $0 != .close && $0 != .synchronize },
            [.fail(.ioError)]
        )
    }

    @Test(
        "a full disk, at any place, leaves old or new",
        arguments: CrashScenario.all
    )
    func fullDisk(_ scenario: CrashScenario) throws {
        let growing: Set<SystemCall> = [.open, .write, .makeDirectory, .rename]
        try fail(scenario, where: growing.contains, [.fail(.noSpace)])
    }

    /// A step, and a call in it.
    private struct Place {
        let step: Int
        let call: Int
    }

    private func countCalls(
        _ run: CrashRun,
        where isWanted: @escaping @Sendable (SystemCall) -> Bool
    ) throws -> [Place] {
        let places = Mutex<[Place]>([])
        for (index, step) in run.scenario.steps.enumerated() {
            run.session.faults.install(
                FaultPlan { call, sort in
                    guard isWanted(sort) else { return }
                    places.withLock { $0.append(Place(step: index, call: call)) }
                }
            )
            try step.run(run.session)
            run.session.faults.install(FaultPlan())
        }
        return places.withLock { $0 }
    }

    private func fail(
        _ scenario: CrashScenario,
        where isWanted: @escaping @Sendable (SystemCall) -> Bool,
        _ faults: [FaultPlan.Fault]
    ) throws {
        let recording = try CrashRecording(scenario)
        let prepared = try CrashRun.prepare(scenario)
        let places = try countCalls(CrashRun(scenario, on: prepared), where: isWanted)
        // Evenly spread where there are too many; `make crash` takes them all.
        let count = min(places.count, CrashTests.limit)
        for number in 0..<count {
            let place = places[number * places.count / count]
            for fault in faults {
                let run = try CrashRun(scenario, on: prepared)
                try fail(run, recording, at: place, fault)
            }
        }
    }

    private func fail(
        _ run: CrashRun,
        _ recording: CrashRecording,
        at place: Place,
        _ fault: FaultPlan.Fault
    ) throws {
        let scenario = run.scenario
        for step in scenario.steps[..<place.step] { try step.run(run.session) }
        run.session.faults.install(FaultPlan([.call(place.call): fault]))
        var failure: (any Error)?
        do { try scenario.steps[place.step].run(run.session) } catch { failure = error }
        run.session.faults.install(FaultPlan())
        let floor = recording.floors[failure == nil ? place.step + 1 : place.step]
        let expectation = recording.expectation(
            floor...place.step + 1,
            isGuessing: scenario.guesses && failure != nil
        )
        for choice in [PowerLossChoice.keepAll, .dropAll] {
            let problems = expectation.violations(on: run.disk.crash(choice))
            #expect(
                problems.isEmpty,
                """
                step \(place.step), call \(place.call), \(fault), \(choice), \
                thrown: \(failure.map { "\($0)" } ?? "nothing")
                """
            )
        }
    }
}
