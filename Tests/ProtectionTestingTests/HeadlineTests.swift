import Foundation
import ProtectedFoundation
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing
import XCTest

@Suite("A failure's headline says what happened, and where", .serialized)
struct HeadlineTests {
    private static func losing(
        line: UInt = #line,
        verifying verify: @escaping @Sendable (TestDevice) async throws -> Void = { _ in }
    ) async throws {
        try await lockAtEveryStep(only: 2...2, line: line) { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
        } running: { device in
            do { _ = try device.files.read("/Documents/a") } catch {
                try device.files.remove("/Documents/a")
            }
        } verifying: {
            try await verify($0)
        }
    }

    private static let headline =
        "at step 2 of 2: lock before `read /Documents/a`: '/Documents/a' was deleted, although it was merely "
        + "locked"

    @Test("in Swift Testing as the error of the issue, at the line of the call")
    func swiftTesting() async throws {
        let issues = Mutex<[Issue]>([])
        try await withKnownIssue {
            try await Self.losing(line: 4_711)
        } matching: { issue in
            issues.withLock { $0.append(issue) }
            return true
        }
        let issue = try #require(issues.withLock { $0 }.first)
        #expect(issues.withLock { $0.count } == 1)
        #expect(issue.error.map { "\($0)" } == Self.headline)
        #expect(issue.sourceLocation?.line == 4_711)
        #expect(issue.comments.contains { $0.rawValue.contains("What happened") })
    }

    @Test("in XCTest as the first line of the message; an assertion is followed by the step")
    func xcTest() async throws {
        let failures = await XCTestFailures.of {
            try await Self.losing(line: 4_711) { device in
                let names = try device.files.names(in: "/Documents")
                XCTAssertEqual(names, ["a"], file: "Here.swift", line: 1)
            }
        }
        try #require(failures.count == 3, "\(failures)")
        #expect(failures[0].hasPrefix("1: XCTAssertEqual failed"))
        #expect(
            failures[1].hasPrefix(
                "4711: failed - at step 2 of 2: lock before `read /Documents/a`: the assertion above failed\n"
            )
        )
        #expect(failures[2].hasPrefix("4711: failed - \(Self.headline)\n"))
    }

    @Test("in XCTest also for a service extension")
    func serviceExtension() async throws {
        let failures = await XCTestFailures.of {
            try await runServiceAtEveryStep(
                { device in
                    ExampleService { request, answer in
                        answer((try? ExampleApp(device: device).open(request)) ?? request.content)
                    }
                },
                for: ExampleApp.payload(),
                only: 2...2,
                line: 4_711
            ) {
                try ExampleApp(device: $0).install()
            }
        }
        try #require(failures.count == 1, "\(failures)")
        #expect(
            failures[0].hasPrefix(
                "4711: failed - at step 2 of 2: time is up before `read /Documents/key`: the handler was called "
                    + "only after the end, so what was pushed is shown as it was\n"
            )
        )
        #expect(failures[0].contains("== the time of the service extension is up"))
    }

    @Test("an assertion of XCTest in the verification makes its step a failed one")
    func countedAssertions() async throws {
        let reports = Mutex<[StepReport]>([])
        _ = await XCTestFailures.of {
            let report = try await lockAtEveryStep { device in
                _ = try device.files.names(in: "/")
            } verifying: { device in
                let isDisturbed = device.timeline.description.contains("as the test wants it")
                XCTAssertFalse(isDisturbed)
            }
            reports.withLock { $0.append(report) }
        }
        #expect(reports.withLock { $0.map(\.failedSteps) } == [[1]])
    }

    @Test("a path of a test is put together without an error to handle")
    func paths() {
        let number = 7
        #expect("/Documents" / "note \(number)" == ("/Documents/note 7" as DevicePath))
        #expect(DevicePath.root / "a" / "b" == ("/a/b" as DevicePath))
    }

    @Test("one that is not a name stops the program", arguments: ["", "..", "a/b"])
    func noName(name: String) async {
        await #expect(processExitsWith: .failure) { [name] in
            _ = DevicePath.root / name
        }
    }
}

/// What fails in a test of XCTest that runs here.
private final class XCTestFailures: NSObject, XCTestObservation, Sendable {
    private let lines = Lines()
    private let name = "test-\(UUID().uuidString)"

    static func of(_ body: @escaping @Sendable () async throws -> Void) async -> [String] {
        let failures = XCTestFailures()
        XCTestObservationCenter.shared.addTestObserver(failures)
        defer { XCTestObservationCenter.shared.removeTestObserver(failures) }
        await withCheckedContinuation { continuation in
            // A thread of its own has no test of Swift Testing.
            Thread {
                XCTestCase(name: failures.name) { _ in
                    let isOver = DispatchSemaphore(value: 0)
                    Task.detached {
                        do { try await body() } catch { XCTFail("\(error)") }
                        isOver.signal()
                    }
                    isOver.wait()
                }.run()
                continuation.resume()
            }.start()
        }
        return failures.lines.all
    }

    func testCase(
        _ testCase: XCTestCase,
        didFailWithDescription description: String,
        inFile filePath: String?,
        atLine lineNumber: Int
    ) {
        guard testCase.name.contains(name) else { return }
        lines.append("\(lineNumber): \(description)")
    }
}
