import Foundation
import Testing

@Suite("simulate")
struct SimulateTests {
    private static let good = "scenario: good\nsteps:\n- lock: {}\n"
    private static let short = """
        scenario: short
        device: { passcode: "1" }
        steps:
        - unlock: { passcode: "2" }
        - unlock: { passcode: "1" }
        """

    @Test("ends with 0 when all went as expected, with 1 when a step fell short")
    func status() throws {
        let desk = try Desk()
        try desk.text(Self.good, in: "good.yml")
        try desk.text(Self.short, in: "short.yml")
        try desk.text("scenario: bad\nsteps:\n- nothing: {}\n", in: "bad.yml")
        for (line, status) in [
            ("simulate good.yml", 0), ("simulate short.yml", 1), ("simulate good.yml short.yml", 1),
            ("simulate good.yml bad.yml", 65), ("simulate good.yml no.yml", 66), ("simulate", 64),
        ] as [(String, Int32)] {
            let result = try desk.run(line)
            #expect(result.status == status, "\(line)")
            #expect(result.output.isEmpty == (status > 1), "\(line): no scenario is run")
        }
        let result = try desk.run("simulate short.yml good.yml --json")
        #expect(result.status == 1)
        let scenarios = try result.json().object?["scenarios"]?.array
        #expect(scenarios?.map { $0.object?["passed"] } == [.bool(false), .bool(true)])
        // What fell short does not end a scenario.
        #expect(scenarios?.first?.object?["steps"]?.array?.count == 2)
        let stream = try desk.run("simulate -", input: Self.good)
        #expect(stream.status == 0)
        #expect(try desk.run("simulate bad.yml").talk.contains("bad.yml:3:"))
        #expect(try desk.names(in: ".").contains("phone") == false)
    }

    @Test("takes pipes, and refuses what is too long without reading all of it")
    func sources() throws {
        let desk = try Desk()
        try desk.text(Self.good, in: "good.yml")
        let result = try desk.shell(
            """
            mkfifo p; cat good.yml > p & $TOOL simulate p && $TOOL simulate <(cat good.yml)
            wait; $TOOL simulate /dev/stdin < good.yml
            """
        )
        #expect(result.status == 0, "\(result)")
        #expect(result.output.split(separator: "\n").count == 3)
        // Streams that never end.
        let long = try desk.shell(
            "$TOOL simulate - < /dev/zero; $TOOL simulate /dev/zero; cat /dev/zero | $TOOL simulate -"
        )
        #expect(long.status == 65)
        #expect(long.talk.components(separatedBy: "longer than 4194304 bytes").count == 4)
        #expect(try desk.run("simulate .").status == 64)
    }

    @Test("a file of JSON is read as JSON, also where YAML 1.1 would refuse it")
    func json() throws {
        let desk = try Desk()
        let odd = "\u{7F}\u{9F}\u{FEFF}"
        let text = """
            {"scenario": "odd", "steps": [{"write": {"path": "/a", "text": "\\ud83d\\ude00\(odd)"}},
            {"read": {"path": "/a"}, "expect": {"text": "\u{1F600}\(odd)"}}]}
            """
        for name in ["a.json", "a.yml"] {
            try desk.text(text, in: name)
            try desk.must("simulate \(name)")
        }
        try desk.text("{\"scenario\": \"x\",\n\"steps\": [}", in: "bad.json")
        let bad = try desk.run("simulate bad.json")
        #expect(bad.status == 65)
        #expect(bad.talk.contains("bad.json:2:11: expected a value, found '}'"), "\(bad.talk)")
    }

    @Test("--junit writes a report")
    func junit() throws {
        let desk = try Desk()
        try desk.text(Self.good, in: "good.yml")
        try desk.text(Self.short, in: "short.yml")
        #expect(try desk.run("simulate good.yml short.yml --junit report.xml").status == 1)
        let report = try desk.text(of: "report.xml")
        #expect(report.contains("<testsuite"))
        #expect(report.contains("<failure"))
        #expect(try desk.run("simulate good.yml --junit no/report.xml").status == 66)
    }

    @Test("a scenario that cannot be read stands in the report, and every one of them is reported")
    func unread() throws {
        let desk = try Desk()
        try desk.text(Self.good, in: "good.yml")
        try desk.text("scenario: bad\nsteps:\n- nothing: {}\n", in: "bad.yml")
        let line = "simulate no.yml good.yml bad.yml --junit report.xml"
        for options in ["", " --json"] {
            let result = try desk.run(line + options)
            #expect(result.status == 65)
            #expect(result.output == "")
            #expect(result.talk.contains("bad.yml:3:") && result.talk.contains("no.yml"))
            let report = try desk.text(of: "report.xml")
            #expect(report.contains(#"<testsuites tests="3" failures="0" errors="2">"#))
            #expect(report.components(separatedBy: "<error ").count == 3)
            #expect(report.contains(#"type="malformed-scenario""#))
            #expect(report.contains(#"type="not-found""#))
            #expect(report.components(separatedBy: "<skipped ").count == 2)
            #expect(report.contains(#"<testcase name="good" classname="good.yml""#))
            #expect(
                try desk.shell("python3 -c 'import xml.dom.minidom as m; m.parse(\"report.xml\")'")
                    .status == 0
            )
        }
    }

    @Test("an unknown error code is refused with all that exist")
    func unknownCode() throws {
        let desk = try Desk()
        try desk.text(
            "scenario: bad\nsteps:\n- lock: {}\n  expect: { error: locked }\n",
            in: "bad.yml"
        )
        let result = try desk.run("simulate bad.yml")
        #expect(result.status == 65)
        #expect(result.talk.contains("bad.yml:4:"))
        for code in ["protected-data-unavailable", "not-found", "passcode-delayed", "busy"] {
            #expect(result.talk.contains(code), "\(code)")
        }
    }
}
