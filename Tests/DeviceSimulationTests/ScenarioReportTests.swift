import DeviceSimulation
import Foundation
import Testing

@Suite("Reports on scenarios")
struct ScenarioReportTests {
    private static let texts = [
        (
            "inbox.yml",
            """
            scenario: a file is read
            device: { passcode: "2580", state: unlocked }
            steps:
              - write: { path: /a/b, class: A, text: x }
                expect: { error: not-found }
              - write: { path: /f, class: A, hex: ff2f }
              - read: { path: /f }
                expect: { hex: FF2F, class: complete }
              - lock: {}
              - advance: 10250ms
                expect: { state: locked, protectedDataAvailable: false }
              - expect-events: [will-become-unavailable, became-unavailable]
            """
        ),
        (
            "odd & \"quoted\".yml",
            """
            scenario: "<b>\\u0007two\\nlines"
            steps:
              - write: { path: /f, text: "a<b\\e[2J" }
              - read: { path: /f }
                expect: { text: "'é'", size: 6, entries: [x] }
              - read: { path: /missing }
              - lock: {}
                expect: { error: busy }
            """
        ),
    ]

    private func report() throws -> ScenarioReport {
        let scenarios = try Self.texts.flatMap {
            try ScenarioFile.load(text: $0.1, file: $0.0)
        }
        return ScenarioReport(try scenarios.map { try ScenarioRunner().run($0) })
    }

    @Test("as lines for people")
    func text() throws {
        #expect(
            try report().text() == """
                ✓ a file is read
                ✗ <b>\\u{07}two\\nlines
                    odd & "quoted".yml:4: read: text: expected ''é'', got 'a<b\\u{1B}[2J'
                    odd & "quoted".yml:4: read: size: expected 6, got 7
                    odd & "quoted".yml:4: read: entries: expected ['x'], got nothing
                    odd & "quoted".yml:6: read: expected success, got 'not-found' ('/missing' does not exist)
                    odd & "quoted".yml:7: lock: expected 'busy', got success

                """
        )
    }

    @Test("as JSON")
    func json() throws {
        let open = #""protectedDataAvailable":true,"#
        let first = [
            #"{"at":0,"expected":{"error":"not-found"},"got":{"error":"not-found",\#(open)"state":"unlocked"},"index":0,"passed":true,"state":"unlocked","step":"write"}"#,
            #"{"at":0,"expected":{},"got":{"class":"complete",\#(open)"size":2,"state":"unlocked"},"index":1,"passed":true,"state":"unlocked","step":"write"}"#,
            #"{"at":0,"expected":{"class":"complete","hex":"ff2f"},"got":{"class":"complete","hex":"ff2f",\#(open)"size":2,"state":"unlocked"},"index":2,"passed":true,"state":"unlocked","step":"read"}"#,
            #"{"at":0,"expected":{},"got":{"protectedDataAvailable":false,"state":"locking"},"index":3,"passed":true,"state":"locking","step":"lock"}"#,
            #"{"at":10.25,"expected":{"protectedDataAvailable":false,"state":"locked"},"got":{"protectedDataAvailable":false,"state":"locked"},"index":4,"passed":true,"state":"locked","step":"advance"}"#,
            #"{"at":10.25,"expected":{"events":["will-become-unavailable","became-unavailable"]},"got":{"events":["will-become-unavailable","became-unavailable"],"protectedDataAvailable":false,"state":"locked"},"index":5,"passed":true,"state":"locked","step":"expect-events"}"#,
        ]
        let text = try ScenarioReport(Array(report().results.prefix(1))).json()
        #expect(
            text
                == #"{"scenarios":[{"file":"inbox.yml","name":"a file is read","passed":true,"steps":["#
                + first.joined(separator: ",") + #"]}],"version":1}"#
        )
    }

    @Test("JSON of texts that need escapes reads back")
    func jsonReadsBack() throws {
        let report = try report()
        #expect(!report.passed)
        let data = Data(try report.json().utf8)
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let scenarios = try #require(document["scenarios"] as? [[String: Any]])
        #expect(scenarios[1]["name"] as? String == "<b>\u{7}two\nlines")
        #expect(scenarios[1]["passed"] as? Bool == false)
        let steps = try #require(scenarios[1]["steps"] as? [[String: Any]])
        let got = try #require(steps[1]["got"] as? [String: Any])
        #expect(got["text"] as? String == "a<b\u{1B}[2J")
        #expect(steps.compactMap { $0["passed"] as? Bool } == [true, false, false, false])
    }

    @Test("no scenarios make a whole document")
    func none() throws {
        #expect(try ScenarioReport([]).json() == #"{"scenarios":[],"version":1}"#)
        #expect(ScenarioReport([]).passed)
        #expect(ScenarioReport([]).text() == "")
        #expect(ScenarioReport([]).junit().hasSuffix("failures=\"0\">\n</testsuites>\n"))
    }

    @Test("as JUnit XML, in which no text breaks out")
    func junit() throws {
        let results = try Array(report().results.suffix(1))
        #expect(
            ScenarioReport(results).junit() == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="4" failures="3">
                  <testsuite name="&lt;b&gt;\u{FFFD}two&#10;lines" tests="4" failures="3" errors="0" skipped="0" file="odd &amp; &quot;quoted&quot;.yml">
                    <testcase name="0: write" classname="&lt;b&gt;\u{FFFD}two&#10;lines" file="odd &amp; &quot;quoted&quot;.yml" line="3"/>
                    <testcase name="1: read" classname="&lt;b&gt;\u{FFFD}two&#10;lines" file="odd &amp; &quot;quoted&quot;.yml" line="4">
                      <failure message="text: expected ''é'', got 'a&lt;b\\u{1B}[2J'; size: expected 6, got 7; entries: expected ['x'], got nothing" type="text"/>
                    </testcase>
                    <testcase name="2: read" classname="&lt;b&gt;\u{FFFD}two&#10;lines" file="odd &amp; &quot;quoted&quot;.yml" line="6">
                      <failure message="expected success, got 'not-found' ('/missing' does not exist)" type="error"/>
                    </testcase>
                    <testcase name="3: lock" classname="&lt;b&gt;\u{FFFD}two&#10;lines" file="odd &amp; &quot;quoted&quot;.yml" line="7">
                      <failure message="expected 'busy', got success" type="error"/>
                    </testcase>
                  </testsuite>
                </testsuites>

                """
        )
    }
}
