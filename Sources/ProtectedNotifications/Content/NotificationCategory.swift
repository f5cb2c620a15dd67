public import ProtectionModel

/// A kind of notification: what can be done with it, and what of it may show while previews are hidden
/// (`UNNotificationCategory`).
public struct NotificationCategory: Sendable, Hashable, Codable {
    /// What may be asked of the system for a category (`UNNotificationCategoryOptions`).
    public struct Options: OptionSet, Sendable, Hashable, Codable {
        /// Apple's bits.
        public let rawValue: UInt
        /// The app hears of a notification that is dismissed.
        public static let customDismissAction = Options(rawValue: 1)
        /// The title may show while previews are hidden.
        public static let hiddenPreviewsShowTitle = Options(rawValue: 4)
        /// The subtitle may show while previews are hidden.
        public static let hiddenPreviewsShowSubtitle = Options(rawValue: 8)

        /// Takes Apple's numbers.
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    /// At most so many actions are kept (M).
    public static let actionLimit = 10

    /// Its name.
    public let identifier: String
    /// What can be done, in the order shown.
    public let actions: [NotificationAction]
    /// What stands in the place of a body that may not show; nil for the system's own word.
    ///
    /// `%u` is the number of notifications of the thread that are of this category.
    public let hiddenPreviewsBodyPlaceholder: String?
    /// What is asked of the system.
    public let options: Options

    /// Checks and makes a category.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for an identifier that a request may not
    ///   have, more than ``actionLimit`` actions, and two with one identifier.
    public init(
        _ identifier: String,
        actions: [NotificationAction] = [],
        hiddenPreviewsBodyPlaceholder: String? = nil,
        options: Options = []
    ) throws(ProtectionError) {
        try NotificationIdentifier.check(identifier, of: "a notification category")
        guard actions.count <= Self.actionLimit else {
            throw ProtectionError(
                .invalidArgument,
                "the category '\(identifier)' has \(actions.count) actions; at most "
                    + "\(Self.actionLimit) are possible"
            )
        }
        guard Set(actions.map(\.identifier)).count == actions.count else {
            throw ProtectionError(
                .invalidArgument,
                "the category '\(identifier)' has two actions with one identifier"
            )
        }
        self.identifier = identifier
        self.actions = actions
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.options = options
    }
}

/// Something that the user can do with a notification (`UNNotificationAction`).
public struct NotificationAction: Sendable, Hashable, Codable {
    /// What an action needs (`UNNotificationActionOptions`).
    public struct Options: OptionSet, Sendable, Hashable, Codable {
        /// Apple's bits.
        public let rawValue: UInt
        /// The device is unlocked first.
        public static let authenticationRequired = Options(rawValue: 1)
        /// It is shown as one that destroys.
        public static let destructive = Options(rawValue: 2)
        /// The app comes to the foreground, for which the device is unlocked first.
        public static let foreground = Options(rawValue: 4)

        /// Takes Apple's numbers.
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    /// Its name.
    public let identifier: String
    /// What the button says.
    public let title: String
    /// What is asked of the system.
    public let options: Options
    /// Whether the user types a text for it (`UNTextInputNotificationAction`).
    public let takesText: Bool

    /// Makes an action.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for an identifier that a request may not have.
    public init(
        _ identifier: String,
        title: String,
        options: Options = [],
        takesText: Bool = false
    ) throws(ProtectionError) {
        try NotificationIdentifier.check(identifier, of: "a notification action")
        self.identifier = identifier
        self.title = title
        self.options = options
        self.takesText = takesText
    }

    /// Whether the device must be unlocked before the app hears of it.
    public var needsUnlock: Bool {
        !options.isDisjoint(with: [.authenticationRequired, .foreground])
    }
}
