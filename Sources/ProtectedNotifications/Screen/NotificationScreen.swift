public import DeviceIdentifiers
public import ProtectionModel

/// What can be seen of notifications: a function of what has come, of the settings and of the lock.
///
/// It asks for no key. A notification whose content is locked is drawn from its cover, because that is
/// all there is.
public struct NotificationScreen: Sendable, Hashable {
    /// Where notifications are looked at.
    public enum Place: String, Sendable, Hashable, CaseIterable {
        case lockScreen = "lock-screen"
        /// The list that is pulled down; on a locked device it is the lock screen's own.
        case center
    }

    /// What is the system's and not an app's.
    public struct Words: Sendable, Hashable {
        /// What stands for a body that may not show (N-15, M).
        public var placeholder = "Notification"

        /// English ones.
        public init() {}
    }

    /// One entry, as it is read.
    public struct Entry: Sendable, Hashable {
        /// Whose it is.
        public let application: BundleIdentifier
        /// Those that it stands for: several of a thread whose bodies may not show are one entry.
        public let identifiers: [String]
        /// Of the newest of them.
        public let date: Timestamp
        /// Nil where it may not show, or is empty.
        public let title: String?
        /// Nil where it may not show, or is empty.
        public let subtitle: String?
        /// The body, or what stands in its place.
        public let body: String
        /// Whether something of it does not show.
        public let isHidden: Bool
        /// The files shown along; none while hidden.
        public let attachments: [NotificationContent.Attachment]
    }

    /// What an app may show, and its categories.
    public struct Rules: Sendable, Hashable {
        /// What the user lets it do.
        public var settings: NotificationSettings
        /// By their identifiers.
        public var categories: [String: NotificationCategory]

        /// Names both.
        public init(_ settings: NotificationSettings, _ categories: [NotificationCategory] = []) {
            self.settings = settings
            self.categories = Dictionary(categories.map { ($0.identifier, $0) }) { $1 }
        }
    }

    /// The entries, the newest first; of two with one date, what was delivered last.
    public let entries: [Entry]
    /// Apps of which not everything that is due is shown, or nothing at all, because something of theirs cannot be
    /// read or delivered, and why.
    public internal(set) var failures: [BundleIdentifier: ProtectionError] = [:]

    /// All that can be read, a line for each title, subtitle and body; empty for an empty screen.
    public var text: String {
        entries.flatMap { [$0.title, $0.subtitle, $0.body].compactMap(\.self) }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Draws notifications; those of apps without rules are not shown.
    ///
    /// In a `quiet` time the lock screen shows only what may disturb it; the rest follows when it ends.
    public init(
        _ delivered: [DeliveredNotification],
        _ rules: [BundleIdentifier: Rules],
        at place: Place,
        isLocked: Bool,
        quiet: QuietTime = QuietTime(),
        words: Words = Words()
    ) {
        let shown = delivered.filter { notification in
            guard let settings = rules[notification.cover.application]?.settings,
                settings.showsAlerts
            else { return false }
            guard place == .lockScreen || isLocked else { return settings.showsInCenter }
            let cover = notification.cover
            guard !quiet.holds(cover.interruptionLevel, of: cover.application) else { return false }
            return settings.showsOnLockScreen && settings.authorization == .authorized
        }
        var entries: [Entry] = []
        for group in Self.groups(shown, rules, isLocked: isLocked) {
            guard let rules = rules[group[0].cover.application] else { continue }
            entries.append(Self.entry(group, rules, isLocked: isLocked, words))
        }
        self.entries = entries
    }

    /// Those that are one entry, each the newest first: of a thread and a category, when their bodies do not show.
    private static func groups(
        _ delivered: [DeliveredNotification],
        _ rules: [BundleIdentifier: Rules],
        isLocked: Bool
    ) -> [[DeliveredNotification]] {
        struct Thread: Hashable {
            let application: BundleIdentifier
            let thread: String
            let category: String
        }
        let newest = delivered.enumerated().sorted {
            ($0.element.cover.date, $0.offset) > ($1.element.cover.date, $1.offset)
        }
        var groups: [[DeliveredNotification]] = []
        var places: [Thread: Int] = [:]
        for (_, notification) in newest {
            let cover = notification.cover
            let settings = rules[cover.application]?.settings ?? NotificationSettings()
            guard isHidden(notification, settings, isLocked: isLocked) else {
                groups.append([notification])
                continue
            }
            let thread = Thread(
                application: cover.application,
                thread: cover.threadIdentifier,
                category: cover.categoryIdentifier
            )
            guard let place = places[thread] else {
                places[thread] = groups.count
                groups.append([notification])
                continue
            }
            groups[place].append(notification)
        }
        return groups
    }

    private static func isHidden(
        _ notification: DeliveredNotification,
        _ settings: NotificationSettings,
        isLocked: Bool
    ) -> Bool {
        guard notification.content != nil else { return true }
        return switch settings.showsPreviews {
        case .always: false
        case .whenUnlocked: isLocked
        case .never: true
        }
    }

    private static func entry(
        _ group: [DeliveredNotification],
        _ rules: Rules,
        isLocked: Bool,
        _ words: Words
    ) -> Entry {
        let newest = group[0]
        let cover = newest.cover
        let identifiers = group.map(\.cover.identifier)
        if let content = newest.content, !isHidden(newest, rules.settings, isLocked: isLocked) {
            return Entry(
                application: cover.application,
                identifiers: identifiers,
                date: cover.date,
                title: content.title.isEmpty ? nil : content.title,
                subtitle: content.subtitle.isEmpty ? nil : content.subtitle,
                body: content.body,
                isHidden: false,
                attachments: content.attachments
            )
        }
        let category = rules.categories[cover.categoryIdentifier]
        let options = category?.options ?? []
        return Entry(
            application: cover.application,
            identifiers: identifiers,
            date: cover.date,
            title: options.contains(.hiddenPreviewsShowTitle) ? cover.title : nil,
            subtitle: options.contains(.hiddenPreviewsShowSubtitle) ? cover.subtitle : nil,
            body: placeholder(category, count: group.count, words),
            isHidden: true,
            attachments: []
        )
    }

    private static func placeholder(
        _ category: NotificationCategory?,
        count: Int,
        _ words: Words
    ) -> String {
        guard let text = category?.hiddenPreviewsBodyPlaceholder, !text.isEmpty else {
            return words.placeholder
        }
        return text.replacing("%u", with: String(count))
    }
}
