import AuditPolicy
import Documents
import TestSupport
import Testing

struct PolicyFuzzTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4]
    private static var count: Int { Mutator.iterationCount / (10 * seeds.count) }

    private static let long = String(repeating: "c", count: 30)

    /// Reads a text; whatever it is, it is read or refused with places in it.
    private func read(_ bytes: [UInt8]) {
        let reader = PolicyReader(knownRules: ["store.class-none"]) { _ in bytes }
        do {
            let stack = try reader.read([PolicyText(file: "a.yml", bytes)])
            let policy = stack.policy()
            _ = AccessMatrix(of: policy).contradictions
            #expect(PolicyDifference.all(from: policy, to: policy).isEmpty)
            let combinations = TraitCombinations(of: stack)
            if combinations.count <= 64 { _ = combinations.contradictions() }
        } catch {
            #expect(!error.problems.isEmpty)
            #expect(error.problems.allSatisfy { $0.location.line > 0 && $0.location.column > 0 })
        }
    }

    @Test("Damaged policies are read or refused", arguments: seeds)
    func damaged(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        let texts = ShippedPolicy.allCases.map(\.text)
        for _ in 0..<Self.count {
            read(mutator.mutate(texts[mutator.number(below: texts.count)]))
        }
    }

    @Test("Words of the language in any order are read or refused", arguments: seeds)
    func shuffled(seed: UInt64) {
        let words = [
            "policy: 1\n", "kinds:", "a:", "{", "}", "[", "]", ",", "class: a", "needed-by:",
            "voip",
            "contexts:", "states:", "locked", "overlays:", "when:", "audience: kids", "extends:",
            "baseline", "only:", "add:", "remove:", "rules:", "store.class-none: off", "\n", "\n  ",
            "- ", " ", "vocabulary:", "credential:", "traits:", "a.yml", "exceptions:", "rule: x",
            "absent", "targets:", "a: absent", "region: EU", "target: a",
            "contexts: {voip: absent}",
        ]
        var mutator = Mutator(seed: seed)
        for _ in 0..<Self.count {
            let text = (0..<mutator.number(below: 40)).map { _ in
                words[mutator.number(below: words.count)]
            }.joined()
            read(Array(("policy: 1\n" + text).utf8))
        }
    }

    @Test(
        "Large and deep texts cost little",
        arguments: [
            "policy: 1\nkinds: " + String(repeating: "[", count: 100_000),
            "policy: 1\nkinds: {" + (0..<9000).map { "k\($0): {}" }.joined(separator: ", ") + "}",
            "policy: 1\n" + (0..<9000).map { "k\($0): 1\n" }.joined(),
            "policy: 1\nrules: {" + (0..<9000).map { "a.b\($0): x" }.joined(separator: ", ") + "}",
            "policy: 1\nvocabulary: {credential: [" + String(repeating: "a b, ", count: 9000)
                + "]}",
            "policy: 1\noverlays: ["
                + String(repeating: "{when: {region: x}, targets: [y]}, ", count: 2000) + "]",
            "policy: 1\ntraits: {" + (0..<4000).map { "t\($0): [a]" }.joined(separator: ", ") + "}",
            "policy: 1\nextends: [" + String(repeating: "baseline, ", count: 9000) + "]",
            String(repeating: "a", count: 2 << 20),
            // Each unknown name has a hundred long ones that may be the nearest.
            manyNeighbours, manyTargets,
        ]
    )
    func large(text: String) {
        read(Array(text.utf8))
    }

    private static let manyTargets: String = {
        let targets: [String] = (0..<4000).map { "t\($0): {traits: {region: x}}" }
        return "policy: 1\ntargets: {" + targets.joined(separator: ", ") + "}"
    }()

    private static let manyNeighbours: String = {
        let contexts: [String] = (100..<200).map { "\(long)\($0): {states: [locked]}" }
        let names: [String] = (0..<9000).map { "\(long)x\($0)" }
        let text = "policy: 1\ncontexts: {" + contexts.joined(separator: ", ")
        return text + "}\nkinds: {a: {needed-by: [" + names.joined(separator: ", ") + "]}}"
    }()
}
