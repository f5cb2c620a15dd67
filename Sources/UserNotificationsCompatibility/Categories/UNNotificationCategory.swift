public import Foundation
public import ProtectedNotifications
public import ProtectionModel

/// What may be asked of the system for a category.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// The app hears of a notification that is dismissed.
    public static let customDismissAction = Self(rawValue: 1)
    /// It is shown in a car.
    public static let allowInCarPlay = Self(rawValue: 2)
    /// The title may show while previews are hidden.
    public static let hiddenPreviewsShowTitle = Self(rawValue: 4)
    /// The subtitle may show while previews are hidden.
    public static let hiddenPreviewsShowSubtitle = Self(rawValue: 8)
    /// It may be read aloud.
    public static let allowAnnouncement = Self(rawValue: 16)

    /// Takes Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// A kind of notification.
open class UNNotificationCategory: NSObject, NSCopying, @unchecked Sendable {
    private struct Values: Hashable {
        var identifier: String
        var actions: [UNNotificationAction]
        var intentIdentifiers: [String]
        var placeholder: String
        var summaryFormat: String
        var options: UInt
    }

    // None of it changes.
    private let values: Values

    /// Its name.
    open var identifier: String { values.identifier }
    /// What can be done, in the order shown.
    open var actions: [UNNotificationAction] { values.actions }
    /// The intents that belong to it.
    open var intentIdentifiers: [String] { values.intentIdentifiers }
    /// What stands in the place of a body that may not show; empty for the system's own word.
    open var hiddenPreviewsBodyPlaceholder: String { values.placeholder }
    /// What stands for a group.
    open var categorySummaryFormat: String { values.summaryFormat }
    /// What is asked of the system.
    open var options: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: values.options)
    }

    /// Makes a category; one that is not allowed is left out when it is set.
    public init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?,
        categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        values = Values(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            placeholder: hiddenPreviewsBodyPlaceholder ?? "",
            summaryFormat: categorySummaryFormat ?? "",
            options: options.rawValue
        )
        super.init()
    }

    /// Makes a category without words for a group.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// Makes a category without words of its own.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationCategory)?.values == values
    }

    /// The same for objects that are equal.
    open override var hash: Int { identifier.hashValue }
}

extension UNNotificationCategory {
    /// The category that a value describes.
    public convenience init(_ category: NotificationCategory) {
        self.init(
            identifier: category.identifier,
            actions: category.actions.map(\.object),
            intentIdentifiers: [],
            hiddenPreviewsBodyPlaceholder: category.hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: nil,
            options: UNNotificationCategoryOptions(rawValue: category.options.rawValue)
        )
    }
}

extension NotificationCategory {
    /// What a category of the app's is, without its intents and the words for a group.
    ///
    /// Of its actions those are kept that Apple's shows: the first ``actionLimit``.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for an empty identifier, of the category or an
    ///   action, and for two actions with one identifier.
    public init(_ category: UNNotificationCategory) throws(ProtectionError) {
        let placeholder = category.hiddenPreviewsBodyPlaceholder
        try self.init(
            category.identifier,
            actions: category.actions.prefix(Self.actionLimit).map {
                (action) throws(ProtectionError) in try NotificationAction(action)
            },
            hiddenPreviewsBodyPlaceholder: placeholder.isEmpty ? nil : placeholder,
            options: Options(rawValue: category.options.rawValue)
        )
    }
}
