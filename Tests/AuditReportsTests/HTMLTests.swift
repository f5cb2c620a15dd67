import AuditFacts
import AuditPolicy
import AuditReports
import AuditRules
import Foundation
import ProtectionModel
import Testing

@Suite("The page")
struct HTMLTests {
    private static let rich = HTMLReporter(SampleRules.book).text(of: SampleReport.rich)

    private static let attacks = [
        "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>",
        "\" onmouseover=\"alert(1)", "' onfocus='alert(1)' autofocus='", "</style><b>", "<!--",
        "-->",
        "javascript:alert(1)", "&lt;b&gt;", "`<u>`", "]]>", "</title><svg onload=alert(1)>",
    ]

    @Test("its own script and style are the only ones, known by their digests")
    func digests() {
        let style = Data(SHA256.digest(Array(HTMLAssets.style.utf8))).base64EncodedString()
        let script = Data(SHA256.digest(Array(HTMLAssets.script.utf8))).base64EncodedString()
        #expect(HTMLAssets.styleHash == "sha256-\(style)")
        #expect(HTMLAssets.scriptHash == "sha256-\(script)")
        #expect(Self.rich.contains("<style>\(HTMLAssets.style)</style>"))
        #expect(Self.rich.contains("<script>\(HTMLAssets.script)</script>"))
        #expect(Self.rich.contains("default-src 'none'; style-src '\(HTMLAssets.styleHash)'; "))
    }

