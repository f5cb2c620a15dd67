import ContentRestrictions

/// What helps where a rating says nothing: the known ones.
enum DecisionHint {
    static func text(
        for decision: RestrictionDecision,
        rating: String?,
        region: String?
    ) -> String? {
        let table = RatingTable.known
        switch decision.reason {
        case .labelUnknown:
            let system =
                decision.kind == .app
                ? table.apps : region.flatMap { table.region($0) }?.system(for: decision.kind)
            return system.map { system in
                "known there: " + system.classes.map(\.label).joined(separator: ", ")
            }
        case .regionMissing, .regionUnknown:
            return "name a region with --region: "
                + table.regions.map(\.code).joined(separator: " ")
        case .labelMissing: return "name the rating with --rating"
        case .noTVSystem:
            return "regions with television ratings: "
                + table.regions.filter { $0.television != nil }.map(\.code).joined(separator: " ")
        case .explicitUnknown: return "say --explicit or --no-explicit"
        case .limitAbsent:
            return "set one with 'protectctl defaults write' or a configuration profile"
        default: return nil
        }
    }
}
