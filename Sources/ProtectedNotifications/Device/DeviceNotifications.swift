public import DeviceIdentifiers
import KeyManagement
public import ProtectedStore
public import ProtectionModel

/// The notifications of a device, as its system and its user see them; ``center(of:)`` is an app's view.
///
/// ```swift
/// let notifications = DeviceNotifications(device)
/// try notifications.center(of: mail).requestAuthorization([.alert])
/// try notifications.answer(.granted, to: mail)
/// try await notifications.push(payload, to: mail)
/// print(try notifications.screen(at: .lockScreen))
/// ```
///
/// Nothing is kept outside of the device's documents, except what comes before the first unlock: that is
/// also held in memory until then, as far as it may show. Time passes by itself only for documents: call
/// ``advance()`` when a request may be due.
public final class DeviceNotifications: Sendable {
    private let deviceDocuments: @Sendable () -> DeviceDocuments
    private let deviceFiles: @Sendable () throws -> FileStore
    private let deviceZone: @Sendable () -> String
    let arrivals: EarlyArrivals

    /// The notifications of a real or simulated device; `timeZone` is the name of its time zone, asked for at
    /// each use.
    public convenience init(
        _ device: any ProtectedDevice,
        timeZone: @escaping @Sendable () -> String = { "UTC" }
    ) {
        self.init({ device.documents }, files: { try device.files }, timeZone: timeZone)
    }

    /// Those in a device's documents, asked for at each use: a crash gives others.
    ///
    /// Whoever shares `arrivals` sees the same before the first unlock.
    package init(
        _ documents: @escaping @Sendable () -> DeviceDocuments,
        files: @escaping @Sendable () throws -> FileStore,
        timeZone: @escaping @Sendable () -> String = { "UTC" },
        arrivals: EarlyArrivals = EarlyArrivals()
    ) {
        deviceDocuments = documents
        deviceFiles = files
        deviceZone = timeZone
        self.arrivals = arrivals
    }

    /// An app's own view.
    public func center(of application: BundleIdentifier) -> UserNotificationCenter {
        UserNotificationCenter(self, application)
    }

    // MARK: What the user decides

    /// What an app may do, as the user decided, with what profiles force, and which do.
    ///
    /// - Throws: ``ProtectionError`` with `not-found` for an app that is not installed, as far as that is known;
    ///   `authentication-failure`, `unsupported-version`, `device-off`.
    public func settings(
        of application: BundleIdentifier
    ) throws(ProtectionError) -> LimitedNotificationSettings {
        if let settings = try reading(application, { try $0.limitedSettings() }) { return settings }
        let state = try ProtectionError.wrapping { try documents.keys.status().state }
        if ProtectionClass.completeUntilFirstUserAuthentication.isOpenable(in: state) {
            try ProtectionError.wrapping { try Self.checkInstalled(application, documents) }
        }
        let rules = try NotificationRulesStore(documents).read()
        return NotificationSettings.unasked.limited(by: rules, for: application)
    }

    /// What an app's signature entitles it to, as it said when it asked.
    ///
    /// - Throws: `ProtectionError` as ``settings(of:)``.
    package func entitlements(
        of application: BundleIdentifier
    ) throws(ProtectionError) -> NotificationEntitlements {
        try reading(application) { scene in
            try scene.folder.read(AppSettingsDocument.self).entitlements
        } ?? []
    }

    /// Changes what an app may do; when previews change, its contents change their class before this
    /// returns.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` unless the device is unlocked, as only
    ///   its owner changes settings; `invalid-argument` for an app that has not asked.
    public func updateSettings(
        of application: BundleIdentifier,
        _ change: (inout NotificationSettings) -> Void
    ) throws(ProtectionError) {
        try changing(application) { scene in
            guard scene.status.isProtectedDataAvailable else {
                throw ProtectionError(
                    .protectedDataUnavailable,
                    "the settings of notifications are changed while the device is unlocked"
                )
            }
            var document = try scene.folder.read(AppSettingsDocument.self)
            guard document.settings.authorization != .notDetermined else {
                throw ProtectionError(
                    .invalidArgument,
                    "'\(application)' has not asked to notify: there is nothing to set until it does"
                )
            }
            change(&document.settings)
            try scene.folder.write(document)
            try scene.settle()
        }
    }

