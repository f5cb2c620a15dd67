import DeviceIdentifiers
import Preferences

/// Finds keys of known types that several payloads set, in one profile or in several.
///
/// Apple tells administrators not to do that: the outcome is not predictable. Lists are not
/// such a case: they combine.
enum SettingUses {
    private struct Use {
        let profile: Int
        let payload: Int
        let path: String
        let value: PreferenceValue
    }

    private struct Key: Hashable {
        let type: String
        /// Where a payload says something about several.
        let application: BundleIdentifier?
        let name: String
    }

    static func findings(in documents: [ProfileDocument]) -> [ProfileFinding] {
        var first: [Key: Use] = [:]
        var findings: [ProfileFinding] = []
        for (index, document) in documents.enumerated() {
            for payload in document.payloads.map({ ProfilePayload($0.index, $0.settings) }) {
                for (key, path, value) in settings(of: payload) {
                    let use = Use(
                        profile: index,
                        payload: payload.index,
                        path: path,
                        value: value
                    )
                    guard let other = first[key] else {
                        first[key] = use
                        continue
                    }
                    // Within a payload that is one finding about the app.
                    guard (other.profile, other.payload) != (index, payload.index) else { continue }
                    findings.append(finding(use, other))
                }
            }
        }
        return findings
    }

    /// What a payload sets, in a fixed order; those about notifications are set for each app.
    private static func settings(
        of payload: ProfilePayload
    ) -> [(key: Key, path: String, value: PreferenceValue)] {
        guard let table = SettingTable.known(for: payload.type) else { return [] }
        let sets: [(application: BundleIdentifier?, path: String, [String: PreferenceValue])]
        if payload.type == SettingTable.notifications.payloadType {
            sets = NotificationItem.all(in: payload).filter { $0.application != nil }
                .map { ($0.application, $0.keyPath, $0.settings) }
        } else {
            let settings = payload.settings.filter { table[$0.key]?.type != .strings }
            sets = [(nil, payload.keyPath, settings)]
        }
        return sets.flatMap { application, path, settings in
            settings.sorted { $0.key < $1.key }.map { name, value in
                let key = Key(type: payload.type, application: application, name: name)
                return (key, "\(path).\(name)", value)
            }
        }
    }

    private static func finding(_ use: Use, _ other: Use) -> ProfileFinding {
        let place =
            use.profile == other.profile
            ? other.path : "\(other.path) of profile \(other.profile + 1)"
        let isSame = use.value == other.value
        return ProfileFinding(
            isSame ? .note : .warning,
            .setTwice,
            use.path,
            isSame
                ? "is also set at \(place), to the same value"
                : "is also set at \(place), to another value: which one counts is not predictable",
            profileIndex: use.profile
        )
    }
}
