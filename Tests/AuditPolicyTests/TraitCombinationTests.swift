import AuditPolicy
import Documents
import Testing

@Suite("Every combination of traits")
struct TraitCombinationTests {
    private static func combinations(
        _ text: String,
        _ files: [String: String] = [:]
    ) throws -> TraitCombinations {
        TraitCombinations(of: try PolicyDesk(files: files).stack("policy: 1\n" + text))
    }

    private static let together = """
        traits: {edition: [home, work]}
        kinds: {mail: {class: c}}
        overlays:
          - {when: {configuration: Debug}, rules: {store.class-none: off}}
          - {when: {region: EU}, kinds: {mail: {class: a}}}
          - {when: {edition: work}, kinds: {mail: {needed-by: [voip]}}}
        """

    @Test("T-6 two overlays, each sound, that contradict each other together are both named")
    func together() throws {
        let combinations = try Self.combinations(Self.together)
        // Debug and another, EU and another, home and work.
        #expect(combinations.count == 8)
        let found = combinations.contradictions()
        try #require(found.count == 1)
        #expect(found[0].message == "'mail' is complete, and voip cannot reach it while locked")
        #expect(found[0].overlays.map(\.number) == [2, 3])
        #expect(found[0].traits == ["region": "EU", "edition": "work"])
        #expect(found[0].file == "app.yml" && found[0].place.line == 7)
    }

    @Test("T-6 a context that one overlay takes out and a later one needs is a contradiction")
    func absent() throws {
        let found = try Self.combinations(
            """
            kinds: {mail: {class: c}}
            overlays:
              - {when: {region: EU}, contexts: {voip: absent}}
              - {when: {configuration: Debug}, kinds: {mail: {needed-by: [voip]}}}
              - {when: {target: App}, contexts: {voip: absent}}
            """
        ).contradictions()
        #expect(found.map { $0.overlays.map(\.number) } == [[1, 2]])
        #expect(found.map(\.traits) == [["region": "EU", "configuration": "Debug"]])
        #expect(found.allSatisfy { $0.message.hasPrefix("expected an execution context") })
    }

    @Test("T-6 what no overlay causes is named without one, and what one causes with it alone")
    func alone() throws {
        let base = try Self.combinations("kinds: {mail: {class: a, needed-by: [voip]}}")
        #expect(base.count == 1)
        #expect(base.contradictions().map(\.overlays) == [[]])
        #expect(base.contradictions().map(\.traits) == [[:]])
        #expect(base.contradictions().map(\.place.column) == [9])
        let one = try Self.combinations(
            """
            kinds: {mail: {class: c, needed-by: [voip]}}
            overlays:
              - {when: {region: EU}, kinds: {mail: {class: a}}}
              - {when: {configuration: Debug}, default-class: a}
            """
        ).contradictions()
        #expect(one.map { $0.overlays.map(\.number) } == [[1]])
        #expect(one.map(\.traits) == [["region": "EU"]])
    }

    @Test("T-6 what is sound under all values and not without any is found")
    func none() throws {
        let found = try Self.combinations(
            """
            traits: {edition: [home, work]}
            kinds: {mail: {class: a, needed-by: [voip]}}
            overlays:
              - {when: {edition: home}, kinds: {mail: {class: c}}}
              - {when: {edition: work}, kinds: {mail: {class: c}}}
            """
        ).contradictions()
        #expect(found.map(\.overlays) == [[]] && found.map(\.traits) == [[:]])
    }

    @Test("T-6 overlays that agree, or want the same gone, contradict nothing")
    func sound() throws {
        let found = try Self.combinations(
            """
            kinds: {mail: {class: c, keys: [a], needed-by: [voip]}, drafts: {}}
            overlays:
              - {when: {region: EU}, kinds: {drafts: absent, mail: {keys: {remove: [a]}}}}
              - {when: {target: App}, kinds: {drafts: absent, mail: {keys: {remove: [a]}}}}
              - {when: {audience: kids}, kinds: {mail: {class: a, needed-by: {only: []}}}}
            """
        ).contradictions()
        #expect(found.isEmpty)
    }

    @Test("T-6 an overlay that mends what two others break keeps the whole combination")
    func mended() throws {
        let found = try Self.combinations(
            """
            kinds: {mail: {class: c}}
            overlays:
              - {when: {region: EU}, kinds: {mail: {class: a}}}
              - {when: {target: App}, kinds: {mail: {needed-by: [voip]}}}
              - {when: {region: EU, target: App}, kinds: {mail: {class: c}}}
            """
        ).contradictions()
        #expect(found.isEmpty)
    }

    @Test("T-6 the overlays of a policy that is extended count, with the traits a target has")
    func extended() throws {
        let base = """
            policy: 1
            kinds: {mail: {class: c}}
            overlays: [{when: {audience: general}, kinds: {mail: {class: a}}}]
            """
        let found = try Self.combinations(
            """
            extends: [base.yml]
            audience: kids
            targets: {Widget: {traits: {audience: general}}}
            overlays: [{when: {target: Widget}, kinds: {mail: {needed-by: [voip]}}}]
            """,
            ["base.yml": base]
        ).contradictions()
        #expect(found.map { $0.overlays.map(\.file) } == [["base.yml", "app.yml"]])
        #expect(found[0].traits["target"] == "Widget")
    }

    @Test("T-6 too many combinations are counted", arguments: [12, 13, 80])
    func tooMany(traits: Int) throws {
        let names = (0..<traits).map { "t\($0)" }
        let combinations = try Self.combinations(
            "traits: {\(names.map { "\($0): [a, b]" }.joined(separator: ", "))}\noverlays:\n"
                + names.map { "  - {when: {\($0): a}, default-class: a}\n" }.joined()
        )
        #expect(combinations.count == (traits < 63 ? 1 << traits : .max))
        if traits == 12 { #expect(combinations.contradictions().isEmpty) }
    }
}
