import FoundationEssentials

extension RatingTable {
    /// The table that comes with the library; its sources are in it.
    public static let known: RatingTable = {
        do {
            return try JSONDecoder().decode(
                Document.self,
                from: Data(PackageResources.ratings_json)
            )
            .table
        } catch {
            // The resource is part of the program, and a test reads it.
            preconditionFailure("the rating table of the library cannot be read: \(error)")
        }
    }()

    /// The resource as it is written.
    private struct Document: Decodable {
        struct Source: Decodable {
            let id: String
            let what: String
        }

        struct Class: Decodable {
            let label: String
            let value: Int?
            let kind: String?
            let aliases: [String]?
            let agreeing: Int?
        }

        struct System: Decodable {
            let name: String
            let aliases: [String]
            let confidence: String
            let note: String
            let special: [Class]
            let ratings: [Class]
        }

        struct Region: Decodable {
            let code: String
            let name: String
            let profiles: Bool
            let movie: System?
            let tv: System?
        }

        let sources: [Source]
        let app: System
        let regions: [Region]

        var table: RatingTable {
            RatingTable(
                regions: regions.map { region in
                    RatingRegion(
                        code: region.code,
                        name: region.name,
                        isOfferedByProfiles: region.profiles,
                        movies: region.movie.map { system($0, region.code) },
                        television: region.tv.map { system($0, region.code) }
                    )
                },
                apps: system(app, nil),
                sources: sources.map { RatingSource(id: $0.id, description: $0.what) }
            )
        }

        private func system(_ system: System, _ region: String?) -> RatingSystem {
            let unrated = region == nil ? 2000 : 900
            let known = (system.ratings + system.special).map { item in
                let meaning = item.kind.flatMap(RatingClass.Meaning.init) ?? .rated
                return RatingClass(
                    label: item.label,
                    aliases: item.aliases ?? [],
                    value: meaning == .unrated ? unrated : item.value ?? 0,
                    meaning: meaning,
                    agreeingSources: item.agreeing ?? 0
                )
            }
            return RatingSystem(
                name: system.name,
                aliases: system.aliases,
                region: region,
                confidence: RatingSystem.Confidence(rawValue: system.confidence) ?? .singleSource,
                note: system.note,
                classes: known + RatingClass.everywhere(unrated: unrated)
            )
        }
    }
}
