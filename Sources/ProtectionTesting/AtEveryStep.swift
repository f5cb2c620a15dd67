/// Runs `body` again and again, with the device locking before the first, second, … last of its
/// operations on files.
///
/// ```swift
/// @Test func savingSurvivesALock() async throws {
///     try await lockAtEveryStep { device in
///         try NoteStore(fileManager: device.fileManager).save("hello")
///     } verifying: { device in
///         let text = try NoteStore(fileManager: device.fileManager).load()
///         #expect(text == nil || text == "hello")
///     }
/// }
/// ```
///
/// First `body` runs undisturbed and its operations are counted; then it runs once for each of them on a
/// device of its own, which has what `prepare` put there. Each time `verify` looks, on the unlocked device,
/// at what is left, as the app does when it is used again. What `body` throws once the device has locked is
/// expected; what it must not do is lose data. The test fails
/// - where `verify` or an expectation fails, or throws;
/// - when a file that was merely locked is deleted, cut, replaced or recreated
///   (``TestDevice/allowLoss(at:)`` has exceptions);
/// - when something is written past the device, or `body` never touches the device.
///
/// A failure names the step, the seed and the last operations; the whole timeline is attached to the test.
///
/// `prepare` makes what is there before, and runs once, unlocked; `body` must take its files from the device
/// it is handed. `only` names the steps to disturb, from 1, to repeat what a failure named.
///
/// - Returns: how many steps there were, and which failed.
/// - Throws: what `prepare` throws; what `body` or `verify` throws although nothing happened to the device.
/// - Complexity: quadratic in the number of operations.
@discardableResult
public func lockAtEveryStep(
    options: TestDevice.Options = .init(),
    only: ClosedRange<Int>? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    preparing prepare: @escaping @Sendable (TestDevice) async throws -> Void = { _ in },
    running body: @escaping @Sendable (TestDevice) async throws -> Void,
    verifying verify: @escaping @Sendable (TestDevice) async throws -> Void = { _ in }
) async throws -> StepReport {
    try await disturbEveryStep(
        with: .lock,
        options: options,
        only: only,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column,
        preparing: prepare,
        running: body,
        verifying: verify
    )
}

/// Runs `body` again and again, with a disturbance before the first, second, … last of its operations on
/// files: a lock, a restart, a full disk, a power loss.
///
/// Everything else is as with ``lockAtEveryStep(options:only:fileID:filePath:line:column:preparing:running:verifying:)``.
///
/// - Returns: how many steps there were, and which failed.
/// - Throws: what `prepare` throws; what `body` or `verify` throws although nothing happened to the device.
@discardableResult
public func disturbEveryStep(
    with disturbance: Disturbance,
    options: TestDevice.Options = .init(),
    only: ClosedRange<Int>? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    preparing prepare: @escaping @Sendable (TestDevice) async throws -> Void = { _ in },
    running body: @escaping @Sendable (TestDevice) async throws -> Void,
    verifying verify: @escaping @Sendable (TestDevice) async throws -> Void = { _ in }
) async throws -> StepReport {
    try await StepRunner(
        disturbance: disturbance,
        options: options,
        only: only,
        prepare: prepare,
        body: body,
        verify: verify,
        report: FailureReport(
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    ).run()
}

/// The result of running the code under test with a disturbance at every step.
public struct StepReport: Sendable, Hashable {
    /// How many operations on files the code makes when nothing disturbs it.
    public let stepCount: Int
    /// How many of them were disturbed, each in a run of its own.
    public let runCount: Int
    /// The steps at which something was wrong.
    public let failedSteps: [Int]
}
