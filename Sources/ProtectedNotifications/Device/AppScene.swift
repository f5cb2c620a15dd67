import DeviceIdentifiers
import KeyManagement
import ProtectedStore
import ProtectionModel

/// An app's notifications at one moment: its documents, and how the device stands.
///
/// What changes something is called under the lock of the device's documents.
struct AppScene {
    let folder: AppFolder
    let keys: any KeyService
    let status: DeviceStatus
    /// What profiles force.
    let rules: NotificationRules
    let deviceZone: String

    var now: Timestamp { keys.clock.wallTime() }
    var inbox: Inbox { Inbox(folder: folder, keys: keys, status: status) }
    var pushKeys: PushKeys { PushKeys(folder: folder, keys: keys) }
    var isFirstUnlocked: Bool { inbox.isFirstUnlocked }

    /// - Throws: `ProtectionError` with `protected-data-unavailable` before the first unlock, when even what is
    ///   not there is not known.
    func checkFirstUnlocked() throws {
        guard !isFirstUnlocked else { return }
        throw ProtectionError(
            .protectedDataUnavailable,
            "the notifications of '\(folder.application)' are not known before the first unlock"
        )
    }

    /// What the app may do: what the user decided, and over it what profiles force.
    func settings() throws -> NotificationSettings { try limitedSettings().settings }

    func limitedSettings() throws -> LimitedNotificationSettings {
        try folder.read(AppSettingsDocument.self).settings
            .limited(by: rules, for: folder.application)
    }

    // MARK: Delivering

    /// Delivers a content, unless the app may not notify.
    ///
    /// - Returns: what was delivered, without a level that the app is not entitled to, and before the first unlock the
    ///   name of its file; nil for an app that may not.
    @discardableResult
    func deliver(
        _ content: NotificationContent,
        _ identifier: String,
        date: Timestamp? = nil,
        sealed: SealedRemainder? = nil
    ) throws -> (content: NotificationContent, early: String?)? {
        let settings = try settings()
        guard settings.mayNotify else { return nil }
        let content = try entitled(content)
        let arrival = inbox.arrival
        let early = try inbox.deliver(
            Inbox.Content(content: content, sealed: sealed),
            identifier,
            date: date ?? arrival.date,
            arrival: arrival,
            previews: settings.showsPreviews,
            showing: isFirstUnlocked ? try options(of: content) : []
        )
        try applyBadge(content.badge)
        return (content, early)
    }

    /// A content without a level that the app is not entitled to.
    private func entitled(_ content: NotificationContent) throws -> NotificationContent {
        let entitlements = try folder.read(AppSettingsDocument.self).entitlements
        var content = content
        if content.interruptionLevel.isMissing(in: entitlements) {
            content.interruptionLevel = .active
        }
        return content
    }

    /// What came and was neither removed nor answered, the newest first.
    func delivered() throws -> [DeliveredNotification] {
        try deliveredEntries().map(\.notification)
    }

    /// The same, with how they are kept.
    func deliveredEntries() throws -> [(entry: Inbox.Entry, notification: DeliveredNotification)] {
        guard isFirstUnlocked else { return [] }
        let given = try folder.read(ResponsesDocument.self).given
        return try inbox.delivered(now: now)
            .filter { entry, _ in !given.contains { $0.isTo(entry) } }
    }

    /// What a screen may show: one that is locked, and has no history, only what has come since.
    ///
    /// That is told by the clock that cannot be set, or what was hidden would show again.
    func shown() throws -> [DeliveredNotification] {
        try deliveredEntries().filter { isShown($0.entry) }.map(\.notification)
    }

    func isShown(_ entry: Inbox.Entry) -> Bool {
        guard !status.isProtectedDataAvailable, rules.showsLockScreenHistory?.value == false
        else { return true }
        let time = keys.clock.now() - (status.lockedFor ?? .zero)
        return entry.arrival.run == status.run && entry.arrival.time >= time
    }

    /// What a screen draws the app's notifications by; before the first unlock no category is known.
    func screenRules() throws -> NotificationScreen.Rules {
        NotificationScreen.Rules(
            try settings(),
            isFirstUnlocked ? try folder.read(CategoriesDocument.self).categories : []
        )
    }

