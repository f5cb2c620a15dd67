import AuditFacts
import AuditPolicy
import ProtectionModel
import Testing

struct PolicyInheritanceTests {
    private static let base = """
        policy: 1
        default-class: c
        kinds:
          a: {about: one, class: c, keys: [x, y], backup: never}
        vocabulary: {credential: [door code]}
        rules: {store.class-none: note}
        """

    private static func policy(
        _ text: String,
        _ files: [String: String] = ["base.yml": base],
        under traits: TraitCollection = [:]
    ) throws -> Policy {
        try PolicyDesk(files: files).policy("policy: 1\n" + text, under: traits)
    }

    @Test("The later text wins key by key, and a kind field by field")
    func later() throws {
        let policy = try Self.policy(
            """
            extends: [base.yml]
            default-class: a
            kinds: {a: {class: a}, b: {}}
            rules: {store.log-personal: error}
            """
        )
        #expect(policy.sources == ["base.yml", "app.yml"])
        #expect(policy.defaultClass == .complete)
        #expect(policy.kinds.map(\.name) == ["a", "b"])
        #expect(policy.kinds[0].minimumClass == .complete && policy.kinds[0].about == "one")
        #expect(policy.kinds[0].keys == ["x", "y"] && !policy.kinds[0].mayBeBackedUp)
        #expect(policy.kinds[0].declaration?.path == "app.yml")
        #expect(policy.ruleLevels == ["store.class-none": .note, "store.log-personal": .error])
        #expect(policy.vocabulary.credential == ["door code"])
    }

    @Test(
        "A list adds; a mapping adds, removes or replaces",
        arguments: [
            ("[z, x]", ["x", "y", "z"]), ("{add: [z]}", ["x", "y", "z"]),
            ("{remove: [x]}", ["y"]), ("{add: [z], remove: [x, y]}", ["z"]),
            ("{only: [z]}", ["z"]), ("{only: []}", []), ("{add: [x], remove: [x]}", ["y", "x"]),
        ]
    )
    func lists(edit: String, keys: [String]) throws {
        let policy = try Self.policy("extends: [base.yml]\nkinds: {a: {keys: \(edit)}}")
        #expect(policy.kinds[0].keys == keys)
    }

    @Test("The states of a context are replaced, its lists added to")
    func contexts() throws {
        let policy = try Self.policy("contexts: {share: {states: [locked], background-modes: [x]}}")
        let share = try #require(policy.contexts.first { $0.name == "share" })
        #expect(share.states == [.locked] && share.runsLocked && share.backgroundModes == ["x"])
        #expect(share.extensionPoints.contains("com.apple.share-services"))
        #expect(policy.contexts.count == ExecutionContext.known.count)
    }

    @Test("Whatever extends a policy twice has it once, the outermost first")
    func diamond() throws {
        let policy = try Self.policy(
            "extends: [one/a.yml, two/b.yml, baseline]",
            [
                "one/a.yml": "policy: 1\nextends: [../base.yml, baseline]",
                "two/b.yml": "policy: 1\nextends: [./../two/.././base.yml]\ndefault-class: b",
                "base.yml": Self.base,
            ]
        )
        #expect(policy.sources == ["base.yml", "baseline", "one/a.yml", "two/b.yml", "app.yml"])
        #expect(policy.defaultClass == .completeUnlessOpen)
    }

    @Test("Of several roots the later wins")
    func roots() throws {
        let reader = PolicyReader(knownRules: nil) { _ in [] }
        let stack = try reader.read([
            PolicyText(.strict), PolicyText(file: "a.yml", Array(Self.base.utf8)),
            PolicyText(.baseline),
        ])
        #expect(stack.policy().sources == ["baseline", "strict", "a.yml"])
        #expect(stack.policy().defaultClass == .completeUntilFirstUserAuthentication)
    }

