/// Where standards speak of what a rule reports.
public struct RuleReferences: Sendable, Hashable {
    /// The version of MASWE whose numbers are used: OWASP MASWE 1.0.0, of 2026-08-17.
    public static let weaknessVersion = "v1.0.0"

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
