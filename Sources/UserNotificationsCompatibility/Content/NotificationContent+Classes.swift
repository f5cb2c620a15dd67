import Foundation
import Preferences
public import ProtectedNotifications
public import ProtectionModel

extension UNNotificationContent {
    /// The content that a value describes.
    public convenience init(_ content: NotificationContent) {
        self.init(Fields(content))
    }
}

extension NotificationContent {
    /// What a content of the app's says, as far as there is a field for it.
    ///
    /// Left out are the picture of the start, the summary's words, the scene and the Focus' criteria.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for a `userInfo` that no property list holds, an
    ///   attachment without a path on a device, and a badge below 0.
    public init(_ content: UNNotificationContent) throws(ProtectionError) {
        self.init(title: content.title, subtitle: content.subtitle, body: content.body)
        badge = try Self.badge(content.badge)
        sound = content.sound?.value
        threadIdentifier = content.threadIdentifier
        categoryIdentifier = content.categoryIdentifier
        interruptionLevel = InterruptionLevel(content.interruptionLevel)
        relevanceScore = content.relevanceScore
        for attachment in content.attachments {
            attachments.append(
                Attachment(attachment.identifier, try DevicePath(attachment.url.path))
            )
        }
        userInfo = try Self.values(of: content.userInfo)
    }

    private static func badge(_ badge: NSNumber?) throws(ProtectionError) -> Int? {
        guard let badge else { return nil }
        guard badge.intValue >= 0 else {
            throw ProtectionError(.invalidArgument, "a badge is 0 or more, not \(badge)")
        }
        return badge.intValue
    }

    private static func values(
        of userInfo: [AnyHashable: Any]
    ) throws(ProtectionError) -> [String: PreferenceValue] {
        var values: [String: PreferenceValue] = [:]
        for (key, object) in userInfo {
            guard let name = key.base as? String else {
                throw ProtectionError(.invalidArgument, "a key of userInfo is not a string")
            }
            guard let value = PreferenceValue(object) else {
                throw ProtectionError(
                    .invalidArgument,
                    "'\(name)' of userInfo is of type \(type(of: object)), which a property list "
                        + "cannot hold"
                )
            }
            values[name] = value
        }
        return values
    }
}

extension UNNotificationContent.Fields {
    fileprivate init(_ content: NotificationContent) {
        self.init()
        attachments = content.attachments.map { UNNotificationAttachment($0.identifier, $0.path) }
        badge = content.badge.map { NSNumber(value: $0) }
        body = content.body
        categoryIdentifier = content.categoryIdentifier
        interruptionLevel = UNNotificationInterruptionLevel(content.interruptionLevel)
        relevanceScore = content.relevanceScore
        sound = content.sound.map { UNNotificationSound($0) }
        subtitle = content.subtitle
        threadIdentifier = content.threadIdentifier
        title = content.title
        for (key, value) in content.userInfo { userInfo[key] = value.payloadObject }
    }
}

extension NotificationContent.InterruptionLevel {
    fileprivate init(_ level: UNNotificationInterruptionLevel) {
        self =
            switch level {
            case .passive: .passive
            case .active: .active
            case .timeSensitive: .timeSensitive
            case .critical: .critical
            }
    }
}

extension UNNotificationInterruptionLevel {
    fileprivate init(_ level: NotificationContent.InterruptionLevel) {
        self =
            switch level {
            case .passive: .passive
            case .active: .active
            case .timeSensitive: .timeSensitive
            case .critical: .critical
            }
    }
}

extension PreferenceValue {
    /// The object that a payload has for it.
    ///
    /// Numbers are `NSNumber`s, as the platform's are: code asks 1 whether it is a `Bool`.
    fileprivate var payloadObject: Any {
        switch self {
        case .boolean(let flag): NSNumber(value: flag)
        case .integer(let number):
            Int(exactly: number).map { NSNumber(value: $0) }
                ?? NSNumber(value: UInt64(truncatingIfNeeded: number))
        case .real(let number): NSNumber(value: number)
        case .string(let text): text
        case .date(let time): Date(time)
        case .data(let bytes): Data(bytes)
        case .array(let values): values.map(\.payloadObject)
        case .dictionary(let values): values.mapValues(\.payloadObject)
        }
    }
}
