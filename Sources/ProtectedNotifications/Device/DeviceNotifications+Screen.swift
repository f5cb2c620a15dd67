import ProtectedStore
public import DeviceIdentifiers
import KeyManagement
public import ProtectionModel

/// What is seen, and what is done with it.
extension DeviceNotifications {
    /// What a screen shows now, in every lock state: nothing where something cannot be known, never everything.
    ///
    /// An app whose documents are damaged is left out and named in ``NotificationScreen/failures``, as is one
    /// whose requests are due and cannot be delivered.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure` when the quiet time is damaged, `device-off`.
    public func screen(
        at place: NotificationScreen.Place,
        words: NotificationScreen.Words = NotificationScreen.Words()
    ) throws(ProtectionError) -> NotificationScreen {
        // A screen is looked at without a hand on the device.
        try DeviceUse.inBackground { () throws(ProtectionError) in
            try presentScreen(at: place, words: words)
        }
    }

    private func presentScreen(
        at place: NotificationScreen.Place,
        words: NotificationScreen.Words
    ) throws(ProtectionError) -> NotificationScreen {
        let late = try inEachApplication { (application) throws(ProtectionError) in
            try advance(application)
        }
        let quiet = try quietTime
        var rules: [BundleIdentifier: NotificationScreen.Rules] = [:]
        var delivered: [DeliveredNotification] = []
        var files: [BundleIdentifier: [String]] = [:]
        let unread = try inEachApplication { (application) throws(ProtectionError) in
            try reading(application) { scene in
                let (appRules, shown) = (try scene.screenRules(), try scene.shown())
                files[application] = scene.isFirstUnlocked ? [] : try scene.folder.names()
                rules[application] = appRules
                // Of two with one date the one that came last is the later in the list.
                delivered += shown.reversed()
            }
        }
        delivered += early(in: try status(), files)
        var screen = try screen(of: delivered, rules, at: place, quiet: quiet, words: words)
        screen.failures = Dictionary((unread + late).map { ($0, $1) }) { unread, _ in unread }
        return screen
    }

    /// Draws notifications, as the device stands now.
    func screen(
        of delivered: [DeliveredNotification],
        _ rules: [BundleIdentifier: NotificationScreen.Rules],
        at place: NotificationScreen.Place,
        quiet: QuietTime,
        words: NotificationScreen.Words = NotificationScreen.Words()
    ) throws(ProtectionError) -> NotificationScreen {
        NotificationScreen(
            try delivered.map(withReadableAttachments),
            rules,
            at: place,
            isLocked: !(try status().isProtectedDataAvailable),
            quiet: quiet,
            words: words
        )
    }

    /// The user chose an action of a notification.
    ///
    /// - Returns: what the app gets, by ``UserNotificationCenter/takeResponses()``; nil when it hears nothing.
    /// - Throws: ``ProtectionError`` with `authentication-required` when the device has to be unlocked first: the
    ///   app then gets it after the unlock, but not after a restart; `not-found`, `invalid-argument`,
    ///   `limit-exceeded` for a text of more than 64 KiB;
    ///   `protected-data-unavailable` before the first unlock.
    @discardableResult
    public func respond(
        to identifier: String,
        of application: BundleIdentifier,
        action: String = NotificationResponse.defaultAction,
        text: String? = nil
    ) throws(ProtectionError) -> NotificationResponse? {
        try advance(application)
        let outcome: Result<NotificationResponse?, ProtectionError>? = try changingIfThere(
            application
        ) {
            scene in
            do { return .success(try scene.respond(to: identifier, action, text: text)) } catch {
                return .failure(ProtectionError(error, path: nil))
            }
        }
        guard let outcome else {
            // Says so of an app that is not there.
            _ = try list(of: application) { _ in [Void]() }
            throw ProtectionError(.notFound, "'\(application)' has no notification '\(identifier)'")
        }
        return try outcome.get()
    }

    private func status() throws(ProtectionError) -> DeviceStatus {
        try ProtectionError.wrapping { try documents.keys.status() }
    }

    /// Files that cannot be opened now, whatever has become of them, are not shown along.
    private func withReadableAttachments(
        _ notification: DeliveredNotification
    ) throws(ProtectionError) -> DeliveredNotification {
        guard var content = notification.content, !content.attachments.isEmpty else {
            return notification
        }
        var readable: [NotificationContent.Attachment] = []
        for attachment in content.attachments where try isReadable(attachment.path) {
            readable.append(attachment)
        }
        content.attachments = readable
        return DeliveredNotification(notification.cover, content)
    }

    /// - Throws: `ProtectionError` with `device-off`.
    private func isReadable(_ path: DevicePath) throws(ProtectionError) -> Bool {
        let status = try status()
        do {
            return try ProtectionError.wrapping {
                guard let metadata = try files().metadataIfPresent(of: path) else { return false }
                return metadata.kind == .file && status.isOpenable(metadata.protection)
            }
        } catch {
            guard error.code != .deviceOff else { throw error }
            return false
        }
    }
}
