import DeviceSimulation
import ProtectedFoundation
import ProtectedKeychain
import ProtectedNotifications
import ProtectionModel
import Testing

extension TestDevice {
    @TaskLocal static var currentDevice: TestDevice?

    /// The device of this test: of the trait ``Testing/Trait/inEachLockState(options:preparing:)``, of a run
    /// at every step, or of ``whileCurrent(fileID:filePath:line:column:_:)``.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` elsewhere.
    public static var current: TestDevice {
        get throws {
            guard let device = currentDevice else {
                throw ProtectionError(
                    .invalidArgument,
                    "this test has no device: give it the trait `.inEachLockState()`, or make one with "
                        + "`try TestDevice(in: .locked)` and use it in `device.whileCurrent { … }`; a "
                        + "detached task does not see it"
                )
            }
            device.monitor.isUsed = true
            return device
        }
    }

    /// Runs code that names no device with this one: ``current``, what modules with the plugin
    /// `DeviceFoundation` call of Foundation, the keychain's calls, and `UNUserNotificationCenter.current()`.
    ///
    /// The test fails where such a call does not reach the device. What the code loses is for the test to
    /// look at: only runs at every step and in each lock state, which do this by themselves, judge that.
    public func whileCurrent<Result>(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let report = FailureReport(fileID: fileID, filePath: filePath, line: line, column: column)
        defer { DeviceVerdict(report: report).findsCallsPast(self) }
        return try bound(body)
    }

    /// The same with code that waits.
    public func whileCurrent<Result>(
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let report = FailureReport(fileID: fileID, filePath: filePath, line: line, column: column)
        defer { DeviceVerdict(report: report).findsCallsPast(self) }
        return try await bound(body)
    }

    /// A test without a device, beside others with one, means the host.
    private static let hostInOtherTests: Void = {
        ApplicationContainer.noContainer { Test.current != nil && currentDevice == nil }
        CurrentApplication(
            find: { ApplicationContainer.bound?.center },
            guess: { FoundationCalls.current($0)?.center },
            carry: { FoundationCalls.carrying($0) }
        ).install()
    }()

    /// Runs something with this device as the current one, and judges nothing.
    func bound<Result>(_ body: () throws -> Result) rethrows -> Result {
        try bind {
            defer { container.synchronizeDefaults() }
            return try body()
        }
    }

    func bound<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        Self.hostInOtherTests
        return try await Self.$currentDevice.withValue(self) {
            try await DeviceKeychain.withCurrent(keychain) {
                try await container.whileCurrent {
                    defer { container.synchronizeDefaults() }
                    return try await body()
                }
            }
        }
    }

    /// The same in the middle of something else, at which gathered defaults stay where they are.
    func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
        Self.hostInOtherTests
        return try Self.$currentDevice.withValue(self) {
            try DeviceKeychain.withCurrent(keychain) { try container.whileCurrent(body) }
        }
    }
}

extension ApplicationContainer {
    /// The notifications of its app.
    fileprivate var center: UserNotificationCenter? {
        (device as? SimulatedDevice)?.notifications.center(of: application)
    }
}
