import DeviceIdentifiers
import Preferences

/// What one item of a payload of `com.apple.notificationsettings` says about an app.
struct NotificationItem {
    static let listKey = "NotificationSettings"
    static let applicationKey = "BundleIdentifier"

    /// Where it stands in the profile, such as `PayloadContent[0].NotificationSettings[1]`.
    let keyPath: String
    /// Nil where it names none, or something that no app can be called.
    let application: BundleIdentifier?
    /// What it sets, and the app it names, as they are written.
    let values: [String: PreferenceValue]

    /// What it sets.
    var settings: [String: PreferenceValue] { values.filter { $0.key != Self.applicationKey } }

    /// The items of a payload that are dictionaries, in their order; none of another payload.
    static func all(in payload: ProfilePayload) -> [NotificationItem] {
        guard payload.type == SettingTable.notifications.payloadType,
            case .array(let items) = payload.settings[listKey]
        else { return [] }
        return items.enumerated().compactMap { index, item in
            guard case .dictionary(let values) = item else { return nil }
            return NotificationItem(
                keyPath: "\(payload.keyPath).\(listKey)[\(index)]",
                application: values.text(applicationKey).flatMap { try? BundleIdentifier($0) },
                values: values
            )
        }
    }

    /// What is wrong with a payload's items; nothing is with another payload.
    static func findings(in payload: ProfilePayload) -> [ProfileFinding] {
        guard payload.type == SettingTable.notifications.payloadType else { return [] }
        let path = "\(payload.keyPath).\(listKey)"
        guard let list = payload.settings[listKey] else {
            return [ProfileFinding(.error, .missingKey, path, "is missing")]
        }
        // That it is not a list is found as of any other setting.
        guard case .array(let values) = list else { return [] }
        let others = values.enumerated().flatMap { index, value in
            SettingType.dictionary.findings(value, at: "\(path)[\(index)]")
        }
        let items = all(in: payload)
        return others + items.flatMap { $0.nameFindings + $0.settingFindings } + twice(items)
    }

    private var nameFindings: [ProfileFinding] {
        let path = "\(keyPath).\(Self.applicationKey)"
        guard let value = values[Self.applicationKey] else {
            return [ProfileFinding(.error, .missingKey, path, "is missing")]
        }
        guard case .string(let name) = value else {
            return SettingType.string.findings(value, at: path)
        }
        guard application == nil else { return [] }
        let sentence = "is '\(name.prefix(80))', which no app can be called"
        return [ProfileFinding(.error, .outOfRange, path, sentence)]
    }

    private var settingFindings: [ProfileFinding] {
        settings.sorted { $0.key < $1.key }.flatMap { key, value in
            let path = "\(keyPath).\(key)"
            guard let rule = SettingTable.notificationItem[key] else {
                let sentence = "is not a known notification setting"
                return [ProfileFinding(.warning, .unknownKey, path, sentence)]
            }
            return rule.findings(value, at: path)
        }
    }

    /// Apps that several items are about.
    private static func twice(_ items: [NotificationItem]) -> [ProfileFinding] {
        var first: [BundleIdentifier: NotificationItem] = [:]
        return items.compactMap { item -> ProfileFinding? in
            guard let application = item.application else { return nil }
            guard let other = first[application] else {
                first[application] = item
                return nil
            }
            let isSame = item.settings == other.settings
            let outcome =
                isSame ? ", with the same settings" : ": which one counts is not predictable"
            return ProfileFinding(
                isSame ? .note : .warning,
                .setTwice,
                "\(item.keyPath).\(applicationKey)",
                "'\(application)' is also the app of \(other.keyPath)\(outcome)"
            )
        }
    }
}
