import AuditReports
import PolicyAudit
import Testing

@Suite("Markdown")
struct MarkdownTests {
    private static func text(_ findings: [Finding], linkBase: String = "") -> String {
        var options = ReportOptions()
        options.linkBase = linkBase
        return MarkdownReporter(options).text(of: SampleReport.of(findings))
    }

    @Test("links lead to the line")
    func links() {
        let finding = SampleReport.finding(path: "App/a (b).swift")
        #expect(Self.text([finding]).contains("[`App/a (b).swift:12`](App/a%20%28b%29.swift#L12)"))
        let base = "https://github.com/o/n/blob/main/"
        #expect(
            Self.text([finding], linkBase: base).contains("](\(base)App/a%20%28b%29.swift#L12)")
        )
    }

    @Test("nothing in a message is Markdown, HTML or a mention")
    func hostile() {
        let message = "</details><script> [x](http://a) **b** `c` | @octocat #1 ~~d~~ ![i](u)"
        let text = Self.text([SampleReport.finding(message: message)])
        #expect(
            text.contains(
                #"&lt;/details&gt;&lt;script&gt; \[x\]\(http://a\) \*\*b\*\* \`c\` \| "#
                    + ##"@<!-- -->octocat \#1 \~\~d\~\~ \!\[i\]\(u\)"##
            )
        )
    }

    @Test("backticks end neither a block nor a piece of code")
    func backticks() {
        let finding = SampleReport.finding(
            rule: "`a``b`",
            path: "x`y.swift",
            excerpt: ["````", "</details>"]
        )
        let text = Self.text([finding])
        #expect(text.contains("\n`````swift\n````\n</details>\n`````\n"))
        #expect(text.contains("``` `a``b` ```"))
        #expect(text.contains("[``x`y.swift:12``](x%60y.swift#L12)"))
    }

    @Test("of many findings the weightiest come first, the others folded")
    func many() {
        let findings = (0..<30).map {
            SampleReport.finding($0, level: $0 < 25 ? .note : .error, path: "f\($0).swift")
        }
        let text = Self.text(findings)
        #expect(text.contains("### The weightiest 20 of 30"))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("#### ") } == 20)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("- ") } == 10)
        #expect(
            text.firstRange(of: "f25.swift")!.lowerBound
                < text.firstRange(of: "f0.swift")!.lowerBound
        )
    }

    @Test("it is never larger than GitHub takes, and says what is missing")
    func limit() {
        let long = String(repeating: "é", count: 400)
        let findings = (0..<4_000).map { SampleReport.finding($0, message: long) }
        let text = Self.text(findings)
        #expect(text.utf8.count <= MarkdownReporter.byteLimit)
        #expect(text.utf8.count > MarkdownReporter.byteLimit / 2)
        #expect(text.contains("Left out for GitHub's limit of 1 MiB"))
        #expect(text.components("<details>") == text.components("</details>"))
    }
}

extension String {
    fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
