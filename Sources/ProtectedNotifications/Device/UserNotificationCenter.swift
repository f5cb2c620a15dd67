import ProtectedStore
import KeyManagement
public import DeviceIdentifiers
public import ProtectionModel

/// The notifications of one app, as the app sees them (`UNUserNotificationCenter`).
///
/// ``DeviceNotifications/center(of:)`` makes it, for any app, in any process: nothing has to be set up for a
/// test.
public struct UserNotificationCenter: Sendable {
    /// Of which device.
    public let device: DeviceNotifications
    /// Whose it is.
    public let application: BundleIdentifier

    init(_ device: DeviceNotifications, _ application: BundleIdentifier) {
        self.device = device
        self.application = application
    }

    // MARK: What it may do

    /// What the app may do.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure`, `device-off`.
    public func settings() throws(ProtectionError) -> NotificationSettings {
        try device.settings(of: application).settings
    }

    /// Asks the user, once: whoever was answered is not asked again.
    ///
    /// An app that may notify may do at once what it asks for later, unless the user has switched that off.
    /// With `provisional` nobody is asked, and notifications go quietly to the center. `entitlements` are
    /// those of the app's signature; nil leaves those that were named before.
    ///
    /// - Throws: ``ProtectionError`` with `not-found` for an app that is not installed;
    ///   `protected-data-unavailable` before the first unlock, when nobody knows; `device-off`.
    @discardableResult
    public func requestAuthorization(
        _ options: NotificationOptions,
        entitlements: NotificationEntitlements? = nil
    ) throws(ProtectionError) -> NotificationAuthorizationRequest {
        try device.changing(application) { scene in
            try scene.folder.update(AppSettingsDocument.self) { document in
                document.options.formUnion(options)
                document.entitlements = entitlements ?? document.entitlements
                let status = document.settings.authorization
                switch status {
                case .authorized, .denied:
                    document.authorize(status)
                    return .settled(status)
                case .provisional where options.contains(.provisional),
                    .notDetermined where options.contains(.provisional):
                    document.authorize(.provisional)
                    return .settled(.provisional)
                case .notDetermined, .provisional:
                    document.isAsking = true
                    return .prompting
                }
            }
        }
    }

    /// The app's categories; of two with one identifier the last counts.
    ///
    /// Of what is delivered already nothing stays readable while locked that they let show no longer.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock.
    public func setCategories(_ categories: [NotificationCategory]) throws(ProtectionError) {
        try device.changing(application) { scene in
            try scene.checkFirstUnlocked()
            var document = CategoriesDocument()
            document.categories = categories.enumerated().filter { index, category in
                !categories[(index + 1)...].contains { $0.identifier == category.identifier }
            }.map(\.element)
            // First: what a power loss interrupts shows less, not more.
            try scene.inbox.limitCovers { document[$0]?.options ?? [] }
            try scene.folder.update(CategoriesDocument.self) { $0 = document }
        }
    }

    /// The categories that were set.
    ///
    /// - Throws: as ``setCategories(_:)``.
    public func categories() throws(ProtectionError) -> [NotificationCategory] {
        try device.list(of: application) { scene in
            try scene.checkFirstUnlocked()
            return try scene.folder.read(CategoriesDocument.self).categories
        }
    }

    // MARK: Requests

    /// Takes a request in, in the place of one with its identifier; one without a trigger is delivered now.
    ///
    /// - Returns: those that fell out because more than ``NotificationSchedule/limit`` wait.
    /// - Throws: ``ProtectionError`` with `not-authorized`, `invalid-argument` for a time that never comes, an
    ///   attachment that is not a file on the device, and a content that could not be read back; `limit-exceeded`
    ///   for an attachment that is too large and for a content of more than
    ///   ``NotificationContent/byteLimit``; `protected-data-unavailable` before the first unlock.
    @discardableResult
    public func add(
        _ request: NotificationRequest
    ) throws(ProtectionError) -> [NotificationRequest] {
        try request.content.checkStorable()
        try device.check(request.content.attachments)
        return try device.changing(application) { scene in
            try scene.checkFirstUnlocked()
            guard try scene.settings().mayNotify else {
                throw ProtectionError(
                    .notAuthorized,
                    "'\(application)' may not notify: the user has not allowed it"
                )
            }
            guard request.trigger != nil else {
                try scene.deliver(request.content, request.identifier)
                try scene.folder.update(PendingDocument.self) {
                    $0.schedule.remove([request.identifier])
                }
                return []
            }
            return try scene.folder.update(PendingDocument.self) { document in
                try document.schedule.add(
                    request,
                    now: scene.now,
                    deviceZone: scene.deviceZone
                )
            }
        }
    }

    /// The requests that wait, the soonest first.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock.
    public func pending() throws(ProtectionError) -> [NotificationSchedule.Pending] {
        try device.advance(application)
        return try device.list(of: application) { scene in
            try scene.checkFirstUnlocked()
            return try scene.folder.read(PendingDocument.self).schedule.pending
        }
    }

    /// Removes requests that wait; nil for all.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock.
    public func removePending(_ identifiers: [String]? = nil) throws(ProtectionError) {
        try device.changing(application) { scene in
            try scene.checkFirstUnlocked()
            try scene.folder.update(PendingDocument.self) { document in
                let all = document.schedule.pending.map(\.request.identifier)
                document.schedule.remove(Set(identifiers ?? all))
            }
        }
    }

