import Testing
import XCTest

/// Lets the running test fail, be it of Swift Testing or of XCTest, and says what was going on.
struct FailureReport: Sendable {
    /// How many lines of the timeline stand in a failure; all of it is attached.
    static let lineCount = 20

    let location: SourceLocation
    /// The same for XCTest; nil where a location of Swift Testing was given.
    private let file: StaticString?

    /// For a test of Swift Testing.
    init(location: SourceLocation) {
        self.location = location
        file = nil
    }

    /// For the place of a call, of either library.
    init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        location = SourceLocation(
            fileID: "\(fileID)",
            filePath: "\(filePath)",
            line: Int(line),
            column: Int(column)
        )
        file = filePath
    }

    /// Records a failure with a headline, which says all in a line.
    func fail(_ headline: String, _ details: String = "") {
        guard Test.current == nil else {
            // The headline of an issue is that of its error; without one it is "Issue recorded".
            Issue.record(
                StepFailure(description: headline),
                details.isEmpty ? nil : Comment(rawValue: details),
                sourceLocation: location
            )
            return
        }
        XCTFail(
            details.isEmpty ? headline : "\(headline)\n\(details)",
            file: file ?? #filePath,
            line: UInt(location.line)
        )
    }

    /// The same for a device, whose timeline is shown and attached.
    func fail(_ device: TestDevice, _ headline: String, _ details: String) {
        fail(headline, Self.text(device, details))
        attach(device)
    }

    /// Tells of something that lets no test fail; XCTest and Swift before 6.3 have no place for that.
    func warn(_ headline: String, _ details: String) {
        #if compiler(>=6.3)
        guard Test.current != nil else { return }
        Issue.record(
            Comment(rawValue: "\(headline). \(details)"),
            severity: .warning,
            sourceLocation: location
        )
        #endif
    }

    /// Runs a part of a test; failures in it, also those of `#expect`, are told with what `context` says
    /// then, and with the timeline.
    ///
    /// Those of a process that has ended are not told. XCTest's assertions cannot be added to or held back: a
    /// failure that names the place follows them.
    ///
    /// - Returns: how many failures there were, and what `body` returned.
    func run<Result: Sendable>(
        _ device: TestDevice,
        _ context: @escaping @Sendable () -> RunContext,
        _ body: @escaping @Sendable () async -> Result
    ) async -> (failureCount: Int, result: Result) {
        guard let test = Test.current else { return await runXCTest(device, context, body) }
        let tally = FailureTally<Result>()
        let trait = IssueHandlingTrait.compactMapIssues { issue in
            // A process that has ended expects nothing.
            guard !device.monitor.activity.hasEnded else { return nil }
            var issue = issue
            if issue.isFailure { tally.count() }
            let context = context()
            let text = Self.text(device, "\(context.headline). \(context.details)")
            issue.comments.append(Comment(rawValue: text))
            return issue
        }
        // What this throws `body` would have thrown, which does not.
        try? await trait.provideScope(for: test, testCase: Test.Case.current) {
            tally.result = await body()
        }
        guard let result = tally.result else { return (tally.failureCount, await body()) }
        if tally.failureCount > 0 { attach(device) }
        return (tally.failureCount, result)
    }

    private func runXCTest<Result: Sendable>(
        _ device: TestDevice,
        _ context: @escaping @Sendable () -> RunContext,
        _ body: @escaping @Sendable () async -> Result
    ) async -> (failureCount: Int, result: Result) {
        let before = AssertionFailures.shared.count
        let result = await body()
        let count = AssertionFailures.shared.count - before
        if count > 0 {
            let context = context()
            let what =
                count == 1 ? "the assertion above failed" : "\(count) assertions above failed"
            fail(device, "\(context.headline): \(what)", context.details)
        }
        return (count, result)
    }

    /// Details with the end of the timeline.
    static func text(_ device: TestDevice, _ details: String) -> String {
        """
        \(details)
        What happened (step, time, operation):
        \(device.timeline.excerpt(lineCount))
        """
    }

    /// Attaches the whole timeline to the test.
    func attach(_ device: TestDevice) {
        guard Test.current != nil else { return }
        Attachment.record(
            device.timeline.description + "\n",
            named:
                "timeline\(device.monitor.disturbed == nil ? "" : "-step-\(device.monitor.disturbedStep)").txt",
            sourceLocation: location
        )
    }
}

/// Where in a test something happens.
struct RunContext: Sendable {
    /// What a headline begins with, such as `at step 3 of 17, lock before …`.
    let headline: String
    /// What stands below it.
    let details: String
}

/// What a test is told has failed: its description is the headline.
struct StepFailure: Error, Sendable, CustomStringConvertible {
    let description: String
}
