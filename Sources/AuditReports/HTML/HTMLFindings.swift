import AuditFacts

/// The findings by file, with filters.
struct HTMLFindings {
    /// A browser is slow with more.
    private static let limit = 5_000
    private let selection: FindingSelection
    private let rules: RuleBook

    init(_ findings: [Finding], _ rules: RuleBook) {
        selection = FindingSelection(findings, limit: Self.limit)
        self.rules = rules
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

    private func file(_ path: String, _ findings: ArraySlice<Finding>) -> String {
        """
        <section class="file" data-path="\(HTMLText.escaped(path))">
        <h3><code class="path">\(HTMLText.path(path))</code></h3>
        \(findings.map { HTMLFinding($0, rules[$0.rule]).html }.joined(separator: "\n"))
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
