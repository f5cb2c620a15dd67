import Synchronization
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

    /// Records a failure.
    func fail(_ message: String) {
        guard Test.current == nil else {
            Issue.record(Comment(rawValue: message), sourceLocation: location)
            return
        }
        XCTFail(message, file: file ?? #filePath, line: UInt(location.line))
    }

    /// Runs a part of a test; failures in it, also those of `#expect`, are told with `context` and the
    /// timeline.
    ///
    /// With XCTest only failures of the library's own have a context: its assertions cannot be added to.
    ///
    /// - Returns: how many failures there were, as far as that can be known, and what `body` threw.
    func run(
        _ device: TestDevice,
        _ context: String,
        _ body: @escaping @Sendable () async throws -> Void
    ) async -> (failureCount: Int, error: (any Error)?) {
        let body: @Sendable () async throws -> Void = { try await device.bound(body) }
        guard let test = Test.current else {
            do { try await body() } catch { return (0, error) }
            return (0, nil)
        }
        let count = Mutex(0)
        let trait = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            if issue.isFailure { count.withLock { $0 += 1 } }
            issue.comments.append(Comment(rawValue: Self.text(device, context)))
            return issue
        }
        var thrown: (any Error)?
        do {
            try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
        } catch {
            thrown = error
        }
        let failures = count.withLock { $0 }
        if failures > 0 { attach(device) }
        return (failures, thrown)
    }

    /// Records an error as a failure.
    func fail(_ device: TestDevice, _ error: any Error, _ context: String) {
        let text = Self.text(device, context)
        if Test.current != nil {
            Issue.record(error, Comment(rawValue: text), sourceLocation: location)
        } else {
            fail("\(error)\n\(text)")
        }
        attach(device)
    }

    /// A context with the end of the timeline.
    static func text(_ device: TestDevice, _ context: String) -> String {
        """
        \(context)
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