    // MARK: Delivered

    /// What came and is still there, the newest first; content where there is a key for it.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock, when nobody knows
    ///   how many there are.
    public func delivered() throws(ProtectionError) -> [DeliveredNotification] {
        try device.advance(application)
        return try device.list(of: application) { scene in
            try scene.checkFirstUnlocked()
            return try scene.delivered()
        }
    }

    /// Removes what was delivered, and destroys its keys; nil for all, in every lock state.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock for one that has
    ///   not come since the device started.
    public func removeDelivered(_ identifiers: [String]? = nil) throws(ProtectionError) {
        try device.changing(application) { scene in
            guard let identifiers else {
                try scene.inbox.removeAll()
                return device.forgetArrivals(of: application)
            }
            guard scene.isFirstUnlocked else { return try device.removeEarly(identifiers, scene) }
            _ = try scene.inbox.remove(identifiers)
        }
    }

    /// The number on the app's icon; 0 for none.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`.
    public func badge() throws(ProtectionError) -> Int {
        try device.reading(application) { scene in
            try scene.folder.read(AppSettingsDocument.self).badge
        } ?? 0
    }

    /// Sets the number on the app's icon.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a negative one.
    public func setBadge(_ badge: Int) throws(ProtectionError) {
        guard badge >= 0 else {
            throw ProtectionError(.invalidArgument, "a badge is a number from 0 on, not \(badge)")
        }
        try device.changing(application) { scene in try scene.setBadge(badge) }
    }

    /// What the user did with notifications since the last call, each once.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock.
    public func takeResponses() throws(ProtectionError) -> [NotificationResponse] {
        var responses: [NotificationResponse] = []
        try ProtectionError.wrapping { try takeResponses { responses = $0 } }
        return responses
    }

    /// The same for an app that takes them in `hand`: when that throws, it gets them again the next time.
    ///
    /// - Throws: as ``takeResponses()``, and what `hand` throws.
    package func takeResponses(_ hand: ([NotificationResponse]) throws -> Void) throws {
        try device.advance(application)
        var refusal: (any Error)?
        do {
            try device.changing(application) { scene in
                try scene.checkFirstUnlocked()
                try scene.takeResponses { responses in
                    do { try hand(responses) } catch {
                        refusal = error
                        throw error
                    }
                }
            }
        } catch { throw refusal ?? error }
    }

    // MARK: Sealed pushes

    /// Makes the keys that are missing, and tells what the app's server is to know.
    ///
    /// What is sealed to a key of class A stays shut until the unlock. With `sender` only the pushes of the
    /// owner of that public key are opened.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for another class than A and C, a team of other than 1
    ///   to 255 bytes, and a sender of other than 32; `protected-data-unavailable` for class A while locked, and before the first
    ///   unlock; `not-found` for an app that is not installed.
    public func register(
        _ classes: Set<ProtectionClass> = [.completeUntilFirstUserAuthentication],
        team: String? = nil,
        sender: [UInt8]? = nil
    ) throws(ProtectionError) -> PushRegistration {
        let possible: Set<ProtectionClass> = [.complete, .completeUntilFirstUserAuthentication]
        guard !classes.isEmpty, classes.isSubset(of: possible) else {
            throw ProtectionError(
                .invalidArgument,
                "a key for pushes has the class '\(ProtectionClass.complete.name)' or "
                    + "'\(ProtectionClass.completeUntilFirstUserAuthentication.name)'"
            )
        }
        guard team.map(PushRegistration.isTeam) != false else {
            throw ProtectionError(.invalidArgument, "a team has 1 to 255 bytes")
        }
        guard sender.map({ $0.count == 32 }) != false else {
            throw ProtectionError(.invalidArgument, "a sender's public key has 32 bytes")
        }
        guard team.map({ (1...255).contains($0.utf8.count) }) != false else {
            throw ProtectionError(.invalidArgument, "a team's identifier has 1 to 255 bytes")
        }
        return try device.changing(application) { scene in
            try scene.checkFirstUnlocked()
            return try scene.pushKeys.register(classes, team: team, sender: sender)
        }
    }

    /// Opens the sealed part of a push, once: for a service extension, which gets it in `userInfo`.
    ///
    /// It has come from then on, whatever becomes of what it says: a caller that cannot keep the message has lost
    /// it.
    ///
    /// - Returns: nil for a push without a sealed part.
    /// - Throws: ``ProtectionError`` with `authentication-failure`, whatever is wrong with it;
    ///   `protected-data-unavailable` when there is no key now.
    public func open(_ payload: RemotePayload) throws(ProtectionError) -> SealedContent? {
        guard let text = payload.sealedText else { return nil }
        let opening: SealedContent? = try device.changingIfThere(application) { scene in
            try scene.pushKeys.open(text, payload.headers, now: scene.now)
        }
        guard let opening else { throw .unopenablePush }
        return opening
    }

    /// Puts new keys in the place of those in use, which open for thirty days more.
    ///
    /// - Throws: ``ProtectionError`` with `not-found` for an app that is not registered; as
    ///   ``register(_:team:sender:)``.
    public func rotateKeys() throws(ProtectionError) -> PushRegistration {
        try device.changing(application) { scene in
            try scene.checkFirstUnlocked()
            return try scene.pushKeys.rotate(now: scene.now)
        }
    }
}
