public import Preferences

/// What differs between two profiles, setting by setting.
public struct ProfileDifference: Sendable, Hashable {
    /// One place that differs.
    public struct Change: Sendable, Hashable {
        /// The identifier of the payload it is in, in the new profile where there is one; nil for
        /// the profile itself.
        public let payload: String?
        /// The payload's type; nil for the profile itself.
        public let payloadType: String?
        /// The key, with those of dictionaries around it: `PayloadContent.com.example.Forced`.
        public let keyPath: String
        /// What the first profile has; nil for nothing.
        public let before: PreferenceValue?
        /// What the second one has; nil for nothing.
        public let after: PreferenceValue?
    }

    /// Those of the profile itself, then payload by payload, each sorted by key path.
    public let changes: [Change]

    /// Compares two profiles; payloads belong together by identifier, and those that are alone of
    /// their type by type.
    public init(from old: ConfigurationProfile, to new: ConfigurationProfile) {
        let top: (ConfigurationProfile) -> [String: PreferenceValue] = { profile in
            profile.root.filter { $0.key != "PayloadContent" }
        }
        var changes = Self.changes(nil, top(old), top(new))
        var rest = old.payloads
        let names = Set(new.payloads.map(\.identifier))
        for payload in new.payloads {
            let isOnlyOne = new.payloads.count { $0.type == payload.type } == 1
            let partner = Self.partner(of: payload, isOnlyOne: isOnlyOne, names, among: rest)
            if let partner { rest.removeAll { $0 == partner } }
            changes += Self.changes(
                payload,
                partner.map(\.withIdentity) ?? [:],
                payload.withIdentity
            )
        }
        for payload in rest { changes += Self.changes(payload, payload.withIdentity, [:]) }
        self.changes = changes
    }

    private static func partner(
        of payload: ProfilePayload,
        isOnlyOne: Bool,
        _ names: Set<String>,
        among old: [ProfilePayload]
    ) -> ProfilePayload? {
        let sameType = old.filter { $0.type == payload.type }
        if let same = sameType.first(where: { $0.identifier == payload.identifier }) { return same }
        // Not one that belongs to another of the new ones by its name.
        let alone = sameType.filter { !names.contains($0.identifier) }
        return isOnlyOne && alone.count == 1 ? alone.first : nil
    }

    private static func changes(
        _ payload: ProfilePayload?,
        _ old: [String: PreferenceValue],
        _ new: [String: PreferenceValue]
    ) -> [Change] {
        differences(old, new, below: "").map { path, before, after in
            Change(
                payload: payload?.identifier,
                payloadType: payload?.type,
                keyPath: path,
                before: before,
                after: after
            )
        }
    }

    private typealias Difference = (String, PreferenceValue?, PreferenceValue?)

    /// Dictionaries are entered, arrays compared whole: their items have no names.
    private static func differences(
        _ old: [String: PreferenceValue],
        _ new: [String: PreferenceValue],
        below path: String
    ) -> [Difference] {
        Set(old.keys).union(new.keys).sorted().flatMap { key -> [Difference] in
            let place = path.isEmpty ? key : "\(path).\(key)"
            switch (old[key], new[key]) {
            case (.dictionary(let before), .dictionary(let after)):
                return differences(before, after, below: place)
            case (let before, let after):
                return before == after ? [] : [(place, before, after)]
            }
        }
    }
}

extension ProfilePayload {
    /// The settings and the names; a new version of a payload has another UUID.
    fileprivate var withIdentity: [String: PreferenceValue] {
        var values = settings
        values["PayloadType"] = .string(type)
        values["PayloadIdentifier"] = .string(identifier)
        values["PayloadUUID"] = .string(uuid)
        values["PayloadDisplayName"] = name.map { .string($0) }
        return values
    }
}
