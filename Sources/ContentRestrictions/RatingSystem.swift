/// The classes of one region for movies, for television, or for apps.
public struct RatingSystem: Sendable {
    /// The name that files use, such as `mpaa` or `de-movie`.
    public var name: String { content.name }
    /// Other names that files use.
    public var aliases: [String] { content.aliases }
    /// The region's code, such as `us`; nil for apps, whose codes mean the same everywhere.
    public var region: String? { content.region }
    /// How well the numbers are known.
    public var confidence: Confidence { content.confidence }
    /// What is worth knowing about the sources; may be empty.
    public var note: String { content.note }
    /// The classes, mildest first, then those for items without a rating.
    public var classes: [RatingClass] { content.classes }

    /// One reference instead of many, since a decision passes systems on.
    private let content: Content

    init(
        name: String,
        aliases: [String],
        region: String?,
        confidence: Confidence,
        note: String,
        classes: [RatingClass]
    ) {
        content = Content(name, aliases, region, confidence, note, classes)
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
        (content.exact[folded] ?? content.tight[RatingLabel.tighten(folded)])
            .map { content.classes[$0] }
    }

    /// The TV Parental Guidelines put letters for dialogue, language, sex, violence and fantasy
    /// violence behind the label.
    private static let withDescriptors = "us-tv"

    private final class Content: Sendable {
        let name: String
        let aliases: [String]
        let region: String?
        let confidence: Confidence
        let note: String
        let classes: [RatingClass]
        let exact: [String: Int]
        let tight: [String: Int]

        init(
            _ name: String,
            _ aliases: [String],
            _ region: String?,
            _ confidence: Confidence,
            _ note: String,
            _ classes: [RatingClass]
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
    }
}

extension RatingSystem {
    /// How well its numbers are known.
    ///
    /// Apple publishes numbers for the United States and for apps only; those of other regions come
    /// from lists that others made, which may share ancestors.
    public enum Confidence: String, Sendable, Hashable {
        case firstParty = "first-party"
        case corroborated
        case partlyCorroborated = "partly corroborated"
        case singleSourceValues = "single-source values, labels corroborated"
        case singleSource = "single-source"

        /// The numbers rest on one list.
        public var restsOnOneList: Bool { self == .singleSource || self == .singleSourceValues }
    }
}
