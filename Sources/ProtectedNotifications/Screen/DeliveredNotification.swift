public import DeviceIdentifiers
public import ProtectionModel

/// A notification that has come, as the system keeps it: what needs no secrecy, and the content as far as
/// there is a key for it.
public struct DeliveredNotification: Sendable, Hashable {
    /// What of a notification is known while its content is locked.
    public struct Cover: Sendable, Hashable, Codable {
        /// Whose it is.
        public let application: BundleIdentifier
        /// The app's own name for it, or the collapse id of a push.
        public let identifier: String
        /// When it came, or was due.
        public let date: Timestamp
        /// The content's.
        public let threadIdentifier: String
        /// The content's.
        public let categoryIdentifier: String
        /// The content's.
        public let interruptionLevel: NotificationContent.InterruptionLevel
        /// The title and the subtitle, where the category lets them show while previews are hidden.
        public let title: String?
        /// Nil where it may not show, or is empty.
        public let subtitle: String?

        /// Names all of it.
        package init(
            _ application: BundleIdentifier,
            _ identifier: String,
            _ date: Timestamp,
            _ content: NotificationContent,
            showing options: NotificationCategory.Options
        ) {
            self.application = application
            self.identifier = identifier
            self.date = date
            threadIdentifier = content.threadIdentifier
            categoryIdentifier = content.categoryIdentifier
            interruptionLevel = content.interruptionLevel
            let showsTitle = options.contains(.hiddenPreviewsShowTitle) && !content.title.isEmpty
            title = showsTitle ? content.title : nil
            let showsSubtitle =
                options.contains(.hiddenPreviewsShowSubtitle) && !content.subtitle.isEmpty
            subtitle = showsSubtitle ? content.subtitle : nil
        }

        /// Without what the options do not let show.
        func limited(to options: NotificationCategory.Options) -> Cover {
            var content = NotificationContent(title: title ?? "", subtitle: subtitle ?? "")
            content.threadIdentifier = threadIdentifier
            content.categoryIdentifier = categoryIdentifier
            content.interruptionLevel = interruptionLevel
            return Cover(application, identifier, date, content, showing: options)
        }
    }

    /// What is known in every lock state from the first unlock on.
    public let cover: Cover
    /// Nil while it is locked.
    public let content: NotificationContent?

    /// Puts both together.
    package init(_ cover: Cover, _ content: NotificationContent?) {
        self.cover = cover
        self.content = content
    }
}
