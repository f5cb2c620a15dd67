public import ProtectionModel
public import Preferences

/// Whether an item may be shown, and why.
public struct RestrictionDecision: Sendable, Hashable {
    /// What comes out.
    public enum Outcome: String, Sendable, Hashable {
        case allow
        case deny
        /// There is no information to decide by; the caller's own policy does.
        case ownPolicy = "own-policy"
    }

    /// Why there is no information.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        case limitAbsent = "limit-absent"
        case limitWrongType = "limit-wrong-type"
        case limitNotFinite = "limit-not-finite"
        case limitOutOfRange = "limit-out-of-range"
        case labelMissing = "label-missing"
        case labelUnknown = "label-unknown"
        case regionMissing = "region-missing"
        case regionUnknown = "region-unknown"
        case noTVSystem = "no-tv-system"
        case notRated = "not-rated"
        case exempt
        case ratingMalformed = "rating-malformed"
        case explicitUnknown = "explicit-unknown"
        case defaultsUnreadable = "defaults-unreadable"
    }

    /// What is worth knowing about a decision that was made.
    public enum Note: String, Sendable, Hashable, CaseIterable {
        /// The file's number is not the one of its label; the table's was taken.
        case valueMismatch = "value-mismatch"
        /// Nobody knows the file's rating system; its number was taken.
        case systemUnknown = "system-unknown"
        /// The system does not have the label: the file's number was taken, or none was needed.
        case labelUnknown = "label-unknown"
        /// The item counts as unrated, which is above every class.
        case unrated
        /// The number of the label rests on one list.
        case singleSource = "single-source"
        /// The app is exempt from the limit.
        case exemptApp = "exempt-app"
        /// Several things were to be decided about; the strictest decision counts.
        case strictestOfSeveral = "strictest-of-several"
    }

    /// What comes out.
    public internal(set) var outcome: Outcome
    /// Why there is no information; nil for a decision that was made.
    public internal(set) var reason: Reason?
    /// What is worth knowing besides.
    public internal(set) var notes: [Note] = []
    /// What was decided about.
    public let kind: MediaKind
    /// The highest rating that is allowed, 0 to 1000; nil where there is none or none can be used.
    public internal(set) var limit: Double?
    /// Whether explicit items are allowed; nil where it was not asked or is not set.
    public internal(set) var explicitAllowed: Bool?
    /// Where the limit, or the word on explicit items, was found, even one that cannot be used.
    public internal(set) var limitFrom: PreferenceDomain?
    /// The item's rating; nil where none could be found.
    public internal(set) var rating: ResolvedRating?
    /// Why the defaults cannot be read; nil when they can.
    public internal(set) var failure: ProtectionError?

    init(_ kind: MediaKind, _ outcome: Outcome = .allow) {
        self.kind = kind
        self.outcome = outcome
    }

    /// The same with an outcome.
    consuming func with(_ outcome: Outcome, _ reason: Reason? = nil) -> RestrictionDecision {
        self.outcome = outcome
        self.reason = reason
        return self
    }
}
