/// Finds the number of a rating.
struct RatingResolver {
    let table: RatingTable

    /// A number, or why there is none.
    enum Resolution {
        case rated(ResolvedRating, [RestrictionDecision.Note])
        case unresolved(RestrictionDecision.Reason, ResolvedRating? = nil)
    }

    func resolve(_ claim: RatingClaim?, of kind: MediaKind) -> Resolution {
        switch claim {
        case nil: .unresolved(.labelMissing)
        case .label(let label, let region): resolve(label, region, kind)
        case .fileEntry(let bytes): resolve(bytes)
        }
    }

    private func resolve(_ label: String, _ region: String?, _ kind: MediaKind) -> Resolution {
        guard !RatingLabel.isEmpty(label) else { return .unresolved(.labelMissing) }
        if kind == .app { return resolve(label, in: table.apps) }
        guard let region, !RatingLabel.isEmpty(region) else {
            return .unresolved(.regionMissing)
        }
        guard let index = table.regionIndex(of: region) else {
            return .unresolved(.regionUnknown)
        }
        guard let system = table.regions[index].system(for: kind) else {
            return .unresolved(.noTVSystem)
        }
        return resolve(label, in: system)
    }

    private func resolve(_ label: String, in system: RatingSystem) -> Resolution {
        guard let found = system.rating(labelled: label) else { return .unresolved(.labelUnknown) }
        let rating = ResolvedRating(
            label: found.label,
            value: found.value,
            system: system.name,
            region: system.region
        )
        switch found.meaning {
        case .notRated: return .unresolved(.notRated, rating)
        case .exempt: return .unresolved(.exempt, rating)
        case .unrated: return .rated(rating, [.unrated])
        case .rated:
            return .rated(rating, system.confidence.restsOnOneList ? [.singleSource] : [])
        }
    }

    private func resolve(_ bytes: [UInt8]) -> Resolution {
        guard let entry = FileEntry(bytes) else { return .unresolved(.ratingMalformed) }
        guard let system = table.system(named: entry.system) else {
            return number(of: entry, nil, .systemUnknown)
        }
        guard !RatingLabel.isEmpty(entry.label) else {
            // Stores write 0 without a label for what nobody has rated.
            return entry.value == 0 ? .unresolved(.notRated) : .unresolved(.labelMissing)
        }
        switch resolve(entry.label, in: system) {
        case .unresolved(.labelUnknown, _): return number(of: entry, system, .labelUnknown)
        case .rated(let rating, let notes) where rating.value != entry.value:
            // Writers give the unrated other numbers, or none; the word is what they agree on.
            return .rated(rating, notes.contains(.unrated) ? notes : notes + [.valueMismatch])
        case let resolution: return resolution
        }
    }

    /// Takes the number of the file where the table knows none.
    private func number(
        of entry: FileEntry,
        _ system: RatingSystem?,
        _ note: RestrictionDecision.Note
    ) -> Resolution {
        let word = RatingClass.everywhere(unrated: 900).first { word in
            ([word.label] + word.aliases).contains {
                RatingLabel.fold($0) == RatingLabel.fold(entry.label)
            }
        }
        func rating(_ value: Int) -> ResolvedRating {
            ResolvedRating(
                label: entry.label,
                value: value,
                system: system?.name ?? entry.system,
                region: system?.region
            )
        }
        if word?.meaning == .unrated { return .rated(rating(900), [note, .unrated]) }
        guard let value = entry.value else { return .unresolved(.ratingMalformed) }
        // 0 would pass every limit, and stands for "nobody has said anything" in stores.
        guard value > 0, word == nil else { return .unresolved(.notRated, rating(value)) }
        return .rated(rating(value), [note])
    }
}

/// A rating with its number.
public struct ResolvedRating: Sendable, Hashable {
    /// The label as the system writes it, or as the file does where nobody knows it.
    public let label: String
    /// 0 to 1000; for apps also 2000, unrated.
    public let value: Int
    /// The system's name.
    public let system: String
    /// The region; nil for apps and unknown systems.
    public let region: String?
}
