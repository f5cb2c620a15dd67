public import Preferences
public import ProtectionModel

/// What a notification says, and how it is to be shown.
///
/// The names are Apple's (`UNNotificationContent`) without their prefix.
public struct NotificationContent: Sendable, Hashable {
    /// How much a notification may disturb (`UNNotificationInterruptionLevel`).
    public enum InterruptionLevel: String, Sendable, Hashable, CaseIterable, Codable {
        /// Added to the list, without light or sound.
        case passive
        /// Shown at once; held back in a quiet time.
        case active
        /// Shown in a quiet time, too, with the entitlement.
        case timeSensitive = "time-sensitive"
        /// Shown and heard whatever the switches say, with the entitlement.
        case critical
    }

    /// What is heard.
    public enum Sound: Sendable, Hashable, Codable {
        case standard
        /// A file of the app by its name.
        case named(String)
        /// A critical alert's, with a volume from 0 to 1.
        case critical(name: String?, volume: Double)
    }

    /// A file that is shown along; it stays where it is, under its own class.
    public struct Attachment: Sendable, Hashable {
        /// Unique in the notification.
        public let identifier: String
        /// Where it lies on the device.
        public let path: DevicePath

        /// Names a file.
        public init(_ identifier: String, _ path: DevicePath) {
            self.identifier = identifier
            self.path = path
        }
    }

    /// The largest content that is kept, in bytes of its JSON: 16 times what a push has room for, and so little
    /// that all the requests and responses of an app are one document each (M: Apple names no limit).
    public static let byteLimit = 65_536

    /// The first line.
    public var title = ""
    /// The second line.
    public var subtitle = ""
    /// The text.
    public var body = ""
    /// The number on the app's icon; 0 takes it away, nil leaves it.
    public var badge: Int?
    /// Nil for silence.
    public var sound: Sound?
    /// Notifications of one thread are shown together.
    public var threadIdentifier = ""
    /// The category, which has the actions and says what may show while previews are hidden.
    public var categoryIdentifier = ""
    /// How much it may disturb.
    public var interruptionLevel = InterruptionLevel.active
    /// From 0 to 1: which of several comes first.
    public var relevanceScore = 0.0
    /// Files that are shown along.
    public var attachments: [Attachment] = []
    /// What the app keeps with it.
    public var userInfo: [String: PreferenceValue] = [:]

    /// Says nothing yet.
    public init(title: String = "", subtitle: String = "", body: String = "") {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// Whether there is something to show.
    public var isEmpty: Bool {
        title.isEmpty && subtitle.isEmpty && body.isEmpty && attachments.isEmpty
    }
}
