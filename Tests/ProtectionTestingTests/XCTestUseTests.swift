import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import XCTest

/// The library in XCTest: the same calls, without traits.
final class XCTestUseTests: XCTestCase {
    func testADeviceInOneLine() throws {
        let device = try TestDevice(in: .locked) { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
        }
        XCTAssertThrowsError(try device.files.read("/Documents/a"))
    }

    func testEveryStep() async throws {
        let report = try await lockAtEveryStep { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
            _ = try device.files.read("/Documents/a")
        } verifying: { device in
            XCTAssertEqual(try device.state, .unlocked)
        }
        XCTAssertEqual(report.stepCount, 3)
    }

    func testAServiceExtension() async throws {
        let report = try await runServiceAtEveryStep(
            { ExampleApp(device: $0).careful() },
            for: ExampleApp.payload()
        ) {
            try ExampleApp(device: $0).install()
        } verifying: { run, _ in
            XCTAssertEqual(run.shown, "Notification")
        }
        XCTAssertEqual(report.failedSteps, [])
    }

    func testEachState() async throws {
        try await inEachLockState([.locked, .unlocked]) { device in
            XCTAssertTrue(try device.isReadable(.completeUntilFirstUserAuthentication))
        }
    }
}
