import AuditFacts
import AuditRules

/// The top of the page: the outcome, under which policies, in figures.
struct HTMLHeader {
    private let report: AuditReport
    private let totals: ReportTotals

    init(_ report: AuditReport, _ totals: ReportTotals) {
        self.report = report
        self.totals = totals
    }

    var html: String {
        """
        <header class="top">
        <p class="eyebrow">Data-protection audit</p>
        <h1>\(headline)</h1>
        \(policies)
        <ul class="totals" aria-label="Totals">
        \(tiles.joined(separator: "\n"))
        </ul>
        \(words)
        </header>
        """
    }

    private var headline: String {
        guard !totals.isClean else { return "Nothing to mend" }
        let words = totals.newByLevel
        guard let comma = words.lastIndex(of: ",") else { return words }
        return words[..<comma] + " and" + words[words.index(after: comma)...]
    }

    private var policies: String {
        guard !report.policies.isEmpty else { return "" }
        let names = report.policies.map { "<code>\(HTMLText.path($0))</code>" }
        let title = names.count == 1 ? "Policy" : "Policies"
        return #"<p class="policies">\#(title) \#(names.joined(separator: " › "))</p>"#
    }

    private var tiles: [String] {
        totals.levels.map { level in
            let icon = (HTMLIcon(rawValue: level.level.rawValue) ?? .note).html
            let state = level.new == 0 ? " none" : ""
            return tile(
                "\(level.level.rawValue)s",
                level.new,
                "\(level.level.rawValue)\(state)",
                icon
            )
        } + [tile("files", totals.fileCount)]
            + others.map { tile($0.title, $0.count, $0.style) }
    }

    /// What is there seldom, with what it means.
    private var others: [(title: String, count: Int, style: String, meaning: String)] {
        [
            (
                "suppressed", totals.suppressed, "",
                "a comment or the policy accepts it, with a reason"
            ),
            ("baselined", totals.baselined, "", "it was there when the baseline was made"),
            (
                "not read", totals.unreadCount, "warning",
                "may hold more; the files are listed below"
            ),
        ].filter { $0.1 > 0 }
    }

    private var words: String {
        guard !others.isEmpty else { return "" }
        let items = others.map { "<li><b>\($0.title)</b>: \($0.meaning)</li>" }
        return #"<ul class="meanings">\#(items.joined())</ul>"#
    }

    private func tile(
        _ title: String,
        _ count: Int,
        _ style: String = "",
        _ icon: String = ""
    ) -> String {
        let space = style.isEmpty ? "" : " \(style)"
        return #"<li class="tile\#(space)"><b>\#(count)</b> <span>\#(icon)\#(title)</span></li>"#
    }
}
