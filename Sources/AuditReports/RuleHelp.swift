package import AuditRules

/// What a rule's page says, as plain text and as Markdown.
struct RuleHelp {
    let rule: RuleDescription

    /// Why and how to mend it.
    var text: String { "\(rule.summary)\n\n\(rule.rationale)\n\n\(rule.remedy)" }

    /// The same with an example of each kind, and where standards address it.
    var markdown: String {
        var parts = [rule.summary, rule.rationale, "**How to mend it.** \(rule.remedy)"]
        if let bad = rule.examples.first(where: \.isBad) {
            parts.append(Self.example("Reported", bad))
        }
        if let good = rule.examples.first(where: { !$0.isBad }) {
            parts.append(Self.example("Not reported", good))
        }
        let references = Self.references(rule.references)
        if !references.isEmpty { parts.append(references.joined(separator: " · ")) }
        return parts.joined(separator: "\n\n")
    }

    /// What standards call it; weaknesses with the version of their numbering.
    static func references(_ references: RuleReferences) -> [String] {
        references.controls + references.tests
            + references.weaknesses.map { "\($0) (\(RuleReferences.weaknessVersion))" }
            + references.commonWeaknesses.map { "CWE-\($0)" }
    }

    /// A page about it: that of a control, or that of a common weakness.
    var address: String? {
        if let control = rule.references.controls.first { return Self.address(ofControl: control) }
        return rule.references.commonWeaknesses.first.map { Self.address(ofCommonWeakness: $0) }
    }

    /// The page of a control of MASVS.
    static func address(ofControl control: String) -> String {
        "https://mas.owasp.org/MASVS/controls/\(RelativeReference.text(of: control))/"
    }

    /// The page of a number of CWE.
    static func address(ofCommonWeakness number: Int) -> String {
        "https://cwe.mitre.org/data/definitions/\(number).html"
    }

    private static func example(_ title: String, _ example: RuleExample) -> String {
        let files = example.files.sorted { $0.key < $1.key }.map { path, text in
            let language = path.split(separator: ".").last.flatMap { Self.languages[$0] } ?? ""
            return "```\(language)\n\(text)\n```"
        }
        return "**\(title)**: \(example.title)\n\n" + files.joined(separator: "\n\n")
    }

    private static let languages: [Substring: String] = [
        "swift": "swift", "m": "objectivec", "h": "objectivec", "plist": "xml", "yml": "yaml",
        "entitlements": "xml", "ckdb": "sql",
    ]
}

/// The rules' own texts, as a value for reports.
///
/// A report may name rules that are not in it: one that a newer version saved.
package struct RuleBook: Sendable {
    /// The descriptions by id.
    package let descriptions: [RuleDescription]
    private let byID: [String: RuleDescription]

    /// A book of `descriptions`.
    package init(_ descriptions: [RuleDescription]) {
        self.descriptions = descriptions.sorted { $0.id < $1.id }
        byID = Dictionary(descriptions.map { ($0.id, $0) }) { first, _ in first }
    }

    /// What there is to know about `rule`; `nil` for one that is not in the book.
    package subscript(_ rule: String) -> RuleDescription? { byID[rule] }

    /// The group of a rule, in the book or not.
    static func group(of rule: String) -> String { String(rule.prefix { $0 != "." }) }
}
