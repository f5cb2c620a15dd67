/// Several words about whether one thing is explicit, put together.
///
/// One that says so is enough, whatever stands beside it; one that nobody understands leaves the
/// question open, since it may say so too.
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
