extension RatingClass {
    /// Words for items without a rating that files of all regions use; a system's own come first.
    ///
    /// Writers disagree about the number of "unrated" (600, 900, none), so the word counts.
    static func everywhere(unrated: Int) -> [RatingClass] {
        [
            RatingClass(
                label: "Unrated",
                aliases: ["UR"],
                value: unrated,
                meaning: .unrated,
                agreeingSources: 0
            ),
            RatingClass(
                label: "Not Rated",
                aliases: ["NR"],
                value: 0,
                meaning: .notRated,
                agreeingSources: 0
            ),
        ]
    }
}
