import ConfigurationProfiles
import Preferences

/// A profile to be made: sound as it stands, unless a test changes it.
struct Draft {
    static let restrictions = "com.apple.applicationaccess"
    static let passcode = "com.apple.mobiledevice.passwordpolicy"
    static let preferences = "com.apple.ManagedClient.preferences"

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