    @Test("it loads nothing: no address but in links, no attribute that runs or styles")
    func loadsNothing() {
        for word in [" src=", "url(", "@import", "<link", "<iframe", "<form action", "<base"] {
            let isFound = Self.rich.replacing("src=x onerror", with: "").contains(word)
            #expect(!isFound, "\(word)")
        }
        let markup = Self.markup(Self.rich)
        #expect(!markup.contains { $0.contains(" style=") })
        for tag in markup where tag.contains("://") { #expect(tag.hasPrefix("<a href=\"https://")) }
    }

    @Test("nothing in a report becomes a part of it", arguments: attacks)
    func hostile(_ attack: String) {
        let page = HTMLReporter(SampleRules.book).text(of: Self.report(saying: attack))
        let harmless = HTMLReporter(SampleRules.book).text(of: Self.report(saying: "word"))
        #expect(Self.tags(page) == Self.tags(harmless))
    }

    /// A report that says `word` wherever it can.
    private static func report(saying word: String) -> AuditReport {
        AuditReport(
            toolVersion: word,
            policies: [word],
            findings: [
                SampleReport.finding(
                    rule: word,
                    message: word,
                    hint: word,
                    path: word + ".swift",
                    column: 1,
                    excerpt: [word, word],
                    way: [RelatedPlace(word, path: word, line: 1)],
                    related: [RelatedPlace(word, path: word, line: 1)]
                ),
                SampleReport.finding(
                    2,
                    path: word,
                    column: 1,
                    suppression: Suppression(reason: word, until: word, by: word)
                ),
            ],
            accessMatrix: [
                AccessMatrixRow(
                    kind: word,
                    protectionClass: .none,
                    context: word,
                    state: .locked,
                    access: .no,
                    isNeeded: true
                )
            ],
            inventory: [
                InventoryRow(path: word, protectionClass: .none, kind: word, byteCount: 1)
            ],
            unread: [UnreadNote(path: word, line: 1, reason: word, message: word)],
            fileCount: 1,
            hasBaseline: false
        )
    }

    /// The names of all tags.
    ///
    /// `code` and `wbr` follow from backticks and slashes of texts.
    private static func tags(_ page: String) -> [String] {
        markup(page).map { String($0.dropFirst().prefix { $0 != " " && $0 != ">" }) }
            .filter { !["code", "/code", "wbr"].contains($0) }
    }

    /// What stands between `<` and `>` outside of style and script.
    private static func markup(_ page: String) -> [String] {
        page.replacing(HTMLAssets.style, with: "").replacing(HTMLAssets.script, with: "")
            .matches(of: #/<[^>]*>/#).map { String($0.output) }
    }

    @Test("backticks are code in a hint, and nothing in a message, which quotes names from sources")
    func backticks() {
        let page = HTMLReporter(SampleRules.book).text(
            of: SampleReport.of([
                SampleReport.finding(
                    message: "'a`b`'",
                    hint: "Call `c`.",
                    related: [RelatedPlace("'d`e`'", path: "f", line: 1)]
                )
            ])
        )
        #expect(page.contains("&#39;a`b`&#39;</h4>"))
        #expect(page.contains("&#39;d`e`&#39;</li>"))
        #expect(page.contains("Call <code>c</code>.</p>"))
    }

    @Test("what is needed and out of reach is told by words too")
    func gaps() {
        #expect(Self.rich.contains("One need is out of reach"))
        #expect(Self.rich.contains(#"<span class="unseen">no </span><span class="need">needed"#))
    }

    @Test("a kind that findings contradict is marked, one whose findings are accepted is not")
    func contradictions() throws {
        #expect(Self.rich.contains("Findings contradict it"))
        let rows = Self.rich.components(separatedBy: "<tr>")
        let messages = try #require(rows.first { $0.contains(">messages <") })
        let drafts = try #require(rows.first { $0.contains(">drafts <") })
        #expect(messages.contains("contradicted by 1 finding<"))
        #expect(!drafts.contains("contradicted"))
    }

    @Test("what to mend first: errors before warnings, then what is said most, without notes")
    func outline() throws {
        let findings = [
            ("handoff.public-index", FindingLevel.warning), ("store.class-none", .warning),
            ("store.class-none", .warning), ("store.plist-secret", .error),
            ("id.device-name", .note),
        ].enumerated().map { SampleReport.finding($0 + 1, rule: $1.0, level: $1.1) }
        let page = HTMLReporter(SampleRules.book).text(of: SampleReport.of(findings))
        let rules = page.matches(of: #/<code class="rule">([^<]*)</#).map { String($0.output.1) }
        #expect(rules == ["store.plist-secret", "store.class-none", "handoff.public-index"])
        let links = page.matches(of: ##/href="#(finding-[0-9]+)"/##).map { $0.output.1 }
        #expect(links.count == 4)
        for link in links { #expect(page.contains(#"<article id="\#(link)""#)) }
    }

    @Test("where few findings count nobody is told where to begin")
    func fewFindings() {
        let findings = (1...3).map { SampleReport.finding($0) }
        let page = HTMLReporter(SampleRules.book).text(of: SampleReport.of(findings))
        #expect(!page.contains("What to mend first"))
    }

    @Test("before the first unlock is shown even when nothing is needed then")
    func early() {
        let rows = [("app", LockState.unlocked, true), ("launch", .beforeFirstUnlock, false)].map {
            AccessMatrixRow(
                kind: "mail",
                protectionClass: .complete,
                context: $0.0,
                state: $0.1,
                access: $0.2 ? .yes : .no,
                isNeeded: $0.2
            )
        }
        let report = AuditReport(
            toolVersion: "0",
            policies: [],
            findings: [],
            accessMatrix: rows,
            inventory: [],
            unread: [],
            fileCount: 1,
            hasBaseline: false
        )
        for format in [ReportFormat.text, .markdown, .html] {
            let reporter = format.reporter(rules: SampleRules.book, options: ReportOptions())
            #expect(reporter.text(of: report).contains("before-first-unlock"), "\(format)")
        }
    }

    @Test("tables have heads with a scope, controls have labels, ids are unique")
    func accessible() {
        let markup = Self.markup(Self.rich)
        for tag in markup where tag.hasPrefix("<th ") || tag == "<th>" {
            #expect(tag.contains("scope="), "\(tag)")
        }
        let ids = markup.flatMap { $0.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) } }
        #expect(Set(ids).count == ids.count)
        let labels = Set(
            markup.flatMap { $0.matches(of: #/ for="([^"]*)"/#).map { String($0.output.1) } }
        )
        for tag in markup where tag.hasPrefix("<input") || tag.hasPrefix("<select") {
            #expect(labels.contains { tag.contains("id=\"\($0)\"") }, "\(tag)")
        }
    }
}
