import DeviceSimulation
import ProtectionModel
import SimulatedDisk
import Testing

@Suite("Hostile scenarios")
struct HostileScenarioTests {
    private static let lines: [String] = ShippedScenarios.names.flatMap { name in
        ((try? ShippedScenarios.text(name)) ?? "").split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("  - ") }
    }

    /// A shipped scenario with lines of others between its own and characters changed.
    private func mutant(_ seed: UInt64) throws -> String {
        var random = SplitMix64(seed: seed)
        let name = try #require(ShippedScenarios.names.randomElement(using: &random))
        var lines = try ShippedScenarios.text(name).split(separator: "\n").map(String.init)
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let line = try #require(Self.lines.randomElement(using: &random))
            lines.insert(line, at: Int.random(in: 8...lines.count, using: &random))
        }
        var text = Array(lines.joined(separator: "\n"))
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let place = Int.random(in: text.indices, using: &random)
            text[place] = try #require(
                "{}[]:,-'\"0159 ~&*!%\u{301}aK\n".randomElement(using: &random)
            )
        }
        return String(text)
    }

    @Test("are refused at a place of their text, or run to their end", arguments: 0..<150)
    func mutants(seed: UInt64) throws {
        let text = try mutant(seed)
        do throws(ScenarioError) {
            for scenario in try ScenarioFile.load(text: text, file: "mutant.yml") {
                let result = try ScenarioRunner().run(scenario)
                #expect(result.steps.count == scenario.steps.count)
                #expect(result.steps.allSatisfy { $0.got[.error] != .text("internal-error") })
            }
        } catch {
            #expect(error.code.description == "malformed-scenario", "\(error)")
            #expect(error.location != nil)
        }
    }

    @Test("the longest time and the largest sizes are taken in stride")
    func extremes() throws {
        let far = Array(repeating: "advance: 876000h", count: 200)
        let device = #"""
            { passcode: "2580", state: unlocked, grace: 876000h, auto-lock: 876000h, \#
            inactivity-reboot: 876000h, user-inactive-after: 876000h, \#
            max-failed-attempts: 4294967295, seed: 9223372036854775807 }
            """#
        let results = try Story.run(
            [
                "open: { path: /f, mode: read-write, as: h, create: true, class: D }",
                "truncate: { handle: h, size: 256MiB }",
                "write: { handle: h, offset: 256MiB, hex: ff }",
                "{ read: { handle: h, offset: 256MiB, length: 17179869183GiB }, expect: { hex: ff } }",
                "{ stat: { path: /f }, expect: { size: 268435457 } }",
                "truncate: { handle: h, size: 0 }",
            ] + far,
            device: device
        )
        #expect(results.filter { !$0.passed }.isEmpty)
        #expect(results.last?.state == .beforeFirstUnlock)
        #expect(results.last?.at == .seconds(876_000 * 3_600 * 200))
    }
}
