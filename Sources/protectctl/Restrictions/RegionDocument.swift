import ContentRestrictions

/// A region's rating tables as JSON.
struct RegionDocument: Encodable {
    private struct Class: Encodable {
        let label: String
        let value: Int
        let meaning: String
        let aliases: [String]
    }

    private struct System: Encodable {
        let name: String
        let aliases: [String]
        let confidence: String
        let note: String
        let classes: [Class]

        init(_ system: RatingSystem) {
            name = system.name
            aliases = system.aliases
            confidence = system.confidence.rawValue
            note = system.note
            classes = system.classes.map {
                Class(
                    label: $0.label,
                    value: $0.value,
                    meaning: $0.meaning.rawValue,
                    aliases: $0.aliases
                )
            }
        }
    }

    private let version: Int?
    private let code: String
    private let name: String
    private let systems: [System]

    init(_ code: String, _ name: String, _ systems: [RatingSystem], version: Int?) {
        self.version = version
        self.code = code
        self.name = name
        self.systems = systems.map(System.init)
    }

    init(_ region: RatingRegion, version: Int?) {
        let systems = [region.movies, region.television].compactMap { $0 }
        self.init(region.code, region.name, systems, version: version)
    }

    /// Every region, and where the numbers come from.
    struct All: Encodable {
        let version = 1
        let regions: [RegionDocument]
        let sources: [[String: String]]
    }
}
