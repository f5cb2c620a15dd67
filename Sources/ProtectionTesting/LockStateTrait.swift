public import ProtectionModel
public import Testing

/// Runs a test once in each of some lock states, on a device of its own each time:
/// ``TestDevice/current``.
public struct LockStateTrait: TestTrait, SuiteTrait, TestScoping {
    let states: [LockState]
    let options: TestDevice.Options
    let prepare: @Sendable (TestDevice) async throws -> Void

    /// In a suite the trait counts for each test in it.
    public var isRecursive: Bool { true }

    /// Nothing around a whole suite: each test has its own devices.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    /// Runs the test in each state.
    ///
    /// - Throws: what preparing throws.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard TestDevice.currentDevice == nil else {
            return FailureReport(location: test.sourceLocation).fail(
                "two traits ask for a device: a test has one. Leave out that of the suite, or that of "
                    + "the test"
            )
        }
        try await withoutActuallyEscaping(function) { function in
            for state in states {
                try await StateRun(
                    state: state,
                    options: options,
                    report: FailureReport(location: test.sourceLocation)
                ).run(prepare: prepare) { _ in try await function() }
            }
        }
    }
}

extension Trait where Self == LockStateTrait {
    /// Runs the test before the first unlock, unlocked, in the grace and locked, with nothing prepared.
    public static var inEachLockState: Self { inEachLockState() }

    /// Runs the test before the first unlock, unlocked, in the grace and locked.
    ///
    /// `prepare` runs unlocked, for each state anew; the test has its device as ``TestDevice/current``.
    public static func inEachLockState(
        options: TestDevice.Options = .init(),
        preparing prepare: @escaping @Sendable (TestDevice) async throws -> Void = { _ in }
    ) -> Self {
        Self(
            states: [.beforeFirstUnlock, .unlocked, .locking, .locked],
            options: options,
            prepare: prepare
        )
    }

    /// Runs the test in each of these states.
    ///
    /// `prepare` runs unlocked, for each state anew; the test has its device as ``TestDevice/current``.
    public static func lockStates(
        _ states: LockState...,
        options: TestDevice.Options = .init(),
        preparing prepare: @escaping @Sendable (TestDevice) async throws -> Void = { _ in }
    ) -> Self {
        Self(states: states, options: options, prepare: prepare)
    }
}
