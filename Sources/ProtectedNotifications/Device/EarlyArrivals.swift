import DeviceIdentifiers
import KeyManagement
import ProtectionModel
import Synchronization

/// What has come before the first unlock, as far as it may show.
package final class EarlyArrivals: Sendable {
    struct State {
        /// One of them, and the file that has it for the time after.
        struct Arrival {
            let notification: DeliveredNotification
            let file: String
        }

        var run = DeviceRun()
        var list: [Arrival] = []
    }

    private let state = Mutex(State())

    /// Nothing has come.
    package init() {}

    func withLock<Result>(_ body: (inout State) -> sending Result) -> Result {
        state.withLock(body)
    }
}

/// What comes before the first unlock: the documents cannot be read until then, so what may show is kept in
/// memory, for as long as this run of the device lasts.
extension DeviceNotifications {
    /// - Precondition: the device was not unlocked in this run.
    func remember(
        _ content: NotificationContent,
        _ identifier: String,
        _ name: String,
        _ scene: AppScene
    ) throws {
        // Which of its words a category lets show is not known.
        let cover = DeliveredNotification.Cover(
            scene.folder.application,
            identifier,
            scene.now,
            content,
            showing: []
        )
        let shows = try scene.settings().showsPreviews == .always
        let arrival = EarlyArrivals.State.Arrival(
            notification: DeliveredNotification(cover, shows ? content : nil),
            file: name
        )
        let files = Set(try scene.folder.names())
        arrivals.withLock { arrivals in
            arrivals.forget(unless: scene.status)
            arrivals.list.append(arrival)
            // Its predecessor has gone, and what is past the number that is kept.
            arrivals.list.removeAll {
                $0.isOf(cover.application, nil) && !files.contains($0.file)
            }
        }
    }

    /// Those of this run, until the first unlock, from which on the documents have them; `files` are those of
    /// each app, where another program may have removed some.
    func early(
        in status: DeviceStatus,
        _ files: [BundleIdentifier: [String]]
    ) -> [DeliveredNotification] {
        arrivals.withLock { arrivals in
            arrivals.forget(unless: status)
            return arrivals.list
                .filter { files[$0.notification.cover.application]?.contains($0.file) == true }
                .map(\.notification)
        }
    }

    /// Removes those of an app that came before the first unlock, while that is still to come.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` for one that has not come since the start.
    func removeEarly(_ identifiers: [String], _ scene: AppScene) throws {
        let names = try scene.folder.names()
        let areKnown = identifiers.allSatisfy { identifier in
            names.contains { Inbox.isEarly($0, of: identifier) }
        }
        guard areKnown else { return try scene.checkFirstUnlocked() }
        _ = try scene.inbox.remove(identifiers)
        forgetArrivals(of: scene.folder.application, identifiers)
    }

    /// Shows those of an app no longer; nil for all of them.
    func forgetArrivals(of application: BundleIdentifier, _ identifiers: [String]? = nil) {
        arrivals.withLock { arrivals in
            arrivals.list.removeAll { $0.isOf(application, identifiers) }
        }
    }
}

extension EarlyArrivals.State {
    /// Keeps nothing of another run, nor what the documents have.
    fileprivate mutating func forget(unless status: DeviceStatus) {
        guard run != status.run || status.state != .beforeFirstUnlock else { return }
        self = Self(run: status.run)
    }
}

extension EarlyArrivals.State.Arrival {
    fileprivate func isOf(_ application: BundleIdentifier, _ identifiers: [String]?) -> Bool {
        notification.cover.application == application
            && identifiers?.contains(notification.cover.identifier) != false
    }
}
