import AuditFacts
import AuditRules
import ProtectionModel
import Testing

struct BaselineTests {
    private static let print = String(repeating: "0123456789abcdef", count: 4)

    private static func finding(
        _ path: String,
        _ fingerprint: String = print,
        rule: String = "a.b",
        suppression: Suppression? = nil
    ) -> Finding {
        Finding(
            rule: rule,
            level: .error,
            confidence: .high,
            message: "m",
            hint: "h",
            path: path,
            line: 1,
            column: 1,
            endLine: 1,
            excerpt: [],
            fingerprint: fingerprint,
            way: [],
            related: [],
            suppression: suppression,
            isBaselined: false
        )
    }

    @Test(
        "Too many combining marks in a row are refused before they are compared",
        arguments: ["\u{301}", "\\u0301"]
    )
    func marks(_ mark: String) {
        let path = String(repeating: mark, count: 500_000)
        let text = "{\"\(path)\": 1, \"findings\": [], \"version\": 1}"
        let error = #expect(throws: ProtectionError.self) {
            try Baseline(reading: Array(text.utf8))
        }
        #expect(error?.message.contains("30 combining marks") == true)
    }

    @Test("What is written is sorted, the same for any order, and read back")
    func round() throws {
        let findings = ["b/ü.swift", "a.swift", "b/\u{7F}\u{1}\"/x.swift"].map { Self.finding($0) }
        let baseline = Baseline(of: findings + findings)
        let document = try baseline.document()
        #expect(try Baseline(of: findings.reversed()).document() == document)
        #expect(try Baseline(reading: document) == baseline)
        #expect(baseline.entries.map(\.path) == findings.map(\.path).sorted())
        #expect(String(decoding: document, as: UTF8.self).hasSuffix("\n"))
    }

    @Test("The document is one that people can review")
    func text() throws {
        let document = try Baseline(of: [Self.finding("a/b.swift")]).document()
        #expect(
            String(decoding: document, as: UTF8.self) == """
                {
                  "findings" : [
                    {
                      "fingerprint" : "\(Self.print)",
                      "path" : "a/b.swift",
                      "rule" : "a.b"
                    }
                  ],
                  "version" : 1
                }

                """
        )
    }

    @Test("It has a finding by rule, path and fingerprint, and not by two of them")
    func membership() {
        let baseline = Baseline(of: [Self.finding("a")])
        let other = String(repeating: "0", count: 64)
        #expect(baseline.contains(Self.finding("a")))
        #expect(!baseline.contains(Self.finding("b")))
        #expect(!baseline.contains(Self.finding("a", other)))
        #expect(!baseline.contains(Self.finding("a", rule: "a.c")))
    }

    @Test("Accepted findings stay out of it; mended ones are stale")
    func stale() {
        let accepted = Suppression(reason: "why", until: nil, by: "comment")
        let baseline = Baseline(of: [Self.finding("a"), Self.finding("b", suppression: accepted)])
        #expect(baseline.entries.map(\.path) == ["a"])
        #expect(baseline.stale(after: [Self.finding("a")]).isEmpty)
        #expect(baseline.stale(after: [Self.finding("c")]).map(\.path) == ["a"])
    }

    @Test(
        "Anything but a baseline is refused, with what is wrong",
        arguments: [
            ("", "not JSON"), ("[]", "not the expected type"), ("{}", "no 'version'"),
            ("\u{0}", "not JSON"),
            (#"{"version":2,"findings":[]}"#, "version 2, not 1"),
            (#"{"version":"1","findings":[]}"#, "version: not the expected type"),
            (#"{"version":1e99,"findings":[]}"#, "not JSON"),
            (#"{"version":1}"#, "no 'findings'"),
            (#"{"version":1,"findings":{}}"#, "findings: not the expected type"),
            (
                #"{"version":1,"findings":[{"rule":"a","path":"b"}]}"#,
                "findings[0]: no 'fingerprint'"
            ),
            (
                #"{"version":1,"findings":[{"rule":"a","path":"b","fingerprint":"c"}]}"#,
                "findings[0] has no"
            ),
            (
                #"{"version":1,"findings":[{"rule":"a","path":null,"fingerprint":"c"}]}"#,
                "findings[0]path"
            ),
            (#"{"version":1,"findings":[}"#, "not JSON"),
            (String(repeating: "[", count: 100_000), ""),
            (#"{"version":1,"findings":[[[[[["# + String(repeating: "[", count: 100_000), ""),
        ]
    )
    func refused(text: String, message: String) throws {
        let error = #expect(throws: ProtectionError(.malformedReport, "")) {
            try Baseline(reading: Array(text.utf8))
        }
        #expect(error?.description.contains(message) == true || message.isEmpty, "\(error!)")
    }

    @Test("A fingerprint outlives moves and spaces, and tells the second alike from the first")
    func fingerprints() {
        func first(_ rule: String = "a.b", _ path: String = "p", _ text: String = "f(x)") -> String
        {
            var prints = Fingerprints()
            return prints.next(rule: rule, path: path, statement: text)
        }
        var prints = Fingerprints()
        let one = prints.next(rule: "a.b", path: "p", statement: "f(\n   x,\ty)")
        let two = prints.next(rule: "a.b", path: "p", statement: " f( x, y) ")
        #expect(one == first("a.b", "p", "f( x, y)") && one != two)
        #expect(one.utf8.count == 64 && one == one.lowercased())
        let others = [
            first(), first("a.c"), first("a.b", "q"), first("a.b", "p", "f(x )"), one, two,
        ]
        #expect(Set(others).count == others.count)
        // Pinned: baselines of users hold it.
        #expect(first() == "06449f5db6ca48698d9e36749321a447f24f87a6f616e62bf0e518b6b3fb3970")
    }
}
