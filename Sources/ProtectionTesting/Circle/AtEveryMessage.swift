/// Runs `body` again and again on two devices of one user, with one of them locking before the first, second, … last
/// message between them.
///
/// ```swift
/// @Test func goingOnWithANote() async throws {
///     try await lockAtEveryMessage(of: .receiver) { circle in
///         let activity = try Notes.edit("Shopping", on: circle.sender.handoff)
///         guard let offer = try circle.receiver.handoff.offers().first else { return }
///         try circle.receiver.handoff.continueActivity(offer.id).close()
///     }
/// }
/// ```
///
/// As ``disturbAtEveryMessage(_:options:only:timeLimit:fileID:filePath:line:column:preparing:running:verifying:)`` with
/// nothing but a ``MessageDisturbance/lock(_:)``.
///
/// - Returns: how many messages there were, which failed, and how long it took.
/// - Throws: what `body` or `verify` throws although nothing happened; what `prepare` throws.
@discardableResult
public func lockAtEveryMessage(
    of side: MessageDisturbance.Side,
    options: TestDevice.Options = .init(),
    only: ClosedRange<Int>? = nil,
    timeLimit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    preparing prepare: @escaping MessageTest.Body = { _ in },
    running body: @escaping MessageTest.Body,
    verifying verify: @escaping MessageTest.Body = { _ in }
) async throws -> StepReport {
    try await disturbAtEveryMessage(
        [.lock(side)],
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

/// Runs `body` again and again on two devices of one user, with something happening to the first, second, … last message
/// between them, or to a device just before it.
///
/// First `body` runs undisturbed and the messages are counted, advertisements and frames of sessions; then it runs once for
/// each of them and each ``MessageDisturbance``, on a ``TestCircle`` of its own that has what `prepare` put there. What
/// `body` throws then is expected. Afterwards the network is well again, the devices are unlocked, and `verify` looks at
/// what came of it. The test fails
/// - where `verify` or an expectation fails, or throws;
/// - when an activity is continued twice on a device;
/// - when a delegate hears that an activity was continued which no app of the other device has, or hears it twice;
/// - when a locked device has on its disk, where its keys reach, what an activity says that no app of it was given;
/// - when an app of another team, or a device that was removed, gets anything, once the body has run undisturbed;
/// - as with ``lockAtEveryStep(options:only:timeLimit:fileID:filePath:line:column:preparing:running:verifying:)``: when a
///   file that was merely locked is deleted or replaced on either device, and when something does not end.
///
/// The same seed gives the same messages in the same order: one side of a session runs at a time. `only` names the messages
/// to disturb, from 1, to repeat what a failure named. `timeLimit` is how long `body`, or `verify`, may take in one run, in
/// real time.
///
/// - Returns: how many messages there were, as steps, which failed, and how long it took.
/// - Throws: what `body` or `verify` throws although nothing happened; what `prepare` throws.
/// - Complexity: quadratic in the number of messages.
@discardableResult
public func disturbAtEveryMessage(
    _ disturbances: [MessageDisturbance] = MessageDisturbance.allCases,
    options: TestDevice.Options = .init(),
    only: ClosedRange<Int>? = nil,
    timeLimit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    preparing prepare: @escaping MessageTest.Body = { _ in },
    running body: @escaping MessageTest.Body,
    verifying verify: @escaping MessageTest.Body = { _ in }
) async throws -> StepReport {
    try await MessageRunner(
        MessageTest(
            disturbances: disturbances,
            options: options,
            only: only,
            prepare: prepare,
            body: body,
            verify: verify
        ),
        FailureReport(fileID: fileID, filePath: filePath, line: line, column: column),
        within: timeLimit
    ).run()
}

/// What a test of two devices asks for.
public struct MessageTest: Sendable {
    /// A part of such a test.
    public typealias Body = @Sendable (TestCircle) async throws -> Void

    let disturbances: [MessageDisturbance]
    let options: TestDevice.Options
    /// The messages to disturb; nil for all.
    let only: ClosedRange<Int>?
    let prepare: Body
    let body: Body
    let verify: Body
}
