import Testing

/// One rule of the house, with examples that prove it.
struct HouseRule: Sendable, CustomTestStringConvertible {
    /// A piece of a Swift file.
    struct Example: Sendable {
        /// Where it stands, from the package's root.
        let path: String
        /// What it says.
        let text: String
    }

    /// The rule as a sentence.
    let sentence: String
    /// Examples with exactly one finding each, in their last line.
    let bad: [Example]
    /// Examples without a finding.
    let good: [Example]
    /// What breaks the rule in a file.
    let findings: @Sendable (SourceFile) -> [Finding]

    var testDescription: String { sentence }
}

extension HouseRule {
    /// Every rule that looks at one file at a time.
    static let all = imports + words + files + functions
}
