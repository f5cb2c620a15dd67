public import Foundation
public import ProtectedNotifications
public import ProtectionModel

/// What an action needs.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// The device is unlocked first.
    public static let authenticationRequired = Self(rawValue: 1)
    /// It is shown as one that destroys.
    public static let destructive = Self(rawValue: 2)
    /// The app comes to the foreground.
    public static let foreground = Self(rawValue: 4)

    /// Takes Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// A picture on an action; nothing is drawn here.
open class UNNotificationActionIcon: NSObject, NSCopying, @unchecked Sendable {
    // It never changes.
    private let name: String

    /// A picture of the app's.
    public init(templateImageName: String) { name = "app/" + templateImageName }

    /// A picture of the system's.
    public init(systemImageName: String) { name = "system/" + systemImageName }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same picture.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationActionIcon)?.name == name
    }

    /// The same for objects that are equal.
    open override var hash: Int { name.hashValue }
}

/// Something that the user can do with a notification.
open class UNNotificationAction: NSObject, NSCopying, @unchecked Sendable {
    // None of it changes.
    private let values: (identifier: String, title: String, options: UNNotificationActionOptions)

    /// Its name.
    open var identifier: String { values.identifier }
    /// What the button says.
    open var title: String { values.title }
    /// What it needs.
    open var options: UNNotificationActionOptions { values.options }
    /// The picture on the button.
    public let icon: UNNotificationActionIcon?

    /// Makes an action; what is not allowed is refused when its category is set.
    public init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon? = nil
    ) {
        values = (identifier, title, options)
        self.icon = icon
        super.init()
    }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction else { return false }
        return type(of: self) == type(of: other) && values == other.values && icon == other.icon
    }

    /// The same for objects that are equal.
    open override var hash: Int { identifier.hashValue }
}

/// An action for which the user types a text.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    private let words: (button: String, placeholder: String)

    /// What the button beside the text says.
    open var textInputButtonTitle: String { words.button }
    /// What stands where no text is yet.
    open var textInputPlaceholder: String { words.placeholder }

    /// Makes an action; what is not allowed is refused when its category is set.
    public init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon? = nil,
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        words = (textInputButtonTitle, textInputPlaceholder)
        super.init(identifier: identifier, title: title, options: options, icon: icon)
    }

    /// Whether both are the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationAction else { return false }
        return super.isEqual(other) && words == other.words
    }
}

extension NotificationAction {
    /// What an action of the app's is, without its picture and the words beside a text.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for an empty identifier.
    public init(_ action: UNNotificationAction) throws(ProtectionError) {
        try self.init(
            action.identifier,
            title: action.title,
            options: Options(rawValue: action.options.rawValue),
            takesText: action is UNTextInputNotificationAction
        )
    }

    /// The object of an app that stands for it.
    package var object: UNNotificationAction {
        let options = UNNotificationActionOptions(rawValue: options.rawValue)
        guard takesText else {
            return UNNotificationAction(identifier: identifier, title: title, options: options)
        }
        return UNTextInputNotificationAction(
            identifier: identifier,
            title: title,
            options: options,
            textInputButtonTitle: "",
            textInputPlaceholder: ""
        )
    }
}
