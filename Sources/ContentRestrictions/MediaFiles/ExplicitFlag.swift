/// Words and numbers by which files and feeds mark explicit items.
public enum ExplicitFlag {
    /// The `rtng` entry of a media file: 1 explicit, 4 explicit as older writers put it, 2 clean, 0
    /// none; nil for any other number, which counts as explicit: readers differ on what it means.
    public static func advisory(_ number: Int) -> Bool? {
        switch number {
        case 1, 4: true
        case 0, 2: false
        default: nil
        }
    }

    /// The `itunes:explicit` element of a podcast feed, in any case; nil for other words.
    ///
    /// Source: Apple's podcast specification: yes, explicit and true; clean, no and false.
    public static func podcast(_ word: String) -> Bool? {
        switch RatingLabel.fold(word) {
        case "yes", "explicit", "true": true
        case "clean", "no", "false": false
        default: nil
        }
    }
}

/// Several words about whether one thing is explicit, put together.
///
/// One that says so is enough, whatever stands beside it; one that nobody understands leaves the
/// question open, since it may mean that too.
struct ExplicitWords {
    private var hasExplicit = false
    private var hasClean = false
    private var hasUnknown = false

    mutating func add(_ word: Bool?) {
        switch word {
        case true?: hasExplicit = true
        case false?: hasClean = true
        case nil: hasUnknown = true
        }
    }

    /// Whether there is any.
    var isEmpty: Bool { !hasExplicit && !hasClean && !hasUnknown }

    /// What they come to; nil when they do not say.
    var isExplicit: Bool? {
        if hasExplicit { return true }
        return hasClean && !hasUnknown ? false : nil
    }
}
