/// Something in a profile that is wrong or worth knowing.
public struct ProfileFinding: Sendable, Hashable, CustomStringConvertible {
    /// How much it matters.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// A device refuses the profile, or the setting has no effect.
        case error
        /// It hardly does what was meant.
        case warning
        /// Worth knowing.
        case note
    }

    /// What sort of finding it is.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        case missingKey = "missing-key"
        case wrongType = "wrong-type"
        case outOfRange = "out-of-range"
        case unknownKey = "unknown-key"
        case deprecatedKey = "deprecated-key"
        case needsSupervision = "needs-supervision"
        case limitedPlatform = "limited-platform"
        case unknownRating = "unknown-rating"
        case duplicateUUID = "duplicate-uuid"
        case duplicateIdentifier = "duplicate-identifier"
        case setTwice = "set-twice"
        case encrypted
        case unsigned
        case signatureNotChecked = "signature-not-checked"
        case expired
        case envelopeOnly = "envelope-only"
    }

    /// How much it matters.
    public let level: Level
    /// What sort of finding it is.
    public let rule: Rule
    /// Where it is, such as `PayloadContent[0].minLength`; empty for the whole profile.
    public let keyPath: String
    /// What is wrong, without the place.
    public let sentence: String
    /// Which of the profiles that were looked at it is in, from 0.
    public let profileIndex: Int

    init(
        _ level: Level,
        _ rule: Rule,
        _ keyPath: String,
        _ sentence: String,
        profileIndex: Int = 0
    ) {
        self.level = level
        self.rule = rule
        self.keyPath = keyPath
        self.sentence = sentence
        self.profileIndex = profileIndex
    }

    /// The same in another profile.
    func inProfile(_ index: Int) -> ProfileFinding {
        ProfileFinding(level, rule, keyPath, sentence, profileIndex: index)
    }

    /// Level, place and sentence.
    public var description: String {
        "\(level.rawValue): \(keyPath.isEmpty ? "" : keyPath + ": ")\(sentence)"
    }
}
