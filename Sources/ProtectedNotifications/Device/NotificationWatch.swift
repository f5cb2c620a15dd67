package import DeviceIdentifiers
import KeyManagement
import ProtectedStore
package import ProtectionModel

/// Something that happened to a notification of a device.
package struct NotificationEvent: Sendable, Hashable {
    /// What happened.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It came, or something else came in its place.
        case delivered
        case removed
        /// The user chose an action, which the app has or gets after the unlock.
        case responded
    }

    /// What happened.
    package let kind: Kind
    /// Whose it is.
    package let application: BundleIdentifier
    /// The notification's.
    package let identifier: String
    /// When it was delivered, or the user chose; nil where nobody knows when.
    package let date: Timestamp?
    /// What a screen shows of one that was delivered; nil for nothing.
    package var entry: NotificationScreen.Entry?
    /// Which action was chosen.
    package var action: String?

    init(
        _ kind: Kind,
        _ application: BundleIdentifier,
        _ identifier: String,
        _ date: Timestamp? = nil
    ) {
        self.kind = kind
        self.application = application
        self.identifier = identifier
        self.date = date
    }
}

/// Tells what comes and goes on a device, whoever does it.
///
/// Compares what is there with what was there, so it knows nothing of what has come and gone between two
/// looks, nor of what leaves no trace, such as a push that is suppressed. Before the first unlock it keeps
/// what it knows: what happened in the meantime is told after it. A watch that starts there knows nothing, and
/// tells after it what there is.
package struct NotificationWatch {
    private struct Known {
        /// By a notification's identifier its serial, which stays when what was sealed in it is opened.
        var delivered: [String: String] = [:]
        var responses: Set<NotificationResponse> = []
    }

    private let device: DeviceNotifications
    private let onChange: @Sendable () -> Void
    private let observation: DocumentObservation
    private var folders: [BundleIdentifier: DocumentObservation] = [:]
    private var known: [BundleIdentifier: Known] = [:]
    /// When something is due that nobody but time brings; nil for nothing.
    package private(set) var nextDue: Timestamp?
    /// Apps of which nothing is told now, or which get nothing that is due, because something of theirs cannot be read
    /// or delivered, and why.
    package private(set) var failures: [BundleIdentifier: ProtectionError] = [:]

    /// Starts to watch; `onChange` is called, on any thread, when ``takeEvents()`` may have something to tell.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `io-error`.
    package init(
        _ device: DeviceNotifications,
        onChange: @escaping @Sendable () -> Void
    ) throws(ProtectionError) {
        self.device = device
        self.onChange = onChange
        observation = try device.documents.observe(.notifications, onChange)
        _ = try takeEvents()
    }

    /// What happened since the last call, in the order of the apps' names; ``failures`` says what is missing.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `io-error`.
    package mutating func takeEvents() throws(ProtectionError) -> [NotificationEvent] {
        // Watched before it is read, or a change in between would be lost.
        let applications = Set(try device.applications())
        for application in applications where folders[application] == nil {
            folders[application] = try device.documents.observe(
                .notifications,
                of: application.description,
                onChange
            )
        }
        let late = try unlessLocked { () throws(ProtectionError) in
            try device.inEachApplication { (application) throws(ProtectionError) in
                try device.advance(application)
            }
        }
        failures = Dictionary((late ?? []).map { ($0, $1) }) { first, _ in first }
        nextDue = nil
        var events: [NotificationEvent] = []
        for application in applications.union(known.keys).sorted(by: { "\($0)" < "\($1)" }) {
            do {
                if let found = try self.events(of: application) {
                    events += found
                    continue
                }
            } catch {
                guard error.code != .deviceOff else { throw error }
                failures[application] = error
            }
            if !applications.contains(application) {
                // It was uninstalled.
                folders[application] = nil
                events += (known.removeValue(forKey: application)?.delivered.keys.sorted() ?? [])
                    .map { NotificationEvent(.removed, application, $0) }
            }
        }
        return events
    }

    /// Nil where nothing is known of an app now.
    private mutating func events(
        of application: BundleIdentifier
    ) throws(ProtectionError) -> [NotificationEvent]? {
        let old = known[application] ?? Known()
        let found = try unlessLocked { () throws(ProtectionError) in
            try DeviceUse.inBackground { () throws(ProtectionError) in
                try device.reading(application) { scene in
                    scene.isFirstUnlocked ? try Self.look(scene, old, device) : nil
                }
            }
        }
        guard case let (events, new, due)??? = found else { return nil }
        known[application] = new
        if let due { nextDue = min(due, nextDue ?? due) }
        return events
    }

    /// What `body` returns; nil when the device restarts meanwhile, and what is there cannot be read any more.
    private func unlessLocked<Result>(
        _ body: () throws(ProtectionError) -> Result
    ) throws(ProtectionError) -> Result? {
        do { return try body() } catch {
            guard error.code == .protectedDataUnavailable else { throw error }
            return nil
        }
    }

    private static func look(
        _ scene: AppScene,
        _ old: Known,
        _ device: DeviceNotifications
    ) throws -> ([NotificationEvent], Known, due: Timestamp?) {
        let application = scene.folder.application
        let delivered = try scene.deliveredEntries()
        let document = try scene.folder.read(ResponsesDocument.self)
        let responses = (document.waiting.map(\.given) + document.given).map(\.response)
        let new = Known(
            delivered: Dictionary(
                delivered.map { ($0.entry.cover.identifier, $0.entry.serial) },
                uniquingKeysWith: { first, _ in first }
            ),
            responses: Set(responses)
        )
        var events = responses.filter { !old.responses.contains($0) }
            .map { event(of: $0, application) }
        events += old.delivered.keys.filter { new.delivered[$0] == nil }.sorted().map {
            NotificationEvent(.removed, application, $0)
        }
        let fresh = delivered.reversed().filter {
            old.delivered[$0.entry.cover.identifier] != $0.entry.serial
        }
        events += try fresh.map { try event(of: $0, scene, device) }
        let due = try scene.folder.read(PendingDocument.self).schedule.nextDue
        return (events, new, due)
    }

    private static func event(
        of response: NotificationResponse,
        _ application: BundleIdentifier
    ) -> NotificationEvent {
        var event = NotificationEvent(
            .responded,
            application,
            response.notification,
            response.date
        )
        event.action = response.action
        return event
    }

    /// With what a screen shows, as its content may not be told while it does not show.
    private static func event(
        of delivered: (entry: Inbox.Entry, notification: DeliveredNotification),
        _ scene: AppScene,
        _ device: DeviceNotifications
    ) throws -> NotificationEvent {
        let cover = delivered.entry.cover
        var event = NotificationEvent(.delivered, cover.application, cover.identifier, cover.date)
        guard scene.isShown(delivered.entry) else { return event }
        let screen = try device.screen(
            of: [delivered.notification],
            [cover.application: try scene.screenRules()],
            at: .center,
            quiet: device.quietTimeOrDamaged
        )
        event.entry = screen.entries.first
        return event
    }
}
