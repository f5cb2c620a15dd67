public import Preferences

/// Decides whether items may be shown.
///
/// An item whose rating is higher than the limit is refused, an equal one is allowed; 0 allows
/// nothing and 1000 everything (Apple, App Programming Guide for iOS, "Respecting Restrictions"). A
/// setting that is missing or cannot be used permits nothing: the decision is then
/// ``RestrictionDecision/Outcome/ownPolicy`` with the reason.
public struct RestrictionChecker: Sendable {
    private let preferences: any PreferenceLookup
    private let reading: LimitReading
    private let exemptApps: Set<String>
    private let resolver: RatingResolver

    /// The table that numbers come from.
    var table: RatingTable { resolver.table }

    /// Decides by what is set in `preferences`, which are asked anew for each decision.
    ///
    /// `exemptApps` are the bundle identifiers that no rating limit concerns
    /// (`ratingAppsExemptedBundleIDs`).
    public init(
        _ preferences: any PreferenceLookup,
        reading: LimitReading = .strict,
        exemptApps: Set<String> = [],
        table: RatingTable = .known
    ) {
        self.preferences = preferences
        self.reading = reading
        self.exemptApps = exemptApps
        resolver = RatingResolver(table: table)
    }

    /// Decides about one item.
    public func decide(_ item: RatedItem) -> RestrictionDecision {
        let byRating = item.kind.ratingKey.map { decideByRating(item, $0) }
        let byFlag = item.kind.explicitKey.flatMap { key -> RestrictionDecision? in
            // What has a rating needs no explicit flag, but heeds one.
            guard byRating == nil || item.isExplicit == true else { return nil }
            return decideByFlag(item, key)
        }
        switch (byRating, byFlag) {
        case (let rating?, let flag?): return rating.combined(with: flag)
        case (let decision?, nil), (nil, let decision?): return decision
        case (nil, nil): return RestrictionDecision(item.kind)
        }
    }

    /// Decides, and asks the caller's own policy where there is no information.
    public func isAllowed(
        _ item: RatedItem,
        ownPolicy: (RestrictionDecision) throws -> Bool
    ) rethrows -> Bool {
        let decision = decide(item)
        return switch decision.outcome {
        case .allow: true
        case .deny: false
        case .ownPolicy: try ownPolicy(decision)
        }
    }

    private func decideByRating(_ item: RatedItem, _ key: RestrictionKey) -> RestrictionDecision {
        var decision = RestrictionDecision(item.kind)
        if let app = item.bundleIdentifier, exemptApps.contains(app) {
            decision.notes = [.exemptApp]
            return decision
        }
        let resolution = resolver.resolve(item.rating, of: item.kind)
        switch resolution {
        case .rated(let rating, let notes):
            decision.rating = rating
            decision.notes = notes
        case .unresolved(_, let rating): decision.rating = rating
        }
        let limit: Double
        do {
            guard let value = try find(key, &decision) else {
                return decision.with(.ownPolicy, .limitAbsent)
            }
            limit = try reading.number(value)
        } catch {
            return decision.with(.ownPolicy, error)
        }
        decision.limit = limit
        // Branches of their own: real classes have the number 0, and unrated apps 2000.
        if limit == 0 || limit == 1000, case .unresolved(.labelUnknown, _) = resolution {
            decision.notes.append(.labelUnknown)
        }
        if limit == 0 { return decision.with(.deny) }
        if limit == 1000 { return decision.with(.allow) }
        return switch resolution {
        case .rated(let rating, _): decision.with(Double(rating.value) > limit ? .deny : .allow)
        case .unresolved(let reason, _): decision.with(.ownPolicy, reason)
        }
    }

    private func decideByFlag(_ item: RatedItem, _ key: RestrictionKey) -> RestrictionDecision {
        var decision = RestrictionDecision(item.kind)
        do {
            guard let value = try find(key, &decision) else {
                return decision.with(.ownPolicy, .limitAbsent)
            }
            let isAllowed = try reading.flag(value)
            decision.explicitAllowed = isAllowed
            if isAllowed { return decision.with(.allow) }
        } catch {
            return decision.with(.ownPolicy, error)
        }
        guard let isExplicit = item.isExplicit else {
            return decision.with(.ownPolicy, .explicitUnknown)
        }
        return decision.with(isExplicit ? .deny : .allow)
    }

    private func find(
        _ key: RestrictionKey,
        _ decision: inout RestrictionDecision
    ) throws(RestrictionDecision.Reason) -> PreferenceValue? {
        do {
            let found = try preferences.value(forKey: key.rawValue)
            decision.limitFrom = found?.domain
            return found?.value
        } catch {
            decision.failure = error
            throw .defaultsUnreadable
        }
    }
}
