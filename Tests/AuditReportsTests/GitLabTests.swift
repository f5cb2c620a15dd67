import AuditFacts
import AuditReports
import Testing

@Suite("GitLab Code Quality")
struct GitLabTests {
    private static func issues(_ findings: [Finding]) throws -> [JSONTree] {
        try JSONTree(GitLabReporter(SampleRules.book).text(of: SampleReport.of(findings))).list
    }

    @Test(
        "levels and severities have GitLab's words",
        arguments: [
            ("store.defaults-secret", FindingLevel.error, "blocker"),
            ("store.class-none", .error, "critical"), ("nobody.knows", .error, "critical"),
            ("store.defaults-secret", .warning, "major"), ("store.class-none", .note, "minor"),
            ("restore.keyboard-cache", .note, "info"), ("nobody.knows", .note, "info"),
        ]
    )
    func severity(_ rule: String, _ level: FindingLevel, _ word: String) throws {
        let issues = try Self.issues([SampleReport.finding(rule: rule, level: level)])
        #expect(issues.map { $0["severity"].string } == [word])
    }

    @Test("no two fingerprints are alike, and paths are bare")
    func fingerprints() throws {
        let issues = try Self.issues([
            SampleReport.finding(path: "./a.swift", fingerprint: "f"),
            SampleReport.finding(path: "/b/./c.swift", fingerprint: "f"),
            SampleReport.finding(path: "../p.yml", fingerprint: "g"),
        ])
        #expect(issues.map { $0["fingerprint"].string } == ["f", "f-2", "g"])
        #expect(
            issues.map { $0["location"]["path"].string } == ["a.swift", "b/./c.swift", "../p.yml"]
        )
        #expect(issues[0]["location"]["lines"]["begin"].number == 12)
    }

    @Test("the description tells the places of the way, as far as they are few")
    func way() throws {
        let way = (1...21).map { RelatedPlace("p", path: "a", line: $0) }
        let issues = try Self.issues([
            SampleReport.finding(message: "m"),
            SampleReport.finding(message: "m", way: Array(way.prefix(2))),
            SampleReport.finding(message: "m", way: way),
        ])
        let texts = issues.compactMap { $0["description"].string }
        #expect(texts.prefix(2) == ["m", "m (a:1 → a:2)"])
        #expect(texts.last?.hasSuffix(" → a:20 → …)") == true)
    }

    @Test("what is suppressed or in the baseline is left out")
    func accepted() throws {
        let issues = try Self.issues([
            SampleReport.finding(isBaselined: true),
            SampleReport.finding(suppression: Suppression(reason: "r", until: nil, by: "b")),
        ])
        #expect(issues.isEmpty)
    }
}
