import ProtectionModel
import ContentRestrictions
import Preferences

/// A decision in one sentence, with the numbers.
enum DecisionSentence {
    /// `allowed: PG is 200, the limit is 300 (managed)`.
    static func text(
        of decision: RestrictionDecision,
        _ ownPolicy: DecisionOptions.OwnPolicy
    ) -> String {
        let notes = decision.notes.map { note($0, decision) }.joined(separator: "; ")
        let why = notes.isEmpty ? body(decision) : "\(body(decision)); \(notes)"
        return switch decision.outcome {
        case .allow: "allowed: \(why)"
        case .deny: "refused: \(why)"
        case .ownPolicy:
            "no information, so \(ownPolicy == .allow ? "allowed" : "refused"): \(why)"
        }
    }

    private static func body(_ decision: RestrictionDecision) -> String {
        if let reason = decision.reason { return sentence(reason, decision) }
        if decision.notes.contains(.exemptApp) { return "no limit applies to this app" }
        let from = decision.limitFrom.map { " (\($0.name))" } ?? ""
        if let allowed = decision.explicitAllowed {
            let rule = "explicit items are \(allowed ? "" : "not ")allowed\(from)"
            return allowed || decision.outcome != .allow
                ? rule : "it is not marked as explicit; \(rule)"
        }
        guard let limit = decision.limit else { return "no limit applies" }
        let limitText = "the limit is \(number(limit))\(from)"
        if limit == 0 { return "nothing is allowed, \(limitText)" }
        if limit == 1000 { return "everything is allowed, \(limitText)" }
        guard let rating = decision.rating else { return limitText }
        return "\(rating.label) is \(rating.value), \(limitText)"
    }

    private static func sentence(
        _ reason: RestrictionDecision.Reason,
        _ decision: RestrictionDecision
    ) -> String {
        let from = decision.limitFrom.map { " of the \($0.name) domain" } ?? ""
        return switch reason {
        case .limitAbsent: "no limit is set"
        case .limitWrongType: "the limit\(from) is of the wrong type"
        case .limitNotFinite: "the limit\(from) is not a finite number"
        case .limitOutOfRange: "the limit\(from) is outside 0 to 1000"
        case .labelMissing: "the item has no rating"
        case .labelUnknown: "the rating is unknown in that region"
        case .regionMissing: "the rating says nothing without its region"
        case .regionUnknown: "the region is unknown"
        case .noTVSystem: "the region has no television ratings"
        case .notRated: "the item is not rated"
        case .exempt: "the item is exempt from rating"
        case .ratingMalformed: "the rating in the file cannot be read"
        case .explicitUnknown:
            "nothing says whether the item is explicit, and explicit items are not allowed"
        case .defaultsUnreadable: decision.failure?.description ?? "the limits cannot be read"
        }
    }

    private static func note(
        _ note: RestrictionDecision.Note,
        _ decision: RestrictionDecision
    ) -> String {
        switch note {
        case .valueMismatch: "the file's number is not that of its label"
        case .systemUnknown: "the file's rating system is unknown, its number was taken"
        case .labelUnknown:
            decision.rating == nil
                ? "the rating is unknown in that region"
                : "the file's label is unknown, its number was taken"
        case .unrated: "it counts as unrated"
        case .singleSource: "the number rests on one list"
        case .exemptApp: "the app is exempt"
        case .strictestOfSeveral: "the strictest of several"
        }
    }

    /// Without a fraction where there is none.
    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
