import Preferences
public import ContentRestrictions
public import ProtectionModel

/// Says what is wrong with profiles, or worth knowing, before a device has to.
///
/// The keys of restrictions (`com.apple.applicationaccess`, those about content, privacy and data
/// protection), of the passcode (`com.apple.mobiledevice.passwordpolicy`) and of notifications
/// (`com.apple.notificationsettings`) are known; of any other payload only the envelope is checked,
/// and a note says so.
public struct ProfileLinter: Sendable {
    private let time: Timestamp
    private let ratings: RatingTable

    /// `time` is the moment for which dates are judged.
    public init(at time: Timestamp, ratings: RatingTable = .known) {
        self.time = time
        self.ratings = ratings
    }

    /// Looks at profiles, each for itself and all together, in their order.
    public func findings(in documents: [ProfileDocument]) -> [ProfileFinding] {
        let single = documents.enumerated().flatMap { index, document in
            findings(in: document).map { $0.inProfile(index) }
        }
        let together = SharedNames.findings(in: documents) + SettingUses.findings(in: documents)
        return (single + together).enumerated().sorted {
            ($0.element.profileIndex, $0.offset) < ($1.element.profileIndex, $1.offset)
        }.map(\.element)
    }

    private func findings(in document: ProfileDocument) -> [ProfileFinding] {
        origin(document.signature) + EnvelopeRules.findings(in: document)
            + unknown(document.root) + dates(document.root) + contents(document)
    }

    private func unknown(_ root: [String: PreferenceValue]) -> [ProfileFinding] {
        root.keys.sorted().filter { !EnvelopeRules.isKnown($0) }.map {
            let sentence = "is not a known key of the top level"
            return ProfileFinding(.warning, .unknownKey, $0, sentence)
        }
    }

    private func origin(_ signature: ProfileSignature) -> [ProfileFinding] {
        switch signature {
        case .unsigned:
            [ProfileFinding(.warning, .unsigned, "", "is not signed: anyone can change it")]
        case .notChecked(let reason): [ProfileFinding(.note, .signatureNotChecked, "", reason)]
        case .signed: []
        }
    }

    private func dates(_ root: [String: PreferenceValue]) -> [ProfileFinding] {
        [
            ("PayloadExpirationDate", "has passed: the profile counts as expired"),
            ("RemovalDate", "has passed: a device removes the profile"),
        ].compactMap { key, sentence in
            guard let date = root.date(key), date <= time else { return nil }
            return ProfileFinding(.warning, .expired, key, sentence)
        }
    }

    private func contents(_ document: ProfileDocument) -> [ProfileFinding] {
        if document.root.flag("IsEncrypted") == true {
            let sentence = "its payloads are encrypted for one device, and not looked at"
            return [ProfileFinding(.note, .encrypted, "IsEncrypted", sentence)]
        }
        return document.payloads.flatMap { settings(of: ProfilePayload($0.index, $0.settings)) }
    }

    private func settings(of payload: ProfilePayload) -> [ProfileFinding] {
        guard !payload.type.isEmpty else { return [] }
        guard let table = SettingTable.known(for: payload.type) else {
            let sentence =
                "the keys of '\(payload.type)' are not known here: only its envelope is checked"
            return [ProfileFinding(.note, .envelopeOnly, payload.keyPath, sentence)]
        }
        let ofKeys = payload.settings.sorted { $0.key < $1.key }.flatMap { key, value in
            let path = "\(payload.keyPath).\(key)"
            guard let rule = table[key] else {
                let level = table.isComplete ? ProfileFinding.Level.warning : .note
                let sentence = "is not a known key of '\(payload.type)'"
                return [ProfileFinding(level, .unknownKey, path, sentence)]
            }
            return rule.findings(value, at: path)
        }
        return ofKeys + RatingRules(ratings).findings(in: payload)
            + NotificationItem.findings(in: payload) + passcode(payload)
    }

    /// What concerns more than one key, or one system.
    private func passcode(_ payload: ProfilePayload) -> [ProfileFinding] {
        guard payload.type == SettingTable.passcode.payloadType else { return [] }
        var findings: [ProfileFinding] = []
        let path = payload.keyPath
        if let minutes = payload.settings["maxInactivity"]?.wholeNumber, minutes > 15, minutes <= 60
        {
            let sentence = "is \(minutes), and iOS takes 15 at most"
            let place = "\(path).maxInactivity"
            findings.append(ProfileFinding(.warning, .limitedPlatform, place, sentence))
        }
        if payload.settings["minutesUntilFailedLoginReset"] != nil,
            payload.settings["maxFailedAttempts"] == nil
        {
            let sentence = "is missing, and minutesUntilFailedLoginReset has no effect without it"
            let place = "\(path).maxFailedAttempts"
            findings.append(ProfileFinding(.warning, .missingKey, place, sentence))
        }
        return findings
    }
}
