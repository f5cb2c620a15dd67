public import CloudRecords

/// Runs `body` again and again, with one of its requests to the cloud failing: the first, the second, … the last.
///
/// ```swift
/// try await failAtEveryRequest { cloud in
///     try NoteSync(cloud.client(on: cloud.device))
/// } running: { app, cloud in
///     app.add("milk")
///     try app.sync()
/// } verifying: { app, cloud in
///     try app.sync()                           // as the app does the next time
///     #expect(app.notes == ["milk"])
/// }
/// ```
///
/// First all of it runs twice undisturbed, and the requests are counted; then once for each request and each
/// ``RequestFault``, on a ``TestCloud`` of its own with an app that `prepare` has made. What `body` throws then is
/// expected. Afterwards the cloud works again, and `verify` lets the app sync once more and looks at what came of it.
/// The test fails
/// - where `verify` or an expectation fails, or throws;
/// - when a record is missing in the cloud that is there undisturbed, or has other values: it was **lost**;
/// - when there is a record more with the same values: it was saved **twice**;
/// - when a busy service is asked for the same again before the time that it named;
/// - when a text that is to be kept secret (``TestCloud/keepSecret(_:)``) can be read in what the service has;
/// - as with ``lockAtEveryStep(options:only:timeLimit:fileID:filePath:line:column:preparing:running:verifying:)``: when a
///   file that was merely locked is deleted or replaced on the device, and when something does not end.
///
/// Values that differ between the two undisturbed runs, such as times and drawn names, are not compared. While code waits on
/// a device's ``TestDevice/clock`` and asks for nothing, that clock is moved. Faults that take records away, as
/// ``RequestFault/dataRemoved``, are judged by `verify` alone; they run where `faults` names them.
///
/// `only` names the requests to fail, from 1, to repeat what a failure named. `timeLimit` is how long `body`, or `verify`,
/// may take in one run, in real time. Code that names no cloud (`CKContainer.default()`) finds that of the run, with the
/// first device.
///
/// - Returns: how many requests there were, as steps, which failed, and how long it took.
/// - Throws: what `body` or `verify` throws although nothing happened; what `prepare` throws.
/// - Complexity: quadratic in the number of requests.
@discardableResult
public func failAtEveryRequest<App: Sendable>(
    with faults: [RequestFault] = RequestFault.harmless,
    options: TestCloud.Options = .init(),
    only: ClosedRange<Int>? = nil,
    timeLimit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    preparing prepare: @escaping @Sendable (TestCloud) async throws -> App,
    running body: @escaping @Sendable (App, TestCloud) async throws -> Void,
    verifying verify: @escaping @Sendable (App, TestCloud) async throws -> Void
) async throws -> StepReport {
    try await RequestRunner(
        RequestTest(options: options, only: only, prepare: prepare, body: body, verify: verify),
        FailureReport(fileID: fileID, filePath: filePath, line: line, column: column),
        within: timeLimit
    ).run(with: faults)
}

/// Runs `body` again and again, with another device of the user saving first what one of its requests is about to save.
///
/// As ``failAtEveryRequest(with:options:only:timeLimit:fileID:filePath:line:column:preparing:running:verifying:)``, with
/// `other` changing each record of the request as it is in the cloud, or before it is there where the app has named it
/// itself. Besides what the body's own expectations say a test fails
/// - when a field that `other` has changed, and the app has not, is not in the cloud as `other` left it: its change was
///   **overwritten**;
/// - when a record is missing in the cloud that is there undisturbed, or there is one more of its type;
/// - for secrets, lost files and what does not end, as there.
///
/// Without `other` the records are saved as they are, so that the app meets a conflict without a difference.
///
/// - Returns: how many requests there were that save, as steps, which failed, and how long it took.
/// - Throws: as there.
/// - Complexity: quadratic in the number of requests.
@discardableResult
public func conflictAtEverySave<App: Sendable>(
    options: TestCloud.Options = .init(),
    only: ClosedRange<Int>? = nil,
    timeLimit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    preparing prepare: @escaping @Sendable (TestCloud) async throws -> App,
    another other: @escaping @Sendable (inout Record) -> Void = { _ in },
    running body: @escaping @Sendable (App, TestCloud) async throws -> Void,
    verifying verify: @escaping @Sendable (App, TestCloud) async throws -> Void
) async throws -> StepReport {
    try await RequestRunner(
        RequestTest(options: options, only: only, prepare: prepare, body: body, verify: verify),
        FailureReport(fileID: fileID, filePath: filePath, line: line, column: column),
        within: timeLimit
    ).run(against: other)
}

/// What a test of requests asks for.
struct RequestTest<App: Sendable>: Sendable {
    let options: TestCloud.Options
    /// The requests to disturb; nil for all.
    let only: ClosedRange<Int>?
    let prepare: @Sendable (TestCloud) async throws -> App
    let body: @Sendable (App, TestCloud) async throws -> Void
    let verify: @Sendable (App, TestCloud) async throws -> Void
}