    /// The user answers an app's prompt, or later changes its switch.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` when the app has not asked.
    public func answer(
        _ answer: NotificationAnswer,
        to application: BundleIdentifier
    ) throws(ProtectionError) {
        try changing(application) { scene in
            try scene.folder.update(AppSettingsDocument.self) { document in
                guard document.isAsking || document.settings.authorization != .notDetermined else {
                    throw ProtectionError(
                        .invalidArgument,
                        "'\(application)' has not asked to notify: there is nothing to answer until it "
                            + "does"
                    )
                }
                document.isAsking = false
                document.authorize(answer == .granted ? .authorized : .denied)
            }
        }
    }

    /// The quiet time in force.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure`, `device-off`.
    public var quietTime: QuietTime {
        get throws(ProtectionError) {
            try documents.reading(.notifications) { files, folder in
                try QuietDocument.read(files, folder).quiet
            } ?? QuietTime()
        }
    }

    /// The same for what comes, which is kept in any case; a damaged document lets nothing disturb.
    var quietTimeOrDamaged: QuietTime {
        do { return try quietTime } catch {
            var quiet = QuietTime()
            quiet.isQuiet = true
            return quiet
        }
    }

    /// Begins, changes or ends a quiet time, also in the place of a damaged document.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `io-error`.
    public func setQuietTime(_ quiet: QuietTime) throws(ProtectionError) {
        try documents.changing(.notifications) { files, folder in
            var document = QuietDocument()
            do { document = try QuietDocument.read(files, folder) } catch {
                // A damaged one says nothing that is not said anew here.
                guard ProtectionError(error, path: nil).code == .authenticationFailure else {
                    throw error
                }
            }
            document.quiet = quiet
            try document.write(files, folder)
        }
    }

    // MARK: Time and place

    /// Delivers what is due, opens what was locked when it came, and removes what is past its time.
    ///
    /// Called by itself with everything that looks at notifications; before the first unlock nothing is due.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`; `authentication-failure`, `io-error`, `no-space` for one
    ///   app, when everything is done for the others.
    public func advance() throws(ProtectionError) {
        let failures = try inEachApplication { (application) throws(ProtectionError) in
            try advance(application)
        }
        if let failure = failures.first { throw failure.error }
    }

    /// Runs `body` for each app, whatever is wrong with the documents of another.
    ///
    /// - Returns: what went wrong, in the order of the apps.
    /// - Throws: `ProtectionError` with `device-off`, and `protected-data-unavailable`: these are no app's.
    func inEachApplication(
        _ body: (BundleIdentifier) throws(ProtectionError) -> Void
    ) throws(ProtectionError) -> [(application: BundleIdentifier, error: ProtectionError)] {
        var failures: [(application: BundleIdentifier, error: ProtectionError)] = []
        for application in try applications() {
            do { try body(application) } catch {
                guard error.code != .deviceOff, error.code != .protectedDataUnavailable else {
                    throw error
                }
                failures.append((application, error))
            }
        }
        return failures
    }

    /// The same for one app: what is wrong with another's documents is not its concern.
    ///
    /// Nobody uses the device for that.
    func advance(_ application: BundleIdentifier) throws(ProtectionError) {
        try DeviceUse.inBackground { () throws(ProtectionError) in
            guard try needsWork(application) else { return }
            try changingIfThere(application) { scene in try scene.advance() }
        }
    }

    /// When the next request is due; nil when none waits for a time, and before the first unlock.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `authentication-failure`.
    package func nextDue() throws(ProtectionError) -> Timestamp? {
        try DeviceUse.inBackground { () throws(ProtectionError) in
            var dues: [Timestamp] = []
            for application in try applications() {
                let due = try reading(application) { scene in
                    scene.isFirstUnlocked
                        ? try scene.folder.read(PendingDocument.self).schedule.nextDue : nil
                }
                if let due, let due { dues.append(due) }
            }
            return dues.min()
        }
    }

    /// The device is somewhere: requests that wait for this are delivered.
    ///
    /// - Throws: as ``advance()``, and ``ProtectionError`` with `protected-data-unavailable` before the first
    ///   unlock, when nobody knows what waits for a place.
    public func move(to position: NotificationPlace.Position) throws(ProtectionError) {
        let failures = try inEachApplication { (application) throws(ProtectionError) in
            try changingIfThere(application) { scene in try scene.move(to: position) }
        }
        if let failure = failures.first { throw failure.error }
    }

