import AuditFacts
import AuditRules

/// A finding on the page.
struct HTMLFinding {
    private let finding: Finding
    private let number: Int
    private let rule: RuleDescription?
    private let numbers: [Place: Int]

    /// A line of a source.
    struct Place: Hashable {
        let path: String
        let line: Int
    }

    /// The finding with the number `number` on the page; `rule` explains it, `nil` for an unknown one.
    ///
    /// Places that have a number in `numbers` link to what is found there.
    init(_ finding: Finding, _ number: Int, _ rule: RuleDescription?, _ numbers: [Place: Int]) {
        self.finding = finding
        self.number = number
        self.rule = rule
        self.numbers = numbers
    }

    /// A note is folded: most of them are read once, and there are many.
    var html: String {
        let level = finding.level.rawValue
        let evidence = [excerpt, hint, way, related]
        let parts =
            finding.level == .note
            ? [
                head, acceptance,
                folded("The line, how to mend it, \(reasons)", evidence + [explained]),
            ]
            : [head, acceptance] + evidence
                + [folded(reasons.prefix(1).uppercased() + reasons.dropFirst(), [explained])]
        return """
            <article id="\(Self.anchor(number))" class="finding \(level)\(finding.counts ? "" : " accepted")" \
            data-level="\(level)" data-group="\(group)" data-state="\(state)">
            \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
            </article>
            """
    }

    /// What stands under a fold.
    private var reasons: String {
        finding.suppression == nil ? "why it matters, how to accept it" : "why it matters"
    }

    /// What links to the finding with that number say.
    static func anchor(_ number: Int) -> String { "finding-\(number)" }

    private var group: String { HTMLText.escaped(RuleBook.group(of: finding.rule)) }

    private var state: String {
        finding.suppression != nil ? "suppressed" : finding.isBaselined ? "baselined" : "new"
    }

    private var head: String {
        let level = finding.level.rawValue
        let icon = HTMLIcon(rawValue: level) ?? .note
        let sure =
            finding.confidence == .high
            ? "" : " · <span>\(finding.confidence.rawValue) confidence</span>"
        return """
            <h4><span class="badge">\(icon.html)\(level)</span> \
            \(HTMLText.escaped(finding.message))</h4>
            <p class="meta"><code>\(HTMLText.escaped(finding.rule))</code> · \
            line \(finding.line), column \(finding.column)\(sure)</p>
            """
    }

    private var acceptance: String {
        guard let suppression = finding.suppression else {
            return finding.isBaselined
                ? #"<p class="acceptance"><span class="tag">baselined</span> in the baseline</p>"#
                : ""
        }
        let end = suppression.until.map { ", until \(HTMLText.escaped($0))" } ?? ""
        return #"<p class="acceptance"><span class="tag">suppressed</span> "#
            + "\(HTMLText.escaped(suppression.reason)) "
            + #"<span class="meta">(\#(HTMLText.escaped(suppression.by))\#(end))</span></p>"#
    }

    private var excerpt: String {
        let excerpt = SourceExcerpt(finding)
        guard !excerpt.lines.isEmpty else { return "" }
        let lines = excerpt.lines.enumerated().map { index, line in
            let text =
                index == 0 ? Self.marked(line.text, excerpt.before) : HTMLText.escaped(line.text)
            return #"<span class="l"><span class="n">\#(line.number)</span>\#(text)</span>"#
        }
        let text = lines.joined()
        return #"<pre class="excerpt"><code>\#(text)</code></pre>"#
    }

    /// The line with what the finding begins at underlined to its end.
    private static func marked(_ text: String, _ before: String?) -> String {
        guard let before else { return HTMLText.escaped(text) }
        let rest = text.unicodeScalars.dropFirst(before.unicodeScalars.count)
        return HTMLText.escaped(before) + "<mark>\(HTMLText.escaped(String(rest)))</mark>"
    }

