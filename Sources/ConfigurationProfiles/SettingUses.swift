import Preferences

/// Finds keys of known types that several payloads set, in one profile or in several.
///
/// Apple tells administrators not to do that: the outcome is not predictable. Lists are not
/// such a case: they combine.
enum SettingUses {
    private struct Use {
        let profile: Int
        let path: String
        let value: PreferenceValue
    }

    private struct Key: Hashable {
        let type: String
        let name: String
    }

    static func findings(in documents: [ProfileDocument]) -> [ProfileFinding] {
        var first: [Key: Use] = [:]
        var findings: [ProfileFinding] = []
        for (index, document) in documents.enumerated() {
            for payload in document.payloads.map({ ProfilePayload($0.index, $0.settings) }) {
                guard let table = SettingTable.known(for: payload.type) else { continue }
                for (name, value) in payload.settings.sorted(by: { $0.key < $1.key })
                where table[name]?.type != .strings {
                    let use = Use(
                        profile: index,
                        path: "\(payload.keyPath).\(name)",
                        value: value
                    )
                    let key = Key(type: payload.type, name: name)
                    if let other = first[key] {
                        findings.append(finding(use, other))
                    } else {
                        first[key] = use
                    }
                }
            }
        }
        return findings
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
