public import AuditFacts

/// What there is to know about a rule.
public struct RuleDescription: Sendable, Hashable {
    /// Its stable id, `group.mnemonic`.
    public let id: String
    /// A headline.
    public let title: String
    /// How bad a true finding is.
    public let severity: Severity
    /// Whether it was right often enough in real code to fail a build (90 % of what it reports).
    ///
    /// One that is not proven reports notes.
    public let isProven: Bool
    /// What is reported, in a paragraph.
    public let summary: String
    /// Why it matters, in a paragraph.
    public let rationale: String
    /// How to mend it, in a paragraph.
    public let remedy: String
    /// Where the standards address it.
    public let references: RuleReferences
    /// Code and documents it reports and does not report; they are its tests.
    package let examples: [RuleExample]

    /// The group, the part of the id before the dot.
    public var group: String { String(id.prefix { $0 != "." }) }

    /// The level of its findings unless a policy says otherwise.
    public var level: FindingLevel { isProven ? severity.level : .note }

    package init(
        _ id: String,
        _ title: String,
        severity: Severity,
        isProven: Bool,
        summary: String,
        rationale: String,
        remedy: String,
        references: RuleReferences,
        examples: [RuleExample]
    ) {
        self.id = id
        self.title = title
        self.severity = severity
        self.isProven = isProven
        self.summary = summary
        self.rationale = rationale
        self.remedy = remedy
        self.references = references
        self.examples = examples
    }
}

/// Where standards address what a rule reports.
public struct RuleReferences: Sendable, Hashable {
    /// The version of MASWE whose numbers are used: OWASP MASWE 1.0.0, of 2026-08-17.
    package static let weaknessVersion = "v1.0.0"

    /// Controls of OWASP MASVS 2, such as `MASVS-STORAGE-1`.
    public let controls: [String]
    /// Tests of OWASP MASTG, such as `MASTG-TEST-0299`.
    public let tests: [String]
    /// Weaknesses of OWASP MASWE in ``weaknessVersion``, such as `MASWE-0001`.
    public let weaknesses: [String]
    /// Numbers of MITRE's CWE.
    public let commonWeaknesses: [Int]

    /// References by number: `controls` without `MASVS-`, `tests` and `weaknesses` as four digits.
    package init(
        controls: [String] = [],
        tests: [String] = [],
        weaknesses: [String] = [],
        commonWeaknesses: [Int] = []
    ) {
        self.controls = controls.map { "MASVS-\($0)" }
        self.tests = tests.map { "MASTG-TEST-\($0)" }
        self.weaknesses = weaknesses.map { "MASWE-\($0)" }
        self.commonWeaknesses = commonWeaknesses
    }
}