    private var hint: String {
        guard !finding.hint.isEmpty else { return "" }
        return #"<p class="hint"><strong>To mend it</strong> \#(HTMLText.prose(finding.hint))</p>"#
    }

    /// The steps of the value's way, the one that the excerpt shows marked.
    private var way: String {
        guard !finding.way.isEmpty else { return "" }
        let items = finding.way.map { step in
            let isOwn = step.path == finding.path && step.line == finding.line
            return #"<li\#(isOwn ? #" class="own""# : "")>"#
                + place(step, isOwn: isOwn)
                + " <span>\(HTMLText.escaped(step.message))</span></li>"
        }
        return """
            <div class="way"><p class="meta">The way of the value, from its source on</p>
            <ol>\(items.joined())</ol></div>
            """
    }

    private var related: String {
        guard !finding.related.isEmpty else { return "" }
        let items = finding.related.map {
            "<li>\(place($0, isOwn: false)) \(HTMLText.escaped($0.message))</li>"
        }
        return #"<ul class="related" aria-label="Related places">\#(items.joined())</ul>"#
    }

    /// Where a step or related place is, with a link where something was found there, too.
    private func place(_ step: RelatedPlace, isOwn: Bool) -> String {
        let code = #"<code class="path">\#(HTMLText.path(step.path)):\#(step.line)</code>"#
        guard !isOwn, let number = numbers[Place(path: step.path, line: step.line)],
            number != self.number
        else { return code }
        return ##"<a href="#\##(Self.anchor(number))">\##(code)</a>"##
    }

    private func folded(_ summary: String, _ parts: [String]) -> String {
        """
        <details>
        <summary>\(summary)</summary>
        \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
        </details>
        """
    }

    private var explained: String {
        let parts = [explanation, suppressing].filter { !$0.isEmpty }
        return #"<div class="more">"# + "\n" + parts.joined(separator: "\n") + "\n</div>"
    }

    private var explanation: String {
        guard let rule else { return "<p>This version of the tool does not know the rule.</p>" }
        // Where a rule has nothing more exact to say, its remedy is the hint.
        let remedy = finding.hint == rule.remedy ? "" : rule.remedy
        let paragraphs = [rule.rationale, remedy].filter { !$0.isEmpty }
        return """
            <h5>\(HTMLText.prose(rule.title))</h5>
            \(paragraphs.map { "<p>\(HTMLText.prose($0))</p>" }.joined(separator: "\n"))
            \(references(rule.references))
            """
    }

    private func references(_ references: RuleReferences) -> String {
        let controls = references.controls.map {
            Self.link(RuleHelp.address(ofControl: $0), $0)
        }
        let common = references.commonWeaknesses.map {
            Self.link(RuleHelp.address(ofCommonWeakness: $0), "CWE-\($0)")
        }
        let weaknesses = references.weaknesses.map { "\($0) (\(RuleReferences.weaknessVersion))" }
        let plain = (references.tests + weaknesses).map { HTMLText.escaped($0) }
        let items = (controls + plain + common).map { "<li>\($0)</li>" }
        guard !items.isEmpty else { return "" }
        return #"<ul class="references" aria-label="References">\#(items.joined())</ul>"#
    }

    private static func link(_ address: String, _ words: String) -> String {
        #"<a href="\#(HTMLText.escaped(address))" rel="noreferrer">\#(HTMLText.escaped(words))</a>"#
    }

    private var suppressing: String {
        guard finding.suppression == nil else { return "" }
        let languages = [".swift", ".m", ".mm", ".h"]
        guard languages.contains(where: finding.path.hasSuffix) else {
            return
                "<p>To accept it, write an exception for the rule and this path in the policy.</p>"
        }
        let comment = HTMLText.escaped(
            "// protectctl:allow \(finding.rule) until YYYY-MM-DD -- reason"
        )
        return """
            <p>To accept it, write on the line before:</p>
            <p class="comment"><code>\(comment)</code> \
            <button type="button" class="copy" hidden>Copy</button></p>
            """
    }
}
