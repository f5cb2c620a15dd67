import ContentRestrictions
import Preferences

/// A decision as JSON.
struct DecisionDocument: Encodable {
    private let decision: RestrictionDecision
    private let version: Int?
    private let path: String?

    /// A document of its own, or with a `path` the element of an array.
    init(_ decision: RestrictionDecision, path: String? = nil) {
        self.decision = decision
        self.path = path
        version = path == nil ? 1 : nil
    }

    private enum Key: String, CodingKey {
        case version, path, decision, reason, notes, kind, limit, limitFrom, rating
    }

    private struct Rating: Encodable {
        let label: String
        let value: Int
        let system: String
        let region: String?

        init(_ rating: ResolvedRating) {
            label = rating.label
            value = rating.value
            system = rating.system
            region = rating.region
        }

        private enum Key: String, CodingKey { case label, value, system, region }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(label, forKey: .label)
            try container.encode(value, forKey: .value)
            try container.encode(system, forKey: .system)
            try container.encode(region, forKey: .region)
        }
    }

    /// With null for what is missing: the keys are always there.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(version, forKey: .version)
        try container.encodeIfPresent(path, forKey: .path)
        try container.encode(decision.outcome.rawValue, forKey: .decision)
        try container.encode(decision.reason?.rawValue, forKey: .reason)
        try container.encode(decision.notes.map(\.rawValue), forKey: .notes)
        try container.encode(decision.kind.rawValue, forKey: .kind)
        try container.encode(decision.limit, forKey: .limit)
        try container.encode(decision.limitFrom?.name, forKey: .limitFrom)
        try container.encode(decision.rating.map(Rating.init), forKey: .rating)
    }
}