    /// Sets the badge of what comes; nothing happens unless the user lets it change.
    func applyBadge(_ badge: Int?) throws {
        guard let badge, badge >= 0, try settings().badgeSetting == .enabled else { return }
        try setBadge(badge)
    }

    func setBadge(_ badge: Int) throws {
        try folder.update(AppSettingsDocument.self) { $0.badge = badge }
    }

    private func options(
        of content: NotificationContent
    ) throws -> NotificationCategory.Options {
        guard !content.categoryIdentifier.isEmpty else { return [] }
        return try folder.read(CategoriesDocument.self)[content.categoryIdentifier]?.options ?? []
    }

    // MARK: What time brings

    func needsWork() throws -> Bool {
        guard isFirstUnlocked else { return false }
        let names = try folder.names()
        guard try !inbox.needsSettling(names, settings().showsPreviews) else { return true }
        if names.contains(where: { Inbox.isOver($0, now) || Inbox.isUndated($0, now) }) {
            return true
        }
        let due = try folder.read(PendingDocument.self).schedule.nextDue
        if due.map({ $0 <= now }) == true { return true }
        if names.contains(ResponsesDocument.name), try hasResponsesToPass() { return true }
        return try pushKeys.hasOld(names, now: now)
    }

    func advance() throws {
        guard isFirstUnlocked else { return }
        do { try settle() } catch let error as ProtectionError
            where error.code == .protectedDataUnavailable
        {
            // Locked meanwhile: the next unlock finds what is left to do.
        }
        try deliverDue()
        try passResponses()
        try removeOver()
    }

    /// Everything of the inbox where the settings want it.
    func settle() throws {
        let previews = try settings().showsPreviews
        guard inbox.needsSettling(try folder.names(), previews) else { return }
        try inbox.settle(previews: previews, showing: options, opening: opened)
    }

    /// Opens what was sealed once there is a key for it; nil for what does not open.
    private func opened(
        _ sealed: SealedRemainder,
        _ put: Inbox.Putting
    ) throws -> SealedContent? {
        guard let type = RemotePayload.Headers.PushType(rawValue: sealed.pushType) else {
            return nil
        }
        let headers = try RemotePayload.Headers(type, collapseID: sealed.collapseID)
        do {
            return try pushKeys.open(sealed.text, headers, now: now) { message in
                let content = try entitled(message.content)
                try put(content, options(of: content))
                try applyBadge(content.badge)
            }
        } catch let error as ProtectionError where error.code == .authenticationFailure {
            return nil
        }
    }

    private func deliverDue() throws {
        try delivering { schedule in
            while let (entry, rest) = try schedule.takingDue(by: now, deviceZone: deviceZone) {
                try deliver(entry.request.content, entry.request.identifier, date: entry.due)
                schedule = rest
            }
        }
    }

    /// The device is somewhere.
    func move(to position: NotificationPlace.Position) throws {
        try checkFirstUnlocked()
        try delivering { schedule in
            var rest = schedule
            for request in rest.move(to: position) {
                try deliver(request.content, request.identifier)
                // Where the device was counts until all of them are delivered.
                if request.trigger?.repeats != true { schedule.remove([request.identifier]) }
            }
            schedule = rest
        }
    }

    /// Delivers requests and takes them out of the schedule: in this order, so that what a power loss interrupts comes
    /// again, in the same place.
    ///
    /// What was delivered before an error waits no more either, or it would come back when the user has removed it.
    private func delivering(_ deliver: (inout NotificationSchedule) throws -> Void) throws {
        let before = try folder.read(PendingDocument.self)
        var document = before
        do { try deliver(&document.schedule) } catch {
            if document != before { try? folder.write(document) }
            throw error
        }
        if document != before { try folder.write(document) }
    }

    private func removeOver() throws {
        try inbox.redate(now: now)
        try inbox.removeOver(now: now)
        if try pushKeys.hasOld(folder.names(), now: now) { try pushKeys.removeOld(now: now) }
    }
}

extension NotificationContent.InterruptionLevel {
    /// Whether an app would need an entitlement that it has not.
    fileprivate func isMissing(in entitlements: NotificationEntitlements) -> Bool {
        switch self {
        case .passive, .active: false
        case .timeSensitive: !entitlements.contains(.timeSensitive)
        case .critical: !entitlements.contains(.criticalAlerts)
        }
    }
}
