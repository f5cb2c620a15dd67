extension RestrictionChecker {
    /// Decides about what a file says of itself: every rating in it must pass, and every word about
    /// being explicit.
    ///
    /// The strictest decision counts. A rating of a file that does not say whether it is a movie or
    /// a show is held against the limit of its rating system's kind; a file that says nothing at all
    /// counts as a movie without a rating.
    public func decide(_ rating: MediaRating) -> RestrictionDecision {
        RestrictionDecision.strictest(of: rating.items(table).map(decide))
    }
}

extension MediaRating {
    /// What has to be decided about; never empty.
    func items(_ table: RatingTable) -> [RatedItem] {
        guard !claims.isEmpty else {
            return [RatedItem(kind ?? likelyKind ?? .movie, isExplicit: isExplicit)]
        }
        var items = claims.map { claim in
            RatedItem(ratedKind(of: claim, table), rating: claim, isExplicit: isExplicit)
        }
        // Songs, podcasts and books are not rated; so that a rating is not lost with such a word in
        // the file, both count.
        if let kind = kind ?? likelyKind, kind.ratingKey == nil {
            items.append(RatedItem(kind, isExplicit: isExplicit))
        }
        return items
    }

    private func ratedKind(of claim: RatingClaim, _ table: RatingTable) -> MediaKind {
        if let kind, kind.ratingKey != nil { return kind }
        guard case .fileEntry(let bytes) = claim, let entry = FileEntry(bytes) else {
            return .movie
        }
        guard let system = table.system(named: entry.system) else {
            return entry.system.hasSuffix("-tv") ? .tv : .movie
        }
        let region = system.region.flatMap(table.region)
        return region?.television?.name == system.name ? .tv : .movie
    }
}
