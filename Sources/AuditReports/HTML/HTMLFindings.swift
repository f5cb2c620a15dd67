import AuditFacts
import AuditRules

/// The findings by file, with filters.
struct HTMLFindings {
    /// A browser is slow with more.
    private static let limit = 5_000
    private let selection: FindingSelection
    private let rules: RuleBook
    /// The numbers on the page of what stands at a place, the first of several.
    private let numbers: [HTMLFinding.Place: Int]

    init(_ findings: [Finding], _ rules: RuleBook) {
        let selection = FindingSelection(findings, limit: Self.limit)
        self.selection = selection
        self.rules = rules
        numbers = Dictionary(
            selection.findings.enumerated().map { index, finding in
                (HTMLFinding.Place(path: finding.path, line: finding.line), index + 1)
            }
        ) { first, _ in first }
    }

    /// Present even when there are none: that is the news.
    var html: String {
        guard !selection.findings.isEmpty else {
            return #"<p class="calm">No rule found anything.</p>"#
        }
        var parts = [filters]
        if selection.leftOut > 0 {
            parts.append(
                "<p>The \(selection.leftOut) lightest are left out; the JSON report has all.</p>"
            )
        }
        parts.append(#"<div id="list">"#)
        var rest = selection.findings[...]
        while let path = rest.first?.path {
            let file = rest.prefix { $0.path == path }
            rest = rest.dropFirst(file.count)
            parts.append(self.file(path, file))
        }
        parts.append("</div>")
        parts.append(#"<p id="none" class="calm" hidden>Nothing matches these filters.</p>"#)
        return parts.joined(separator: "\n")
    }

    /// The rules whose errors and warnings count, the worst first, each with its first places; empty
    /// where a look at the findings tells as much.
    var outline: String {
        let open = selection.findings.indices.filter {
            selection.findings[$0].counts && selection.findings[$0].level > .note
        }
        guard open.count > Self.glance else { return "" }
        let groups = Dictionary(grouping: open) { selection.findings[$0].rule }
        let ranked = groups.sorted { one, other in
            (rank(one.value), other.value.count, one.key)
                < (rank(other.value), one.value.count, other.key)
        }
        let items = ranked.prefix(Self.ruleLimit).map { item($0.key, $0.value) }
        return #"<ol class="outline">"# + items.joined(separator: "\n") + notes + "</ol>"
    }

    /// What comes after all that, so that nobody takes the figures above for all there is.
    private var notes: String {
        let notes = selection.findings.filter { $0.counts && $0.level == .note }
        guard !notes.isEmpty else { return "" }
        let rules = Set(notes.map(\.rule)).count
        let words =
            ReportTotals.counted(notes.count, "note") + " under "
            + ReportTotals.counted(rules, "rule")
        return """
            <li class="note"><p><span class="badge">\(HTMLIcon.note.html)then</span> \
            <a href="#findings">\(words)</a>: less certain or less serious; worth one look through.</p></li>
            """
    }

    /// With no more findings than these nobody needs to be told where to begin.
    private static let glance = 3
    private static let ruleLimit = 8
    private static let placeLimit = 3

    /// Errors are before warnings.
    private func rank(_ findings: [Int]) -> Int {
        findings.contains { selection.findings[$0].level == .error } ? 0 : 1
    }

    private func item(_ rule: String, _ numbers: [Int]) -> String {
        let level = rank(numbers) == 0 ? FindingLevel.error : .warning
        let icon = (HTMLIcon(rawValue: level.rawValue) ?? .note).html
        let title = HTMLText.escaped(rules[rule]?.title ?? rule)
        let places = numbers.prefix(Self.placeLimit).map { number in
            let finding = selection.findings[number]
            let place = HTMLText.path(finding.path) + ":\(finding.line)"
            return
                ##"<li><a href="#\##(HTMLFinding.anchor(number + 1))"><code>\##(place)</code></a></li>"##
        }
        let rest = numbers.count - places.count
        let lighter = selection.findings.count {
            $0.rule == rule && $0.counts && $0.level == .note
        }
        let others = [
            rest > 0 ? "\(rest) more" : nil,
            lighter > 0 ? ReportTotals.counted(lighter, "note") : nil,
        ].compactMap(\.self)
        let more = others.isEmpty ? "" : "<li>and \(others.joined(separator: ", "))</li>"
        return """
            <li class="\(level.rawValue)"><p><span class="badge">\(icon)\(numbers.count)</span> \
            <strong>\(title)</strong> <code class="rule">\(HTMLText.escaped(rule))</code></p>
            <ul>\(places.joined())\(more)</ul></li>
            """
    }

    private func file(_ path: String, _ findings: ArraySlice<Finding>) -> String {
        let articles = findings.indices.map {
            HTMLFinding(findings[$0], $0 + 1, rules[findings[$0].rule], numbers).html
        }
        return """
            <section class="file" data-path="\(HTMLText.escaped(path))">
            <h3><code class="path">\(HTMLText.path(path))</code></h3>
            \(articles.joined(separator: "\n"))
            </section>
            """
    }

    /// Without a script they would do nothing, so the script shows them.
    private var filters: String {
        let findings = selection.findings
        let levels = FindingLevel.allCases.sorted(by: >).map { level in
            check("level-\(level.rawValue)", "\(level.rawValue)s", isOn: true) {
                findings.count { $0.level == level && $0.counts }
            }
        }
        let suppressed = findings.count { $0.suppression != nil }
        let baselined = findings.count { $0.suppression == nil && $0.isBaselined }
        let accepted = [
            check("state-suppressed", "suppressed", isOn: false) { suppressed },
            check("state-baselined", "baselined", isOn: false) { baselined },
        ]
        let groups = Set(findings.map { RuleBook.group(of: $0.rule) }).sorted()
        let choices = groups.map { #"<option>\#(HTMLText.escaped($0))</option>"# }
        return """
            <form id="filters" class="filters" hidden>
            <fieldset><legend>Level</legend>\(levels.joined())</fieldset>
            <fieldset><legend>Also show</legend>\(accepted.joined())</fieldset>
            <p class="field"><label for="group">Rules</label>\
            <select id="group"><option value="">all groups</option>\(choices.joined())</select></p>
            <p class="field grow"><label for="search">File</label>\
            <input id="search" type="search" autocomplete="off" spellcheck="false" \
            placeholder="part of a path"></p>
            <p class="shown" role="status"><output id="shown"></output></p>
            </form>
            """
    }

    private func check(
        _ id: String,
        _ words: String,
        isOn: Bool,
        _ count: () -> Int
    ) -> String {
        #"<label class="chip" for="\#(id)">"#
            + #"<input type="checkbox" id="\#(id)"\#(isOn ? " checked" : "")> "#
            + #"\#(words) <span class="count">\#(count())</span></label>"#
    }
}
