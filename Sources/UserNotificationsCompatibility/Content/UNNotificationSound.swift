import Foundation
import ProtectedNotifications

/// The name of a file with a sound.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The file's name.
    public var rawValue: String

    /// Names a file.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a file.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// What is heard with a notification.
open class UNNotificationSound: NSObject, NSCopying, @unchecked Sendable {
    // It never changes.
    let value: NotificationContent.Sound

    init(_ value: NotificationContent.Sound) {
        self.value = value
        super.init()
    }

    /// A file of the app.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(.named(name.rawValue))
    }

    /// The system's.
    open class var `default`: UNNotificationSound { UNNotificationSound(.standard) }

    /// The system's for critical alerts, as loud as can be.
    open class var defaultCritical: UNNotificationSound {
        UNNotificationSound(.critical(name: nil, volume: 1))
    }

    /// The system's for critical alerts, with a volume from 0 to 1.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
        UNNotificationSound(.critical(name: nil, volume: Double(volume)))
    }

    /// A file of the app for a critical alert, as loud as can be.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(.critical(name: name.rawValue, volume: 1))
    }

    /// A file of the app for a critical alert, with a volume from 0 to 1.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName,
        withAudioVolume volume: Float
    ) -> UNNotificationSound {
        UNNotificationSound(.critical(name: name.rawValue, volume: Double(volume)))
    }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both sound the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationSound)?.value == value
    }

    /// The same for objects that are equal.
    open override var hash: Int { value.hashValue }
}
