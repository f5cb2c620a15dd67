public import Foundation
public import ProtectedNotifications
public import ProtectionModel

/// What an app wants to notify of, and when.
open class UNNotificationRequest: NSObject, NSCopying, @unchecked Sendable {
    // None of it changes: the content is a copy that cannot be changed.
    private let values: (identifier: String, content: UNNotificationContent)

    /// The app's own name for it.
    open var identifier: String { values.identifier }
    /// What is shown; a copy that cannot be changed.
    open var content: UNNotificationContent { values.content }
    /// When; nil for at once.
    public let trigger: UNNotificationTrigger?

    /// Names all of it; what is not allowed is refused when the request is added.
    public init(
        identifier: String,
        content: UNNotificationContent,
        trigger: UNNotificationTrigger?
    ) {
        values = (identifier, UNNotificationContent(content.fields))
        self.trigger = trigger
        super.init()
    }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both ask for the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationRequest else { return false }
        return values == other.values && trigger == other.trigger
    }

    /// The same for objects that are equal.
    open override var hash: Int { identifier.hashValue }
}

extension UNNotificationRequest {
    /// The request that a value describes; `isPush` says that it came from a server.
    public convenience init(_ request: NotificationRequest, isPush: Bool = false) {
        self.init(
            identifier: request.identifier,
            content: UNNotificationContent(request.content),
            trigger: isPush ? UNPushNotificationTrigger() : request.trigger?.object
        )
    }
}

extension NotificationRequest {
    /// What a request of the app's asks for; a push's trigger is nil here.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for what its parts do not allow.
    public init(_ request: UNNotificationRequest) throws(ProtectionError) {
        try self.init(
            request.identifier,
            NotificationContent(request.content),
            request.trigger?.value()
        )
    }
}

/// A notification that has come.
open class UNNotification: NSObject, NSCopying, @unchecked Sendable {
    // None of it changes.
    private let values: (date: Date, request: UNNotificationRequest)

    /// When it came.
    open var date: Date { values.date }
    /// What it came of.
    open var request: UNNotificationRequest { values.request }

    /// Apple's has no initializer; tests of an app want one.
    package init(_ request: UNNotificationRequest, _ date: Date) {
        values = (date, request)
        super.init()
    }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotification).map { $0.values == values } ?? false
    }

    /// The same for objects that are equal.
    open override var hash: Int { request.hash }
}

extension UNNotification {
    /// The notification that a value describes; while its content is locked, what its cover says.
    public convenience init(_ notification: DeliveredNotification) {
        let cover = notification.cover
        var content = NotificationContent(title: cover.title ?? "", subtitle: cover.subtitle ?? "")
        content.threadIdentifier = cover.threadIdentifier
        content.categoryIdentifier = cover.categoryIdentifier
        content.interruptionLevel = cover.interruptionLevel
        self.init(
            UNNotificationRequest(
                identifier: cover.identifier,
                content: UNNotificationContent(notification.content ?? content),
                trigger: nil
            ),
            Date(cover.date)
        )
    }
}

extension Date {
    init(_ time: Timestamp) {
        self.init(timeIntervalSince1970: Double(time.seconds) + Double(time.nanoseconds) / 1e9)
    }
}
