import Preferences

/// What every profile and every payload must say about itself, whatever it configures.
///
/// Source: Apple, Configuration Profile Reference, "TopLevel" and "CommonPayloadKeys". A device
/// refuses what is an error here.
enum EnvelopeRules {
    /// Optional keys of the top level and their types.
    private static let topLevel: [SettingRule] = [
        SettingRule("PayloadDisplayName", .string), SettingRule("PayloadDescription", .string),
        SettingRule("PayloadOrganization", .string),
        SettingRule("PayloadScope", .choice(ProfileScope.allCases.map(\.rawValue))),
        SettingRule("PayloadRemovalDisallowed", .boolean),
        SettingRule("HasRemovalPasscode", .boolean), SettingRule("RemovalDate", .date),
        // A century: more would overflow nothing, and means nothing.
        SettingRule("DurationUntilRemoval", .number(0...3_155_760_000)),
        SettingRule("PayloadExpirationDate", .date),
        SettingRule("TargetDeviceType", .integer(0...6)), SettingRule("ConsentText", .dictionary),
        SettingRule("IsEncrypted", .boolean), SettingRule("EncryptedPayloadContent", .data),
    ]

    static func findings(in document: ProfileDocument) -> [ProfileFinding] {
        let root = document.root
        var findings = identity(root, type: "Configuration", at: nil)
        findings += optional(topLevel, root, at: nil)
        if root.flag("IsEncrypted") == true {
            guard root["EncryptedPayloadContent"] == nil else { return findings }
            let sentence = "is missing, and IsEncrypted says that there are encrypted payloads"
            return findings + [
                ProfileFinding(.error, .missingKey, "EncryptedPayloadContent", sentence)
            ]
        }
        return findings + payloads(root) + duplicates(document)
    }

    /// Optional keys that every payload may have.
    private static let common: [SettingRule] = [
        SettingRule("PayloadDisplayName", .string), SettingRule("PayloadDescription", .string),
        SettingRule("PayloadOrganization", .string), SettingRule("PayloadEnabled", .boolean),
    ]

    /// The required keys.
    private static let required = [
        "PayloadType", "PayloadVersion", "PayloadIdentifier", "PayloadUUID", "PayloadContent",
    ]

    /// Far more than profiles have; payloads are compared with each other.
    private static let mostPayloads = 1_000

    /// Whether a key belongs to the top level.
    static func isKnown(_ key: String) -> Bool {
        required.contains(key) || topLevel.contains { $0.key == key }
    }

    private static func optional(
        _ rules: [SettingRule],
        _ values: [String: PreferenceValue],
        at path: String?
    ) -> [ProfileFinding] {
        rules.flatMap { rule in
            let place = path.map { "\($0).\(rule.key)" } ?? rule.key
            return values[rule.key].map { rule.findings($0, at: place) } ?? []
        }
    }

    private static func payloads(_ root: [String: PreferenceValue]) -> [ProfileFinding] {
        switch root["PayloadContent"] {
        case nil: return [ProfileFinding(.error, .missingKey, "PayloadContent", "is missing")]
        case .array(let payloads) where payloads.count > mostPayloads:
            let sentence = "has \(payloads.count) payloads, and at most \(mostPayloads) are read"
            return [ProfileFinding(.error, .outOfRange, "PayloadContent", sentence)]
        case .array(let payloads):
            return payloads.enumerated().flatMap { index, payload in
                let path = "PayloadContent[\(index)]"
                guard case .dictionary(let values) = payload else {
                    return SettingType.dictionary.findings(payload, at: path)
                }
                return identity(values, type: nil, at: path) + optional(common, values, at: path)
            }
        case .some(let value): return SettingType.array.findings(value, at: "PayloadContent")
        }
    }

    /// Type, version and the two names; nil stands for any type, and for the top level.
    private static func identity(
        _ values: [String: PreferenceValue],
        type: String?,
        at path: String?
    ) -> [ProfileFinding] {
        let rules = [
            SettingRule("PayloadType", type.map { .choice([$0]) } ?? .string),
            SettingRule("PayloadVersion", .integer(1...1)),
            SettingRule("PayloadIdentifier", .string), SettingRule("PayloadUUID", .string),
        ]
        return rules.flatMap { rule in
            let place = path.map { "\($0).\(rule.key)" } ?? rule.key
            guard let value = values[rule.key] else {
                return [ProfileFinding(.error, .missingKey, place, "is missing")]
            }
            guard value != .string("") else {
                return [ProfileFinding(.error, .outOfRange, place, "is empty")]
            }
            return rule.findings(value, at: place)
        }
    }

    /// Names that payloads of one profile share.
    private static func duplicates(_ document: ProfileDocument) -> [ProfileFinding] {
        let keys: [(String, ProfileFinding.Rule)] = [
            ("PayloadUUID", .duplicateUUID), ("PayloadIdentifier", .duplicateIdentifier),
        ]
        return keys.flatMap { key, rule in
            // That of the profile counts too, but whether a device minds is not known.
            var seen: [String: String] = [:]
            if let own = document.root.text(key), key == "PayloadUUID" {
                seen[own.lowercased()] = key
            }
            return document.payloads.compactMap { index, values -> ProfileFinding? in
                guard let name = values.text(key), !name.isEmpty else { return nil }
                let place = "PayloadContent[\(index)].\(key)"
                let folded = key == "PayloadUUID" ? name.lowercased() : name
                guard let first = seen[folded] else {
                    seen[folded] = place
                    return nil
                }
                let sentence = "'\(name)' is used more than once in the profile, first at \(first)"
                let level = first == key ? ProfileFinding.Level.warning : .error
                return ProfileFinding(level, rule, place, sentence)
            }
        }
    }
}
