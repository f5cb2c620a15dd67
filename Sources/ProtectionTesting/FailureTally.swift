import Foundation
import Synchronization
import XCTest

/// What a part of a test came to.
final class FailureTally<Result: Sendable>: Sendable {
    private let state = Mutex<(count: Int, result: Result?)>((0, nil))

    var failureCount: Int { state.withLock { $0.count } }

    var result: Result? {
        get { state.withLock { $0.result } }
        set { state.withLock { $0.result = newValue } }
    }

    func count() { state.withLock { $0.count += 1 } }
}

/// Counts what fails in XCTest, whose assertions tell nobody else.
final class AssertionFailures: NSObject, XCTestObservation, Sendable {
    /// Counts from the first use on.
    static let shared: AssertionFailures = {
        let failures = AssertionFailures()
        XCTestObservationCenter.shared.addTestObserver(failures)
        return failures
    }()

    private let failureCount = Mutex(0)

    var count: Int { failureCount.withLock { $0 } }

    func testCase(
        _ testCase: XCTestCase,
        didFailWithDescription description: String,
        inFile filePath: String?,
        atLine lineNumber: Int
    ) {
        failureCount.withLock { $0 += 1 }
    }
}
