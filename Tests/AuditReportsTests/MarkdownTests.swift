import AuditFacts
import AuditReports
import AuditRules
import Testing

@Suite("Markdown")
struct MarkdownTests {
    private static func text(_ findings: [Finding]) -> String {
        MarkdownReporter().text(of: SampleReport.of(findings))
    }

    @Test("links lead to the line")
    func links() {
        let finding = SampleReport.finding(path: "App/a (b).swift")
        #expect(Self.text([finding]).contains("[`App/a (b).swift:12`](App/a%20%28b%29.swift#L12)"))
    }

    @Test("nothing in a message is Markdown, HTML or a mention")
    func hostile() {
        let message = "</details><script> [x](http://a) **b** `c` | @octocat #1 ~~d~~ ![i](u)"
        let text = Self.text([SampleReport.finding(message: message)])
        #expect(
            text.contains(
                #"&lt;/details&gt;&lt;script&gt; \[x\]\(http:<!-- -->//a\) \*\*b\*\* \`c\` \| "#
                    + ##"@<!-- -->octocat \#<!-- -->1 \~\~d\~\~ \!\[i\]\(u\)"##
            )
        )
    }

    @Test(
        "GitHub makes no link, reference or emoji of a word in a message",
        arguments: [
            ("see https://a.example", "see https:<!-- -->//a.example"),
            ("FTP://a", "FTP:<!-- -->//a"), ("www.a.example", "www<!-- -->.a.example"),
            ("(Www.a)", #"\(Www<!-- -->.a\)"#), ("w.a", "w.a"),
            (":tada: now", ":<!-- -->tada: now"), ("kind: of data", "kind: of data"),
            ("GH-1", "GH<!-- -->-1"), ("gh-1", "gh<!-- -->-1"), ("a-1", "a-1"),
            ("a@b.example", "a@<!-- -->b.example"), ("o/n#12", "o/n\\#<!-- -->12"),
            ("C# and :", "C\\# and :"),
        ]
    )
    func words(_ message: String, _ shown: String) {
        let text = Self.text([SampleReport.finding(message: message)])
        #expect(text.contains(": \(shown) `store.class-none`\n"), "\(text)")
    }

    @Test(
        "backticks of a hint are code, a lonely one is itself",
        arguments: [
            ("Call `a(_:)` or `b`.", "Call `a(_:)` or `b`."), ("`<b>*x*`", "`<b>*x*`"),
            ("a ` *b*", #"a \` \*b\*"#), ("*a* `b` @c", #"\*a\* `b` @<!-- -->c"#),
        ]
    )
    func hints(_ hint: String, _ shown: String) {
        let text = Self.text([SampleReport.finding(hint: hint)])
        #expect(text.contains("\n\n\(shown)\n"), "\(text)")
    }

    @Test("what was not read need not be one of the files")
    func unread() {
        func text(_ notes: [UnreadNote]) -> String {
            MarkdownReporter().text(of: SampleReport.unread(notes))
        }
        let note = UnreadNote(path: "a", line: nil, reason: "link", message: "m")
        #expect(text([note]).contains("\n1 file; 1 input not read.\n"))
        #expect(text([]).contains("\n1 file.\n"))
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

    @Test("findings that are equal are all told")
    func equal() {
        let text = Self.text(Array(repeating: SampleReport.finding(), count: 25))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("#### ") } == 20)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("- ") } == 5)
    }

    @Test("of what is suppressed and not read as much is reported as fits")
    func parts() {
        let long = String(repeating: "x", count: 1_000)
        let findings = (0..<1_200).map {
            SampleReport.finding(
                $0,
                suppression: Suppression(reason: long, until: nil, by: "b")
            )
        }
        let notes = (0..<1_200).map {
            UnreadNote(path: "f\($0)", line: nil, reason: "link", message: long)
        }
        for text in [
            Self.text(findings), MarkdownReporter().text(of: SampleReport.unread(notes)),
        ] {
            #expect(text.utf8.count <= MarkdownReporter.byteLimit)
            #expect(text.utf8.count > MarkdownReporter.byteLimit / 10 * 9)
            #expect(text.contains(": 1200 (part 1 of "))
            #expect(text.contains("Left out for GitHub's limit of 1 MiB"))
            #expect(text.components("<details>") == text.components("</details>"))
        }
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
