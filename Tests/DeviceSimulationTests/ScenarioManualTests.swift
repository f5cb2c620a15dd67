import DeviceSimulation
import Foundation
import Testing

@Suite("The manual page of scenarios tells of all there is")
struct ScenarioManualTests {
    private static func page() throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let page = root.appending(path: "share/man/man1/protectctl-simulate.1")
        return String(decoding: try Data(contentsOf: page), as: UTF8.self).replacing(
            "\\-",
            with: "-"
        )
    }

    private static func section(_ title: String) throws -> String {
        let sections = try page().components(separatedBy: "\n.SH ")
        return try #require(sections.first { $0.hasPrefix(title + "\n") })
    }

    @Test("every step", arguments: StepName.allCases)
    func step(_ name: StepName) throws {
        let steps = try Self.section("STEPS")
        #expect(steps.contains("\n.TP\n\\fB\(name.rawValue)\\fR: "))
    }

    @Test("every key of expect", arguments: FactKey.allCases.filter { $0 != .events })
    func key(_ key: FactKey) throws {
        #expect(try Self.section("EXPECT").contains("\\fB\(key.rawValue)\\fR"))
    }

    @Test("the example runs, and all of it comes true")
    func example() throws {
        let lines = try Self.section("EXAMPLE").split(separator: "\n").drop { $0 != ".nf" }
        let text = lines.dropFirst().prefix { $0 != ".fi" }.joined(separator: "\n")
        let scenario = try #require(try ScenarioFile.load(text: text, file: "example").first)
        #expect(scenario.steps.count > 5)
        #expect(try ScenarioRunner().run(scenario).passed)
    }
}
