public import ProtectionModel
/// Runs `body` in each of some lock states, on a device of its own each time: the trait
/// ``Testing/Trait/inEachLockState(options:preparing:)`` for XCTest, and for parts of a test.
///
/// Unless said otherwise these are all the states that a phone with a passcode is in while it is on. `prepare`
/// makes what is there before; it runs unlocked, for each state anew. `body` is the code under test.
///
/// - Throws: what `prepare` or `body` throws.
public func inEachLockState(
    _ states: [LockState] = [.beforeFirstUnlock, .unlocked, .locking, .locked],
    options: TestDevice.Options = .init(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    preparing prepare: @escaping @Sendable (TestDevice) async throws -> Void = { _ in },
    running body: @escaping @Sendable (TestDevice) async throws -> Void
) async throws {
    for state in states {
        try await StateRun(
            state: state,
            options: options,
            report: FailureReport(
                fileID: fileID,
                filePath: filePath,
                line: line,
                column: column
            )
        ).run(prepare: prepare, body)
    }
}
