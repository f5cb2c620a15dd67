import FoundationEssentials
import Testing

@Suite("the rules of the audit")
struct RuleRegistryTests {
    @Test("every rule that is declared is in the catalogue")
    func registered() throws {
        let files = try Repository.files.filter {
            $0.path.contains("Sources/PolicyAudit/Rules/")
        }
        let declared = Set(files.flatMap { names(in: $0.text, after: "enum ", before: ": Rule {") })
        let listed = files.filter { $0.path.contains("RuleCatalogue+") }
        let registered = Set(listed.flatMap { names(in: $0.text, before: ".self") })
        #expect(!declared.isEmpty)
        #expect(declared.symmetricDifference(registered).isEmpty)
    }

    private func names(in text: String, after start: String = "", before end: String) -> [String] {
        text.components(separatedBy: end).dropLast().compactMap { piece in
            let line = piece.split(separator: "\n").last.map(String.init) ?? piece
            let tail = start.isEmpty ? line : line.components(separatedBy: start).last ?? ""
            return tail.split { !($0.isLetter || $0.isNumber) }.last.map(String.init)
        }
    }
}
