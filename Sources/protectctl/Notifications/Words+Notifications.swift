import ArgumentParser
import DeviceIdentifiers
import ProtectedNotifications

/// Several words of a vocabulary with commas between them.
struct Choices<Value: Vocabulary>: ExpressibleByArgument {
    let values: [Value]

    init(_ values: [Value]) { self.values = values }

    init?(argument: String) {
        var values: [Value] = []
        for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = Value(word: String(word)) else { return nil }
            values.append(value)
        }
        self.values = values
    }

    var defaultValueDescription: String { values.map(\.word).joined(separator: ",") }

    static var allValueStrings: [String] { Value.vocabulary.map(\.word) }
}

/// What an application can ask for.
enum NotificationOptionWord: String, CaseIterable, Vocabulary {
    case alert, sound, badge, critical

    static var vocabulary: [NotificationOptionWord] { allCases }
    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .alert: "alerts on the screen"
        case .sound: "sounds"
        case .badge: "a number on its icon"
        case .critical: "sounds that ignore the switches, with the entitlement"
        }
    }

    var option: NotificationOptions {
        switch self {
        case .alert: .alert
        case .sound: .sound
        case .badge: .badge
        case .critical: .criticalAlert
        }
    }
}

/// What an application's signature can entitle it to.
enum NotificationEntitlementWord: String, CaseIterable, Vocabulary {
    case timeSensitive = "time-sensitive"
    case criticalAlerts = "critical-alerts"
    case filtering

    static var vocabulary: [NotificationEntitlementWord] { allCases }
    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .timeSensitive: "notifications that are shown in a quiet time"
        case .criticalAlerts: "notifications that ignore the switches"
        case .filtering: "a service extension that shows nothing"
        }
    }

    var entitlement: NotificationEntitlements {
        switch self {
        case .timeSensitive: .timeSensitive
        case .criticalAlerts: .criticalAlerts
        case .filtering: .filtering
        }
    }
}

/// The position of a switch.
enum OnOff: String, CaseIterable, Vocabulary {
    case on, off

    static var vocabulary: [OnOff] { allCases }
    var word: String { rawValue }
    var meaning: String { self == .on ? "yes" : "no" }

    init(_ isOn: Bool) { self = isOn ? .on : .off }
}

extension NotificationAnswer: Vocabulary {
    static var vocabulary: [NotificationAnswer] { allCases }
    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .granted: "allow"
        case .denied: "don't allow"
        }
    }
}

extension PreviewsSetting: Vocabulary {
    static var vocabulary: [PreviewsSetting] { allCases }
    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .always: "contents show on the lock screen, too"
        case .whenUnlocked: "contents show while the device is unlocked"
        case .never: "contents show in the application alone"
        }
    }
}

extension RemotePayload.Headers.PushType: Vocabulary {
    static var vocabulary: [RemotePayload.Headers.PushType] { allCases }
    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .alert: "something to show, up to \(byteLimit) bytes"
        case .background: "wakes the application"
        case .voip: "a call, up to \(byteLimit) bytes"
        }
    }
}

extension NotificationPresentation {
    /// Its parts, sorted, as `push` prints them and scenarios do.
    var words: [String] {
        let names: [(NotificationPresentation, String)] = [
            (.badge, "badge"), (.banner, "banner"), (.list, "list"), (.sound, "sound"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}
