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
}
