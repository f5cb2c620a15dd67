/// One class of a rating system.
public struct RatingClass: Sendable, Hashable {
    /// The label as the system writes it, such as `PG-13`.
    public let label: String
    /// Other ways in which files write it.
    public let aliases: [String]
    /// Its number on Apple's scale: 0 to 1000 for media; for apps also 2000, unrated.
    public let value: Int
    /// What it says about the item.
    public let meaning: Meaning
    /// How many independent lists give this number; 0 where Apple or an agreement says it.
    public let agreeingSources: Int

    /// What a class says.
    public enum Meaning: String, Sendable, Hashable {
        /// Rated.
        case rated
        /// Shown to the body and not rated, or rating refused: above every class.
        case unrated
        /// Not rated yet: the number 0 that stands there is not a rating.
        case notRated = "not-rated"
        /// Exempt from rating, as documentaries and concerts are in some regions.
        case exempt
    }
}

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
