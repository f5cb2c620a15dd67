package import AuditRules

/// The report for people: one page that needs nothing but itself.
package struct HTMLReporter: Reporter {
    package static let name = "html"
    package static let fileName = "audit.html"

    private let rules: RuleBook

    /// A reporter that explains findings by `rules`.
    package init(_ rules: RuleBook) {
        self.rules = rules
    }

    package func text(of report: AuditReport) -> String {
        let totals = ReportTotals(report)
        let findings = HTMLFindings(report.findings, rules)
        let sections: [(id: String, title: String, html: String)] = [
            ("first", "What to mend first", findings.outline),
            ("findings", "Findings", findings.html),
            // After them: green fields are what the policy allows, not what the app does.
            ("access", "What the policy allows", HTMLMatrix(report).html),
            ("inventory", "Inventory", HTMLInventory(report.inventory).html),
            ("unread", "Not read", HTMLUnread(report.unread).html),
        ].filter { !$0.html.isEmpty }
        let body = sections.map { id, title, html in
            """
            <section id="\(id)" class="part" aria-labelledby="\(id)-title">
            <h2 id="\(id)-title">\(title)</h2>
            \(html)
            </section>
            """
        }
        let links = sections.map { ##"<li><a href="#\##($0.id)">\##($0.title)</a></li>"## }
        let version = HTMLText.escaped(report.toolVersion)
        return """
            \(head(totals))
            <body>
            <a class="skip" href="#main">Skip to the report</a>
            \(HTMLIcon.sprite)
            \(HTMLHeader(report, totals).html)
            <nav class="parts" aria-label="Parts of the report"><ul>\(links.joined())</ul></nav>
            <main id="main" tabindex="-1">
            \(body.joined(separator: "\n"))
            </main>
            <footer><p>Made by protectctl \(version). This page loads nothing.</p></footer>
            <script>\(HTMLAssets.script)</script>
            </body>
            </html>

            """
    }

    /// Only our own script and style run: whatever else got into the page would be dead text.
    private func head(_ totals: ReportTotals) -> String {
        let policy =
            "default-src 'none'; style-src '\(HTMLAssets.styleHash)'; "
            + "script-src '\(HTMLAssets.scriptHash)'; base-uri 'none'; form-action 'none'"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>Audit: \(totals.isClean ? "clean" : totals.newByLevel)</title>
            <style>\(HTMLAssets.style)</style>
            </head>
            """
    }
}

/// The page's style and script, which are resources, with what the page's own policy knows them by.
package enum HTMLAssets {
    /// `report.css`.
    package static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
    /// `report.js`.
    package static let script = String(decoding: PackageResources.report_js, as: UTF8.self)

    // Base64 of SHA-256 (Content Security Policy Level 3, section 2.3.1); a test computes them.
    /// What admits the style.
    package static let styleHash = "sha256-octpsBPqKR0yyncd3OzeqzFcBvDOKJf5GjVOjrenG9w="
    /// What admits the script.
    package static let scriptHash = "sha256-kzD8rs8uCQAXr2OiPC5Ub1LC0tlsvLhZpqEyPmGW29Q="
}
