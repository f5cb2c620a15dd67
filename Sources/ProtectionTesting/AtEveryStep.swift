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
/// expected; what it must not do is lose data. Where it goes on after the disturbed operation was refused,
/// the step is run once more with a ``Disturbance/briefLock``: the unlock then comes while the same process
/// goes on. The test fails
/// - where `verify` or an expectation fails, or throws;
/// - when a file that was merely locked is deleted, emptied or replaced
///   (``TestDevice/allowLoss(at:)`` has exceptions);
/// - when something is written past the device, or `body` never touches the device;
/// - when a part of a run takes longer than `timeLimit`, or repeats operations without end.
///
/// The headline of a failure names the step and what happened; below it stand the seed and the last
/// operations, and the whole timeline is attached to the test.
///
/// `prepare` makes what is there before, and runs once, unlocked; `body` must take its files from the device
/// it is handed. Work that it starts on a queue, a thread or in a task counts, too: it is waited for until the
/// device has been quiet for a tenth of a second. `only` names the steps to disturb, from 1, to repeat what a
/// failure named.
///
/// `timeLimit` is how long `body`, or `verify`, may take in one run, in real time.
///
/// - Returns: how many steps there were, which failed, and how long it took.
/// - Throws: what `prepare` throws; what `body` or `verify` throws although nothing happened to the device.
/// - Complexity: quadratic in the number of operations.
@discardableResult
public func lockAtEveryStep(
    options: TestDevice.Options = .init(),
    only: ClosedRange<Int>? = nil,
    timeLimit: Duration = .seconds(60),
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
        timeLimit: timeLimit,
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
/// Everything else is as with ``lockAtEveryStep(options:only:timeLimit:fileID:filePath:line:column:preparing:running:verifying:)``.
///
/// A restart and a power loss end the process: what `body` still tries fails with ``ProcessEnded`` as the
/// cause, is not judged, and its task is cancelled; a body that does not unwind then is left behind. The app
/// is launched again before the first unlock: `relaunch` is what it does then. Without it that is `body`, on
/// a copy of the device that is unlocked after the first refusal, and only what it loses is told. At last
/// `verify` looks at the unlocked device. It and `relaunch` are handed another ``TestDevice`` than `body`,
/// with the same content: nothing of the process that ended is left in it.
///
/// - Returns: how many steps there were, which failed, and how long it took.
/// - Throws: what `prepare` throws; what `body` or `verify` throws although nothing happened to the device.
@discardableResult
public func disturbEveryStep(
    with disturbance: Disturbance,
    options: TestDevice.Options = .init(),
    only: ClosedRange<Int>? = nil,
    timeLimit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    preparing prepare: @escaping @Sendable (TestDevice) async throws -> Void = { _ in },
    running body: @escaping @Sendable (TestDevice) async throws -> Void,
    relaunching relaunch: (@Sendable (TestDevice) async throws -> Void)? = nil,
    verifying verify: @escaping @Sendable (TestDevice) async throws -> Void = { _ in }
) async throws -> StepReport {
    try await StepRunner(
        StepTest(
            disturbances: [disturbance],
            options: options,
            only: only,
            timeLimit: timeLimit,
            prepare: prepare,
            body: body,
            relaunch: relaunch,
            verify: verify
        ),
        FailureReport(fileID: fileID, filePath: filePath, line: line, column: column)
    ).run()
}
