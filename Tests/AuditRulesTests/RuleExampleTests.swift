import AuditFacts
import AuditRules
import AuditCollection
import Testing

@Suite("the examples of every rule")
struct RuleExampleTests {
    @Test("A rule reports what its examples say and nothing else", arguments: RuleLesson.all)
    func example(lesson: RuleLesson) throws {
        #expect(try lesson.findings() == lesson.example.findings, "\(lesson)")
    }

    @Test(
        "A rule has at least three bad places and five good examples in all, each with a name of its own",
        arguments: RuleCatalogue.descriptions
    )
    func enough(description: RuleDescription) {
        let examples = description.examples
        #expect(Set(examples.map(\.title)).count == examples.count)
        // A baseline is no part of an example; BaselineStaleTests has its own.
        guard description.id != Baseline.staleRule else { return }
        #expect(examples.flatMap(\.findings).count >= 3, "\(description.id)")
        #expect(
            examples.count { !$0.isBad } >= 5 || description.group == "policy",
            "\(description.id)"
        )
    }

    @Test("Ids are unique and have a group")
    func ids() {
        let ids = RuleCatalogue.descriptions.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.split(separator: ".").count == 2 })
    }
}
