import FoundationEssentials
import Testing

@Suite("the rules of the audit")
struct RuleRegistryTests {
    @Test("every rule that is declared is in the catalogue")
    func registered() {
        let files = Repository.files.filter { $0.path.contains("Sources/PolicyAudit/Rules/") }
        let declared = files.flatMap { file in
            let words = file.words.map(\.text)
            return zip(words, zip(words.dropFirst(), words.dropFirst(2)))
                .filter { $0.0 == "enum" && $0.1.1 == "Rule" }.map(\.1.0)
        }
        let registered = files.filter { $0.path.contains("RuleCatalogue+") }.flatMap { file in
            let words = file.words.map(\.text)
            return zip(words, words.dropFirst()).filter { $0.1 == "self" }.map(\.0)
        }
        #expect(declared.count > 50)
        #expect(Set(declared) == Set(registered))
        #expect(registered.count == Set(registered).count)
    }
}
