import AuditFacts
import AuditReports
import AuditRules
import Testing

@Suite("SARIF")
struct SARIFTests {
    private static func run(
        _ report: AuditReport,
        limited: (inout SARIFLimits) -> Void = { _ in }
    ) throws -> JSONTree {
        var limits = SARIFLimits()
        limited(&limits)
        let reporter = SARIFReporter(SampleRules.book, limits: limits)
        let tree = try JSONTree(reporter.text(of: report))
        #expect(tree["version"].string == "2.1.0")
        #expect(tree["runs"].list.count == 1)
        return tree["runs"][0]
    }

    private static func notices(_ run: JSONTree) -> [String] {
        run["invocations"][0]["toolExecutionNotifications"].list.compactMap {
            $0["message"]["text"].string
        }
    }

    @Test("every result leads to its rule, also to one that the book lacks")
    func ruleIndex() throws {
        let run = try Self.run(SampleReport.rich)
        let rules = run["tool"]["driver"]["rules"].list
        #expect(run["results"].list.count == 8)
        for result in run["results"].list {
            let index = try #require(result["ruleIndex"].number)
            #expect(rules[index]["id"].string == result["ruleId"].string)
        }
        #expect(rules.last?["id"].string == "restore.from-tomorrow")
    }

    @Test("rules have what GitHub shows")
    func rules() throws {
        let run = try Self.run(SampleReport.rich)
        let rule = try #require(
            run["tool"]["driver"]["rules"].list.first { $0["id"].string == "store.class-none" }
        )
        #expect(rule["name"].string == "StoreClassNone")
        #expect(rule["properties"]["security-severity"].string == "8.0")
        #expect(rule["properties"]["problem.severity"].string == "error")
        #expect(rule["properties"]["precision"].string == "high")
        let tags = rule["properties"]["tags"].list.compactMap(\.string)
        #expect(tags.starts(with: ["security", "external/cwe/cwe-311", "external/cwe/cwe-922"]))
        let help = try #require(rule["help"]["markdown"].string)
        #expect(help.contains("**Reported**: an option of a write\n\n```swift\nfunc save"))
        #expect(help.contains("**Not reported**: another class"))
        #expect(help.contains("MASWE-0001 (v1.0.0)"))
    }

    @Test("of a rule's tags ten are kept, the one for security first")
    func tags() throws {
        let rule = RuleDescription(
            "a.b",
            "t",
            severity: .low,
            isProven: true,
            summary: "s",
            rationale: "r",
            remedy: "m",
            references: RuleReferences(
                controls: ["A", "B"],
                tests: ["1", "2", "3", "4"],
                weaknesses: ["5", "6", "7"],
                commonWeaknesses: [1, 22, 333]
            ),
            examples: []
        )
        let text = SARIFReporter(RuleBook([rule])).text(of: SampleReport.clean)
        let tags = try JSONTree(text)["runs"][0]["tool"]["driver"]["rules"][0]["properties"]["tags"]
        #expect(tags.list.count == 10)
        #expect(tags[0].string == "security")
        #expect(tags[1].string == "external/cwe/cwe-001")
    }

    @Test(
        "paths are relative references",
        arguments: [
            ("App/Store.swift", "App/Store.swift"), ("./App/a b.swift", "App/a%20b.swift"),
            ("/Documents/ä.db", "Documents/%C3%A4.db"), ("//host/x", "host/x"),
            ("a:b/100%?#.swift", "a%3Ab/100%25%3F%23.swift"), ("", "."), ("/", "."),
            ("http://example.com", "http%3A//example.com"), ("a\u{202E}\u{1B}", "a%E2%80%AE%1B"),
        ]
    )
    func paths(_ path: String, _ uri: String) throws {
        let run = try Self.run(SampleReport.of([SampleReport.finding(path: path)]))
        let place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        #expect(place["uri"].string == uri)
        #expect(place["uriBaseId"].string == "%SRCROOT%")
    }

    @Test(
        "a finding outside of the root is not a result, which GitHub refuses, but is reported all the same",
        arguments: ["../p.yml", "./../p.yml", "/../p.yml", "a/../../p.yml", ".."]
    )
    func outside(_ path: String) throws {
        let accepted = Suppression(reason: "r", until: nil, by: "b")
        let run = try Self.run(
            SampleReport.of([
                SampleReport.finding(rule: "policy.x", message: "m", path: path, line: 3),
                SampleReport.finding(path: path, suppression: accepted),
                SampleReport.finding(
                    hint: "h",
                    related: [
                        RelatedPlace("declared here", path: path, line: 2),
                        RelatedPlace("read here", path: "a/../b.swift", line: 1),
                    ]
                ),
            ])
        )
        let results = run["results"].list
        #expect(results.count == 1)
        #expect(
            results[0]["message"]["text"].string?.hasSuffix("\n\nh\n\n\(path):2: declared here")
                == true
        )
        let related = results[0]["relatedLocations"].list
        #expect(related.map { $0["message"]["text"].string } == ["read here"])
        #expect(related.map { $0["id"].number } == [1])
        let notifications = run["invocations"][0]["toolConfigurationNotifications"].list
        #expect(notifications.map { $0["level"].string } == ["error"])
        #expect(notifications[0]["message"]["text"].string == "\(path):3: m (policy.x)")
        #expect(!notifications[0]["locations"].isThere)
        let other = try Self.run(SampleReport.rich)["invocations"][0]
        #expect(!other["toolConfigurationNotifications"].isThere)
    }

    private static let way = [
        RelatedPlace("'read' returns 'token'", path: "A.swift", line: 3),
        RelatedPlace("the value is handed on here", path: "App/Store.swift", line: 12),
        RelatedPlace("'keep' writes it", path: "B.swift", line: 9),
    ]

    @Test("the way of a value is a code flow, the finding's own place in it")
    func way() throws {
        let run = try Self.run(SampleReport.of([SampleReport.finding(way: Self.way)]))
        let flows = run["results"][0]["codeFlows"]
        #expect(flows.list.count == 1)
        #expect(flows[0]["threadFlows"].list.count == 1)
        let steps = flows[0]["threadFlows"][0]["locations"].list.map { $0["location"] }
        #expect(steps.compactMap { $0["message"]["text"].string } == Self.way.map(\.message))
        let places = steps.map { $0["physicalLocation"] }
        #expect(places.map { $0["artifactLocation"]["uri"].string } == Self.way.map(\.path))
        #expect(places.map { $0["region"]["startLine"].number } == Self.way.map(\.line))
        #expect(!run["results"][0]["relatedLocations"].isThere)
    }

    @Test("there is no code flow without a way, nor of a single step")
    func noWay() throws {
        for way in [[], Array(Self.way.prefix(1))] {
            let run = try Self.run(SampleReport.of([SampleReport.finding(way: way)]))
            #expect(!run["results"][0]["codeFlows"].isThere)
        }
    }

    @Test("a step outside of the root is told in the message, and not in the flow")
    func wayOutside() throws {
        let outside = RelatedPlace("'read' returns it", path: "../Kit/A.swift", line: 3)
        let run = try Self.run(
            SampleReport.of([SampleReport.finding(way: [outside] + Self.way.dropFirst())])
        )
        let result = run["results"][0]
        #expect(result["codeFlows"][0]["threadFlows"][0]["locations"].list.count == 2)
        let text = try #require(result["message"]["text"].string)
        #expect(text.hasSuffix("\n\n../Kit/A.swift:3: 'read' returns it"))
    }

    @Test("of too long a way the first steps are named, and it is reported")
    func longWay() throws {
        let way = (1...101).map { RelatedPlace("p", path: "a", line: $0) }
        let run = try Self.run(SampleReport.of([SampleReport.finding(way: way)]))
        let flow = run["results"][0]["codeFlows"][0]["threadFlows"][0]
        #expect(flow["locations"].list.count == 100)
        #expect(Self.notices(run) == ["only the first 100 steps of 1 results are named"])
    }

    @Test("suppressions and the baseline are told of every result or of none")
    func states() throws {
        let rich = try Self.run(SampleReport.rich)["results"].list
        #expect(rich.allSatisfy { $0["suppressions"].isThere && $0["baselineState"].isThere })
        #expect(rich.compactMap { $0["baselineState"].string }.count { $0 == "unchanged" } == 1)
        let kinds = rich.flatMap { $0["suppressions"].list }.compactMap { $0["kind"].string }
        #expect(kinds == ["inSource", "external"])
        let plain = try Self.run(SampleReport.of([SampleReport.finding()]))["results"][0]
        #expect(!plain["baselineState"].isThere)
        #expect(plain["suppressions"].list.isEmpty)
    }

    @Test("two findings with one fingerprint get two")
    func fingerprints() throws {
        let findings = (0..<3).map { _ in SampleReport.finding(fingerprint: "f") }
        let results = try Self.run(SampleReport.of(findings))["results"].list
        let prints = results.map { $0["partialFingerprints"]["protectctl/v1"].string }
        #expect(prints == ["f", "f-2", "f-3"])
        #expect(results.allSatisfy { $0["partialFingerprints"].keys == ["protectctl/v1"] })
    }

    @Test("what was not read is reported")
    func unread() throws {
        let notices = Self.notices(try Self.run(SampleReport.rich))
        #expect(notices.count == 2)
        #expect(notices.first == "not read: malformed: a string without an end")
    }

    @Test("of too many results the weightiest are kept, in their order, and it is reported")
    func manyResults() throws {
        let findings = (0..<30).map {
            SampleReport.finding(
                $0,
                level: $0 < 15 ? .note : .error,
                suppression: $0 == 20 ? Suppression(reason: "r", until: nil, by: "b") : nil
            )
        }
        let run = try Self.run(
            SampleReport.of(findings),
            limited: {
                $0.results = 20
                $0.shownResults = 5
            }
        )
        let results = run["results"].list
        #expect(results.map { $0["level"].string == "note" } == (0..<20).map { $0 < 6 })
        #expect(results.allSatisfy { $0["suppressions"].list.isEmpty })
        let notices = Self.notices(run)
        #expect(notices.count == 2)
        #expect(notices.first?.hasPrefix("10 of the less weighty findings are left out") == true)
        #expect(notices.last == "GitHub shows the weightiest 5 of 20 results")
    }

    @Test("of too much text as much is kept as fits")
    func muchText() throws {
        let long = String(repeating: "x", count: 3_000)
        let findings = (0..<20).map { SampleReport.finding($0, message: long) }
        let run = try Self.run(SampleReport.of(findings), limited: { $0.byteCount = 50_000 })
        #expect(run["results"].list.count == 13)
        #expect(Self.notices(run).count == 1)
    }

    @Test("what is too large does not keep out what weighs less and fits")
    func largeText() throws {
        let findings = (0..<3).map {
            SampleReport.finding(
                $0,
                level: $0 == 0 ? .error : .note,
                message: String(repeating: "x", count: $0 == 0 ? 9_000 : 10)
            )
        }
        let run = try Self.run(SampleReport.of(findings), limited: { $0.byteCount = 5_000 })
        #expect(run["results"].list.map { $0["level"].string } == ["note", "note"])
    }

    @Test("steps and related places that are not written take no room")
    func unwrittenPlaces() throws {
        let places = (1...1_000).map { RelatedPlace("p", path: "a", line: $0) }
        let run = try Self.run(
            SampleReport.of([SampleReport.finding(way: places, related: places)]),
            limited: { $0.byteCount = 50_000 }
        )
        #expect(run["results"].list.count == 1)
    }

    @Test("of too many unknown rules the first are described, and it is reported")
    func unknownRules() throws {
        let findings = (0..<5).map { SampleReport.finding($0, rule: "x.r\($0)") }
        let run = try Self.run(SampleReport.of(findings), limited: { $0.unknownRules = 2 })
        let known = SampleRules.book.descriptions.count
        #expect(run["tool"]["driver"]["rules"].list.count == known + 2)
        let results = run["results"].list
        #expect(results.map { $0["ruleIndex"].number } == [known, known + 1, nil, nil, nil])
        #expect(results.compactMap { $0["ruleId"].string } == (0..<5).map { "x.r\($0)" })
        #expect(Self.notices(run) == ["3 unknown rules are not described"])
    }

    @Test("of too many related places and unread inputs the first are kept, and it is reported")
    func manyPlaces() throws {
        let related = (1...101).map { RelatedPlace("p", path: "a", line: $0) }
        let run = try Self.run(SampleReport.of([SampleReport.finding(related: related)]))
        #expect(run["results"][0]["relatedLocations"].list.count == 100)
        #expect(Self.notices(run).count == 1)
        let unread = try Self.run(SampleReport.rich, limited: { $0.notifications = 1 })
        #expect(Self.notices(unread).last == "1 more inputs were not read")
    }

    @Test("GitHub's limits are the usual ones")
    func limits() {
        let limits = SARIFLimits()
        #expect(limits.results == 25_000)
        #expect(limits.shownResults == 5_000)
    }
}
