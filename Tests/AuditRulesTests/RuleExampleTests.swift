import AuditFacts
package import AuditRules
import Foundation
public import Testing

@Suite("the examples of every rule")
struct RuleExampleTests {
    @Test(
        "a rule reports what its examples and fixtures say and nothing else",
        arguments: RuleCatalogue.descriptions
    )
    func examples(rule: RuleDescription) throws {
        for lesson in try RuleLesson.all(of: rule) {
            #expect(try lesson.findings() == lesson.example.findings, "\(lesson)")
        }
    }

    @Test(
        "a rule shows one bad and one good example in its file",
        arguments: RuleCatalogue.descriptions
    )
    func shown(rule: RuleDescription) {
        // A baseline is not part of an example; BaselineStaleTests has its own.
        guard rule.id != Baseline.staleRule else { return }
        #expect(rule.examples.map(\.isBad) == [true, false], "\(rule.id)")
    }

    @Test(
        "with its fixtures a rule has at least three bad places and five good examples",
        arguments: RuleCatalogue.descriptions
    )
    func enough(rule: RuleDescription) throws {
        guard rule.id != Baseline.staleRule else { return }
        let examples = try RuleLesson.all(of: rule).map(\.example)
        #expect(Set(examples.map(\.title)).count == examples.count)
        let bad = examples.flatMap(\.findings).count
        let good = examples.count { !$0.isBad }
        let place = "Tests/AuditRulesTests/Fixtures/\(rule.id)"
        #expect(bad >= 3, "\(place): \(bad) bad places, 3 wanted")
        #expect(good >= 5 || rule.group == "policy", "\(place): \(good) good examples, 5 wanted")
    }

    @Test("every folder of fixtures is a rule's")
    func folders() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: RuleFixture.folder.path)
        let ids = Set(RuleCatalogue.descriptions.map(\.id))
        #expect(names.count > 50)
        for name in names { #expect(ids.contains(name), "Fixtures/\(name) is no rule's") }
    }

    @Test("marks in fixtures are findings and no part of the text")
    func marks() {
        let swift = MarkedText(
            "// swift-format-ignore-file\na()  // expect: a.b, a.b\nb()",
            path: "c.swift",
            rule: "a.b"
        )
        #expect(swift.text == "a()\nb()")
        #expect(swift.findings == ["c.swift:1", "c.swift:1"])
        let list = MarkedText("<a/>\n<b/>  <!-- expect: a.b -->\n", path: "c.plist", rule: "a.b")
        #expect(list.text == "<a/>\n<b/>\n" && list.findings == ["c.plist:2"])
        let yaml = MarkedText("a: b  # expect: a.b", path: "c.yml", rule: "a.b")
        #expect(yaml.text == "a: b" && yaml.findings == ["c.yml:1"])
    }

    @Test("ids are unique and have a group")
    func ids() {
        let ids = RuleCatalogue.descriptions.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.split(separator: ".").count == 2 })
    }
}

extension RuleDescription: CustomTestStringConvertible {
    /// The id alone: the texts of a rule would bury what a test says of it.
    package var testDescription: String { id }
}
