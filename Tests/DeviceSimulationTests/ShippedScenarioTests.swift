import DeviceSimulation
import Testing

@Suite("Shipped scenarios")
struct ShippedScenarioTests {
    @Test("there are as many as promised")
    func count() {
        #expect(ShippedScenarios.names.count >= 42)
    }

    @Test("each passes", arguments: ShippedScenarios.names)
    func passes(name: String) throws {
        let scenarios = try ScenarioFile.load(text: ShippedScenarios.text(name), file: name)
        let report = ScenarioReport(try scenarios.map { try ScenarioRunner().run($0) })
        #expect(report.passed, "\(report.text())")
    }

    @Test("each says at its head what is to be learnt", arguments: ShippedScenarios.names)
    func explains(name: String) throws {
        let lines = try ShippedScenarios.text(name).split(separator: "\n")
        let head = lines.prefix { $0.hasPrefix("#") }
        #expect(head.contains { $0.hasPrefix("# What an app developer learns:") })
        #expect(lines.allSatisfy { $0.count <= 100 })
    }

    @Test("each gives equal reports in two runs", arguments: ShippedScenarios.names)
    func repeats(name: String) throws {
        let scenarios = try ScenarioFile.load(text: ShippedScenarios.text(name), file: name)
        let reports = try (0..<2).map { _ in
            try ScenarioReport(scenarios.map { try ScenarioRunner().run($0) }).json()
        }
        #expect(reports[0] == reports[1])
    }
}
