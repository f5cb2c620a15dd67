import ContentRestrictions
import Preferences

/// Finds limits that are not a class of any rating system: slips, mostly.
struct RatingRules {
    private let table: RatingTable

    init(_ table: RatingTable) {
        self.table = table
    }

    func findings(in payload: ProfilePayload) -> [ProfileFinding] {
        guard payload.type == SettingTable.restrictions.payloadType else { return [] }
        let region = payload.settings.text("ratingRegion").flatMap(table.region)
        return [("ratingApps", MediaKind.app), ("ratingMovies", .movie), ("ratingTVShows", .tv)]
            .compactMap { key, kind in
                // 0 is nothing and 1000 everything, in every system; what is out of range is found
                // elsewhere.
                guard let value = payload.settings[key]?.wholeNumber, (1..<1000).contains(value)
                else { return nil }
                let systems = systems(of: kind, in: region)
                let classes = systems.flatMap(\.classes).filter { $0.meaning == .rated }
                guard !classes.contains(where: { $0.value == value }) else { return nil }
                let place = "\(payload.keyPath).\(key)"
                return ProfileFinding(
                    .warning,
                    .unknownRating,
                    place,
                    "is \(value), which is not a class" + description(systems, classes)
                )
            }
    }

    private func systems(of kind: MediaKind, in region: RatingRegion?) -> [RatingSystem] {
        if kind == .app { return [table.apps] }
        if let own = region?.system(for: kind) { return [own] }
        return table.regions.compactMap { $0.system(for: kind) }
    }

    private func description(_ systems: [RatingSystem], _ classes: [RatingClass]) -> String {
        guard systems.count == 1, let system = systems.first else {
            return " of any rating system"
        }
        let known = classes.map { "\($0.value) (\($0.label))" }.joined(separator: ", ")
        return " of '\(system.name)': \(known)"
    }
}
