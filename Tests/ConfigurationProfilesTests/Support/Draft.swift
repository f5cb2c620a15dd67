import ConfigurationProfiles
import Preferences

/// A profile to be made: sound as it stands, unless a test changes it.
struct Draft {
    static let restrictions = "com.apple.applicationaccess"
    static let passcode = "com.apple.mobiledevice.passwordpolicy"
    static let preferences = "com.apple.ManagedClient.preferences"
    static let notifications = "com.apple.notificationsettings"

    var root: [String: PreferenceValue]
    var payloads: [[String: PreferenceValue]] = []

    init(_ identifier: String = "org.example.a") {
        root = [
            "PayloadType": .string("Configuration"), "PayloadVersion": .integer(1),
            "PayloadIdentifier": .string(identifier), "PayloadUUID": .string(identifier + "/uuid"),
        ]
    }

    /// A profile with one payload.
    init(
        _ identifier: String = "org.example.a",
        _ type: String,
        _ settings: [String: PreferenceValue]
    ) {
        self.init(identifier)
        add(type, settings)
    }

    /// A profile with one payload about notifications, with an item for each app named.
    init(
        _ identifier: String = "org.example.a",
        notifications items: [(app: String, settings: [String: PreferenceValue])]
    ) {
        self.init(identifier)
        add(notifications: items)
    }

    mutating func add(notifications items: [(app: String, settings: [String: PreferenceValue])]) {
        let list = items.map { item in
            PreferenceValue.dictionary(
                item.settings.merging(["BundleIdentifier": .string(item.app)]) { own, _ in own }
            )
        }
        add(Self.notifications, ["NotificationSettings": .array(list)])
    }

    mutating func add(_ type: String, _ settings: [String: PreferenceValue]) {
        guard case .string(let identifier) = root["PayloadIdentifier"] else { return }
        let name = "\(identifier).\(payloads.count)"
        payloads.append(
            settings.merging([
                "PayloadType": .string(type), "PayloadVersion": .integer(1),
                "PayloadIdentifier": .string(name), "PayloadUUID": .string(name + "/uuid"),
            ]) { own, _ in own }
        )
    }

    var bytes: [UInt8] {
        var root = root
        if root["PayloadContent"] == nil {
            root["PayloadContent"] = .array(payloads.map { .dictionary($0) })
        }
        return PropertyList(.dictionary(root)).binary
    }

    func document() throws -> ProfileDocument { try ProfileDocument(reading: bytes) }

    func profile() throws -> ConfigurationProfile { try ConfigurationProfile(reading: bytes) }
}