    /// When a request that is added now is due; nil for never, and for a place.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a time zone that is not known, and what a
    ///   request may not have.
    public func nextDate(of trigger: NotificationTrigger) throws(ProtectionError) -> Timestamp? {
        try trigger.check()
        let now = documents.keys.clock.wallTime()
        guard case .calendar(let moment, _) = trigger else {
            return try NotificationSchedule.due(trigger, after: now, deviceZone())
        }
        return try moment.next(after: now, deviceZone: deviceZone())
    }

    /// The apps that have something here.
    func applications() throws(ProtectionError) -> [BundleIdentifier] {
        try documents.reading(.notifications) { files, folder in
            try files.names(in: folder).compactMap { try? BundleIdentifier($0) }
        } ?? []
    }

    private func needsWork(_ application: BundleIdentifier) throws(ProtectionError) -> Bool {
        try reading(application) { scene in try scene.needsWork() } ?? false
    }

    // MARK: Documents

    var documents: DeviceDocuments { deviceDocuments() }

    /// The user's files, where attachments are.
    func files() throws -> FileStore { try deviceFiles() }

    /// Runs `body` on what there is of an app; nil when there is nothing.
    func reading<Result>(
        _ application: BundleIdentifier,
        _ body: (AppScene) throws -> Result
    ) throws(ProtectionError) -> Result? {
        let documents = documents
        let found: Result?? = try documents.reading(
            .notifications,
            about: Self.subject(application)
        ) { files, folder -> Result? in
            let scene = try scene(application, documents, files, folder)
            guard try scene.folder.isThere else { return nil }
            return try body(scene)
        }
        return found ?? nil
    }

    /// The same for a list, which is empty for an app that has nothing, and is not for one that is not there.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`; `protected-data-unavailable` before the first unlock.
    func list<Element>(
        of application: BundleIdentifier,
        _ body: (AppScene) throws -> [Element]
    ) throws(ProtectionError) -> [Element] {
        if let list = try reading(application, body) { return list }
        try ProtectionError.wrapping { try Self.checkInstalled(application, documents) }
        return []
    }

    /// Runs `body` on what there is of an app, which nobody else changes meanwhile.
    func changing<Result>(
        _ application: BundleIdentifier,
        _ body: (AppScene) throws -> Result
    ) throws(ProtectionError) -> Result {
        let documents = documents
        return try documents.changing(
            .notifications,
            about: Self.subject(application)
        ) { files, folder in
            let scene = try scene(application, documents, files, folder)
            if try !scene.folder.isThere {
                // What an uninstallation has removed comes back with the next installation alone.
                try Self.checkInstalled(application, documents)
                try scene.folder.make()
            }
            return try body(scene)
        }
    }

    /// As ``changing(_:_:)``; nil when there is nothing of the app, be it only since a moment ago.
    @discardableResult
    func changingIfThere<Result>(
        _ application: BundleIdentifier,
        _ body: (AppScene) throws -> Result
    ) throws(ProtectionError) -> Result? {
        guard try reading(application, { _ in true }) == true else { return nil }
        let documents = documents
        return try documents.changing(
            .notifications,
            about: Self.subject(application)
        ) { files, folder -> Result? in
            let scene = try scene(application, documents, files, folder)
            return try scene.folder.isThere ? body(scene) : nil
        }
    }

    /// Whether an app is installed; false while nobody knows.
    func isInstalled(_ application: BundleIdentifier) throws(ProtectionError) -> Bool {
        do {
            return try ProtectionError.wrapping { try Self.isInstalled(application, documents) }
        } catch {
            guard error.code == .protectedDataUnavailable else { throw error }
            return false
        }
    }

    private static func isInstalled(
        _ application: BundleIdentifier,
        _ documents: DeviceDocuments
    ) throws -> Bool {
        try documents.identifiers(documents.keys).applications.all()
            .contains { $0.identifier == application }
    }

    private static func checkInstalled(
        _ application: BundleIdentifier,
        _ documents: DeviceDocuments
    ) throws {
        guard try isInstalled(application, documents) else {
            throw ProtectionError(
                .notFound,
                "'\(application)' is not installed: install it first",
                cause: ApplicationMissing()
            )
        }
    }

    private func scene(
        _ application: BundleIdentifier,
        _ documents: DeviceDocuments,
        _ files: FileStore,
        _ folder: DevicePath
    ) throws -> AppScene {
        AppScene(
            folder: try AppFolder(application, files, in: folder),
            keys: documents.keys,
            status: try documents.keys.status(),
            rules: try NotificationRulesStore(documents).read(),
            deviceZone: deviceZone()
        )
    }

    private static func subject(_ application: BundleIdentifier) -> String {
        "notifications of \(application)"
    }
}
