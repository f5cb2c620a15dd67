/// The classes of one region for movies, for television, or for apps.
public struct RatingSystem: Sendable {
    /// The name that files use, such as `mpaa` or `de-movie`.
    public let name: String
    /// Other names that files use.
    public let aliases: [String]
    /// The region's code, such as `us`; nil for apps, whose codes mean the same everywhere.
    public let region: String?
    /// How well the numbers are known.
    public let confidence: Confidence
    /// What is worth knowing about the sources; may be empty.
    public let note: String
    /// The classes, mildest first, then those for items without a rating.
    public let classes: [RatingClass]

    private let exact: [String: Int]
    private let tight: [String: Int]

    init(
        name: String,
        aliases: [String],
        region: String?,
        confidence: Confidence,
        note: String,
        classes: [RatingClass]
    ) {
        self.name = name
        self.aliases = aliases
        self.region = region
        self.confidence = confidence
        self.note = note
        // Several sources name the same words for items without a rating; the first one counts.
        var labels: Set<String> = []
        let classes = classes.filter { labels.insert(RatingLabel.fold($0.label)).inserted }
        self.classes = classes
        var exact: [String: Int] = [:]
        var tight: [String: Set<Int>] = [:]
        for (index, rating) in classes.enumerated() {
            for label in [rating.label] + rating.aliases {
                let folded = RatingLabel.fold(label)
                if exact[folded] == nil { exact[folded] = index }
                tight[RatingLabel.tighten(folded), default: []].insert(index)
            }
        }
        self.exact = exact
        // Without dashes two classes may look the same; then only the exact label will do.
        self.tight = tight.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// The class of a label; nil for one that the system does not have.
    ///
    /// Case, white space and sorts of dashes do not matter, nor content descriptors behind a label
    /// of American television (`TV-14-DLSV`).
    public func rating(labelled label: String) -> RatingClass? {
        let folded = RatingLabel.fold(label)
        if let known = find(folded) { return known }
        guard name == Self.withDescriptors, let base = RatingLabel.withoutDescriptors(folded) else {
            return nil
        }
        return find(base)
    }

    private func find(_ folded: String) -> RatingClass? {
        (exact[folded] ?? tight[RatingLabel.tighten(folded)]).map { classes[$0] }
    }

    /// The TV Parental Guidelines put letters for dialogue, language, sex, violence and fantasy
    /// violence behind the label.
    private static let withDescriptors = "us-tv"
}
