public import ProtectedNotifications

/// Runs an app's service extension for a push again and again, with something happening before the first,
/// second, … last of its operations on files and the keychain.
///
/// ```swift
/// @Test func aPushOnALockedPhone() async throws {
///     try await runServiceAtEveryStep({ MailService($0) }, for: payload) { device in
///         try MailStore(device).save("token")
///     } verifying: { run, device in
///         #expect(!run.shown.contains("the secret"))
///     }
/// }
/// ```
///
/// First the extension runs undisturbed, for a push on an unlocked device, and its operations are counted;
/// then once for each of them and each ``ServiceDisturbance``, which some also do before it is called or just
/// before its answer is taken, on a device of its own, which has what `prepare` put there. No time is waited for: the device's clock stands, and jumps to the deadline where that
/// is to fall. After each run the device is locked, as a phone that lies on a table, or still before its
/// first unlock; so `verify` finds it, and may unlock it. The test fails
/// - where `verify` or an expectation fails, or throws;
/// - when the extension does not call its handler, calls it twice, or too late;
/// - when what is sealed in the push is shown, and when what previews hide can be read on the locked device;
/// - as with ``lockAtEveryStep(options:only:timeLimit:fileID:filePath:line:column:preparing:running:verifying:)``:
///   when a file or an item of the keychain that was merely locked is deleted or made anew, when
///   something is written past the device, when a run does not end.
///
/// `makeExtension` is called at the start of each run, with the device that the extension is to use, which is
/// also the current one. Unless `prepare` says otherwise the app may notify, with previews when unlocked:
/// ``TestDevice/allowNotifications(_:previews:entitlements:)``. `second` is the push that comes while another
/// is worked on; without it that is the same once more. `only` names the steps to disturb, 0 for what happens
/// before the first, one more than there are for what happens before the answer is taken. `timeLimit` is how long a run, or `verify`, may take, in real time.
///
/// - Returns: how many steps there were, which failed, and how long it took.
/// - Throws: what `prepare` throws; what `verify` throws although nothing happened to the device.
/// - Complexity: quadratic in the number of operations.
@discardableResult
public func runServiceAtEveryStep(
    _ makeExtension: @escaping TestDevice.ServiceFactory,
    for payload: RemotePayload,
    second: RemotePayload? = nil,
    options: TestDevice.Options = .init(),
    only: ClosedRange<Int>? = nil,
    timeLimit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    preparing prepare: @escaping @Sendable (TestDevice) async throws -> Void = { _ in },
    verifying verify:
        @escaping @Sendable (ServiceExtensionRun, TestDevice) async throws -> Void = { _, _ in }
) async throws -> StepReport {
    let test = ServiceTest(
        makeExtension: makeExtension,
        payload: payload,
        second: second ?? payload,
        prepare: prepare,
        verify: verify
    )
    return try await StepRunner(
        test.steps(options, only, timeLimit),
        FailureReport(fileID: fileID, filePath: filePath, line: line, column: column)
    ).run()
}

/// What a test of a service extension asks for.
private struct ServiceTest: Sendable {
    let makeExtension: TestDevice.ServiceFactory
    let payload: RemotePayload
    let second: RemotePayload
    let prepare: RunStage.Body
    let verify: @Sendable (ServiceExtensionRun, TestDevice) async throws -> Void

    func steps(
        _ options: TestDevice.Options,
        _ only: ClosedRange<Int>?,
        _ timeLimit: Duration
    ) -> StepTest {
        StepTest(
            disturbances: ServiceDisturbance.allCases,
            options: options,
            only: only,
            timeLimit: timeLimit,
            prepare: { device in
                try await prepare(device)
                try allow(device)
            },
            body: receive,
            relaunch: receive,
            verify: { device in
                guard let run = device.services.run else { return }
                try await verify(run, device)
                try inspection(device).lookUnlocked()
            },
            unlockAfterLaunch: nil,
            conclude: { try inspection($0).conclude() },
            misuse: misuse,
            mayDoNothing: true
        )
    }

    private func inspection(_ device: TestDevice) -> ServiceInspection {
        ServiceInspection(
            device: device,
            ciphertexts: [payload, second].compactMap(\.sealedText).filter { !$0.isEmpty }
        )
    }

    /// An app that was never asked for may notify.
    private func allow(_ device: TestDevice) throws {
        let settings = try device.notifications.settings(of: device.container.application).settings
        if settings.authorization == .notDetermined { try device.allowNotifications() }
    }

    @Sendable private func receive(_ device: TestDevice) async throws {
        try await device.services.receiving { [weak device] in
            try await device?.push(second, running: makeExtension)
        } while: {
            try await device.push(payload, running: makeExtension)
        }
    }

    @Sendable private func misuse(_ device: TestDevice) -> RunContext? {
        guard device.services.records.isEmpty else { return nil }
        return RunContext(
            headline: "the service extension was not run for the push",
            details:
                "A phone runs it for an alert with `mutable-content` 1, of an app that may notify."
        )
    }
}
