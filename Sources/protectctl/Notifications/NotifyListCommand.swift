import ArgumentParser
import DeviceIdentifiers
import Documents
import ProtectedNotifications
import ProtectionModel

/// Which notifications of an application.
enum NotificationList: String, EnumerableFlag {
    case delivered, pending

    static func help(for value: NotificationList) -> ArgumentHelp? {
        switch value {
        case .delivered: "Those that came and are still there."
        case .pending: "Those that wait."
        }
    }
}

/// Implements `protectctl notify list`.
struct NotifyListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List an application's notifications as it sees them.",
        discussion: """
            Delivered ones are the newest first, and those whose content is locked have no text; \
            pending ones are the soonest first, and those that wait for a place before all.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag var which = NotificationList.delivered
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try BundleIdentifier(application)
        let center = try Session(global).notifications.center(of: application)
        switch which {
        case .delivered: try show(center.delivered())
        case .pending: try show(center.pending())
        }
    }

    private func show(_ delivered: [DeliveredNotification]) throws {
        guard !global.json else {
            return try global.console.document(delivered.map(DeliveredDocument.init))
        }
        var table = Table([.left, .left, .left, .left])
        for notification in delivered {
            let cover = notification.cover
            let locked = notification.content == nil
            table.add([
                cover.identifier.printable, MomentText.short(cover.date),
                (notification.content?.title ?? cover.title ?? "").printable,
                locked ? "(locked)" : (notification.content?.body ?? "").printable,
            ])
        }
        for line in table.lines() { try global.console.data(line) }
    }

    private func show(_ pending: [NotificationSchedule.Pending]) throws {
        guard !global.json else {
            return try global.console.document(pending.map(PendingDocument.init))
        }
        var table = Table([.left, .left, .left, .left])
        for entry in pending {
            table.add([
                entry.request.identifier.printable,
                entry.request.trigger?.sentence(due: entry.due) ?? "",
                entry.request.content.title.printable, entry.request.content.body.printable,
            ])
        }
        for line in table.lines() { try global.console.data(line) }
    }
}

extension NotificationTrigger {
    /// When, in a few words.
    fileprivate func sentence(due: Timestamp?) -> String {
        let time = due.map(MomentText.short) ?? ""
        switch self {
        case .interval(let interval, true): return "\(time), every \(DurationText.format(interval))"
        case .calendar(_, true): return "\(time), daily"
        case .interval, .calendar: return time
        case .place(let place, let repeats):
            let center = "\(place.center.latitude),\(place.center.longitude),\(place.radius)"
            return "\(place.crossing.rawValue) \(center)" + (repeats ? ", each time" : "")
        }
    }

    fileprivate var kind: String {
        switch self {
        case .interval: "interval"
        case .calendar: "calendar"
        case .place(let place, _): place.crossing.rawValue
        }
    }

    fileprivate var repeats: Bool {
        switch self {
        case .interval(_, let repeats), .calendar(_, let repeats), .place(_, let repeats): repeats
        }
    }
}

/// A delivered notification as JSON, with null for what is locked.
private struct DeliveredDocument: Encodable {
    let identifier: String
    let at: String
    let title: OrNull<String>
    let subtitle: OrNull<String>
    let body: OrNull<String>
    let category: String
    let thread: String
    let level: String
    let readableNow: Bool

    init(_ notification: DeliveredNotification) {
        let (cover, content) = (notification.cover, notification.content)
        identifier = cover.identifier
        at = MomentText.rfc3339(cover.date)
        title = OrNull(content?.title ?? cover.title)
        subtitle = OrNull(content?.subtitle ?? cover.subtitle)
        body = OrNull(content?.body)
        category = cover.categoryIdentifier
        thread = cover.threadIdentifier
        level = cover.interruptionLevel.rawValue
        readableNow = content != nil
    }
}

/// A request that waits as JSON.
private struct PendingDocument: Encodable {
    let identifier: String
    let due: OrNull<String>
    let trigger: OrNull<String>
    let repeats: Bool
    let title: String
    let subtitle: String
    let body: String
    let category: String
    let thread: String

    init(_ pending: NotificationSchedule.Pending) {
        let (request, content) = (pending.request, pending.request.content)
        identifier = request.identifier
        due = OrNull(pending.due.map(MomentText.rfc3339))
        trigger = OrNull(request.trigger?.kind)
        repeats = request.trigger?.repeats ?? false
        title = content.title
        subtitle = content.subtitle
        body = content.body
        category = content.categoryIdentifier
        thread = content.threadIdentifier
    }
}

/// Implements `protectctl notify remove`.
struct NotifyRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an application's notifications, and destroy their keys.",
        discussion: """
            --all removes in every lock state what was delivered, also what cannot be read. When one of \
            several ids is not there, nothing is removed, and the status is 66.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "All of them.")
    var all = false
    @Flag(help: "Those that wait, not those that were delivered.")
    var pending = false
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String
    @Argument(help: ArgumentHelp("Which ones.", valueName: "id"))
    var identifiers: [String] = []

    func validate() throws {
        guard all == identifiers.isEmpty else {
            throw ValidationError("name the notifications, or all of them with --all")
        }
    }

    func run() throws {
        let application = try BundleIdentifier(application)
        let center = try Session(global).notifications.center(of: application)
        if !all { try check(center) }
        if pending {
            try center.removePending(all ? nil : identifiers)
        } else {
            try center.removeDelivered(all ? nil : identifiers)
        }
    }

    private func check(_ center: UserNotificationCenter) throws {
        let known =
            pending
            ? try center.pending().map(\.request.identifier)
            : try center.delivered().map(\.cover.identifier)
        guard let missing = identifiers.first(where: { !known.contains($0) }) else { return }
        let list = pending ? "--pending" : "--delivered"
        throw ToolError(
            .notFound,
            "'\(center.application)' has no \(pending ? "pending" : "delivered") notification "
                + "'\(missing)'",
            hint: "'protectctl notify list \(list) \(center.application)' lists them"
        )
    }
}