    @Test(
        "What cannot be extended is refused at its place",
        arguments: [
            ("[baselin]", "2:11: expected a shipped policy", "did you mean 'baseline'?"),
            ("[none.yml]", "2:11: cannot read 'none.yml'", ""),
            ("[../../x.yml]", "2:11: cannot read '../../x.yml'", ""),
            ("baseline", "2:10: expected a list", ""),
            ("['']", "2:11: expected 1 to 256 bytes", ""),
            ("[app.yml]", "in a circle: app.yml → app.yml", ""),
            ("[./x/../app.yml]", "in a circle", ""),
            ("[round.yml]", "round.yml:2:11: policies extend", "app.yml → round.yml → app.yml"),
            ("[wrong.yml]", "wrong.yml:1:9: expected the version 1", ""),
        ]
    )
    func refused(extends: String, message: String, advice: String) {
        let desk = PolicyDesk(files: [
            "round.yml": "policy: 1\nextends: [app.yml]", "wrong.yml": "policy: 3",
        ])
        let problems = desk.problems("policy: 1\nextends: \(extends)")
        #expect(problems.count == 1)
        #expect(problems.first?.contains(message) == true, "\(problems)")
        #expect(problems.first?.contains(advice) == true, "\(problems)")
    }

    @Test("Policies that extend each other without end are refused")
    func endless() {
        var files: [String: String] = [:]
        for number in 0..<200 {
            files["\(number).yml"] = "policy: 1\nextends: [\(number + 1).yml]"
        }
        let problems = PolicyDesk(files: files).problems("policy: 1\nextends: [0.yml]")
        #expect(problems.contains { $0.contains("too many policies extend one another") })
        let many = (0..<200).map { "\($0)a.yml" }
        for name in many { files[name] = "policy: 1" }
        let wide = "policy: 1\nextends: [\(many.joined(separator: ", "))]"
        #expect(!PolicyDesk(files: files).problems(wide).isEmpty)
    }

    private static let overlays = """
        traits: {flavour: [free, paid]}
        default-class: a
        overlays:
          - {when: {configuration: Debug}, default-class: c}
          - {when: {flavour: paid}, default-class: b, kinds: {k: {class: a}}}
          - {when: {configuration: Debug, region: EU}, default-class: none}
        """

    @Test(
        "An overlay holds when all its traits match; of several the last one given wins",
        arguments: [
            ([:], .complete), (["configuration": "Release"], .complete),
            (["configuration": "Debug"], .completeUntilFirstUserAuthentication),
            (["configuration": "Debug", "flavour": "paid"], .completeUnlessOpen),
            (["flavour": "free"], .complete), (["region": "EU"], .complete),
            (["configuration": "Debug", "flavour": "paid", "region": "EU"], .none),
            (["configuration": "debug"], .complete),
        ] as [(TraitCollection, ProtectionClass)]
    )
    func overlays(traits: TraitCollection, expected: ProtectionClass) throws {
        let policy = try Self.policy(Self.overlays, [:], under: traits)
        #expect(policy.defaultClass == expected)
        #expect(policy.kinds.count == (traits["flavour"] == "paid" ? 1 : 0))
    }

    @Test("The audience is a trait, the document's own unless one is given")
    func audience() throws {
        let base = """
            policy: 1
            overlays: [{when: {audience: kids}, default-class: a}]
            """
        let text = "extends: [base.yml]\naudience: kids"
        let kids = try Self.policy(text, ["base.yml": base])
        #expect(kids.audience == "kids" && kids.defaultClass == .complete)
        let all = try Self.policy(text, ["base.yml": base], under: ["audience": "general"])
        #expect(all.audience == "general" && all.defaultClass == nil)
    }

    @Test("A text that extends another wins over its overlays")
    func overBase() throws {
        let base = "policy: 1\noverlays: [{when: {region: EU}, default-class: a}]"
        let text = "extends: [base.yml]\ndefault-class: c"
        let policy = try Self.policy(text, ["base.yml": base], under: ["region": "EU"])
        #expect(policy.defaultClass == .completeUntilFirstUserAuthentication)
    }

    @Test(
        "A trait that nobody declares, or with a value it never has, is reported",
        arguments: [
            ("flavor", "free", "unknown trait 'flavor'"),
            ("flavour", "cheap", "'flavour' cannot be 'cheap'; it may be: free, paid"),
            ("audience", "all", "it may be: general, kids"),
        ]
    )
    func complaints(name: String, value: String, message: String) throws {
        let stack = try PolicyDesk().stack("policy: 1\n" + Self.overlays)
        #expect(stack.complaint(aboutTrait: name, value: value)?.contains(message) == true)
        #expect(stack.complaint(aboutTrait: "flavour", value: "paid") == nil)
        #expect(stack.complaint(aboutTrait: "target", value: "anything") == nil)
    }
}
