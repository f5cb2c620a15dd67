import AuditPolicy
import Testing

@Suite("Collections of traits")
struct TraitCollectionTests {
    @Test(
        "T-1 a collection is contained where all it specifies has that value; the empty one is in all",
        arguments: [
            (["configuration": "Debug"], ["configuration": "Debug", "region": "EU"], true),
            (["configuration": "Debug", "region": "EU"], ["configuration": "Debug"], false),
            (["configuration": "Debug"], ["configuration": "Release", "region": "EU"], false),
            ([:], [:], true), ([:], ["region": "EU"], true), (["region": "EU"], [:], false),
        ] as [(TraitCollection, TraitCollection, Bool)]
    )
    func containment(part: TraitCollection, whole: TraitCollection, isContained: Bool) {
        #expect(whole.contains(part) == isContained)
    }

    @Test("of collections that are merged the value that is specified last wins")
    func merging() {
        let merged = TraitCollection(
            merging: [["region": "EU", "target": "App"], [:], ["region": "US"]]
        )
        #expect(merged == ["region": "US", "target": "App"])
        #expect(TraitCollection(merging: []).isEmpty)
        #expect("\(merged)" == "region=US, target=App")
        #expect(TraitCollection(dictionaryLiteral: ("a", "1"), ("a", "2"))["a"] == "2")
    }

    @Test("traits flow from parent to child, whose unspecified ones come from above")
    func flow() {
        let tree: TraitCollection = ["region": "EU", "audience": "general"]
        let target = TraitCollection(merging: [tree, ["target": "Widget"]])
        let debug = TraitCollection(
            merging: [target, ["configuration": "Debug", "audience": "kids"]]
        )
        #expect(
            debug == [
                "region": "EU", "audience": "kids", "target": "Widget", "configuration": "Debug",
            ]
        )
        #expect(target["configuration"] == nil && debug.contains(["region": "EU"]))
    }
}
