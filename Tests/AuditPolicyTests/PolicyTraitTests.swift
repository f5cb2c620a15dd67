import AuditFacts
import AuditPolicy
import Documents
import ProtectionModel
import Testing

@Suite("Traits in policies")
struct PolicyTraitTests {
    private static func stack(
        _ text: String,
        _ files: [String: String] = [:]
    ) throws -> PolicyStack {
        try PolicyDesk(files: files).stack("policy: 1\n" + text)
    }

    // MARK: Partial and full

    private static let waiting = """
        traits: {edition: [home, work]}
        overlays:
          - {when: {edition: work}, default-class: a}
          - {when: {configuration: Debug, edition: home}, default-class: b}
          - {when: {region: EU}, default-class: c}
        """

    @Test("T-1 a collection is partial or full: what is unspecified is told, and what waits for it")
    func unspecified() throws {
        let stack = try Self.stack(Self.waiting)
        #expect(stack.unspecified(under: [:]) == ["configuration", "edition", "region", "target"])
        #expect(stack.waiting(under: [:]).map(\.reference.number) == [1, 2, 3])
        let home = stack.waiting(under: ["edition": "home"])
        #expect(home.map(\.reference.number) == [2, 3])
        #expect(home.map(\.traits) == [["configuration"], ["region"]])
        #expect(home.map(\.reference.place.line) == [5, 6])
        let full: TraitCollection = [
            "configuration": "Debug", "edition": "home", "region": "US", "target": "App",
        ]
        #expect(stack.unspecified(under: full).isEmpty && stack.waiting(under: full).isEmpty)
    }

    @Test("overlays are counted in each file by itself")
    func counted() throws {
        let base = "policy: 1\noverlays: [{when: {region: EU}, default-class: a}]"
        let stack = try Self.stack(
            "extends: [base.yml]\noverlays: [{when: {region: US}, default-class: b}]",
            ["base.yml": base]
        )
        let references = stack.waiting(under: [:]).map(\.reference)
        #expect(references.map(\.file) == ["base.yml", "app.yml"])
        #expect(references.map(\.number) == [1, 1])
    }

    // MARK: Forced traits

    private static let forced = """
        audience: kids
        targets:
          add: [App]
          Widget: {traits: {audience: general, region: EU}}
        overlays:
          - {when: {audience: general}, default-class: c}
          - {when: {audience: kids}, default-class: a}
          - {when: {region: EU}, passcode: {required: true}}
        """

    @Test("T-3 a forced trait beats one that is asked for, which beats the document's own")
    func precedence() throws {
        let stack = try Self.stack(Self.forced)
        #expect(stack.policy().audience == "kids" && stack.policy().defaultClass == .complete)
        let asked = stack.policy(under: ["audience": "general"])
        #expect(asked.audience == "general" && !asked.passcode.isRequired)
        let widget = stack.policy(
            under: ["audience": "kids", "region": "US"],
            at: ["target": "Widget"]
        )
        #expect(widget.audience == "general" && widget.passcode.isRequired)
        #expect(widget.defaultClass == .completeUntilFirstUserAuthentication)
        #expect(stack.policy(under: ["target": "Widget"]) == widget)
        // What is asked for beats what flows from the place.
        #expect(stack.policy(under: ["target": "App"], at: ["target": "Widget"]).audience == "kids")
    }

    @Test("T-3 naming a target with traits lists no target; a later text wins trait by trait")
    func forcedInheritance() throws {
        let base = "policy: 1\ntargets: {Widget: {traits: {audience: kids, region: EU}}}"
        let stack = try Self.stack(
            "extends: [base.yml]\ntargets: {Widget: {traits: {audience: general}}}",
            ["base.yml": base]
        )
        let policy = stack.policy()
        #expect(policy.targets.isEmpty)
        #expect(policy.forcedTraits == ["Widget": ["audience": "general", "region": "EU"]])
        #expect(policy.targetPlaces["Widget"]?.path == "app.yml")
        #expect(stack.traits(under: ["target": "Widget"])["region"] == "EU")
    }

    @Test("a target may be called as an edit of the list is")
    func targetsCalledAdd() throws {
        let policy = try Self.stack(
            "targets: {add: {traits: {region: EU}}, remove: {traits: {region: US}}}"
        )
        .policy()
        #expect(policy.forcedTraits.keys.sorted() == ["add", "remove"] && policy.targets.isEmpty)
    }

    @Test(
        "T-3 traits of a target that make no sense are refused at their place",
        arguments: [
            (
                "{W: {traits: {audeince: kids}}}", "2:24: expected a trait",
                "did you mean 'audience'?"
            ),
            ("{W: {traits: {audience: kid}}}", "2:34: expected a value of 'audience'", "'kids'?"),
            ("{W: {traits: {}}}", "2:23: expected at least one trait", ""),
            ("{W: {}}", "2:14: missing key 'traits'", ""),
            ("{W: {trait: {region: EU}}}", "unknown key 'trait'", "did you mean 'traits'?"),
            ("{W: {traits: {target: App}}}", "2:24: a target has its own name", ""),
            ("{W: kids}", "2:11: unknown key 'W'", "known keys: add, only, remove"),
        ]
    )
    func badForced(targets: String, message: String, advice: String) {
        let problems = PolicyDesk().problems("policy: 1\ntargets: \(targets)")
        #expect(problems.contains { $0.contains(message) && $0.contains(advice) }, "\(problems)")
    }

    @Test("T-3 an overlay, which traits select, cannot set traits")
    func forcedInOverlay() {
        let problems = PolicyDesk().problems(
            "policy: 1\noverlays: [{when: {region: EU}, targets: {W: {traits: {region: US}}}}]"
        )
        #expect(
            problems.map { $0.contains("2:43: an overlay, which traits select, cannot") } == [true]
        )
    }

    // MARK: Exclusion

    private static let excluding = """
        policy: 1
        kinds:
          drafts: {class: a, paths: ["*.draft"], needed-by: [widget]}
          mail: {class: c, paths: ["*"]}
        overlays:
          - {when: {region: EU}, kinds: {drafts: absent}}
          - {when: {region: US}, contexts: {widget: absent}}
        """

    @Test(
        "T-4 exclusion: an absent kind matches no file and is not in the matrix; it is for all others"
    )
    func absentKind() throws {
        let stack = try PolicyDesk().stack(Self.excluding)
        let without = stack.policy(under: ["region": "EU"])
        #expect(without.kinds.map(\.name) == ["mail"])
        #expect(without.kind(ofDevicePath: "/Documents/a.draft")?.name == "mail")
        #expect(!AccessMatrix(of: without).rows.contains { $0.kind == "drafts" })
        for traits in [[:], ["region": "US"]] as [TraitCollection] {
            let policy = stack.policy(under: traits)
            #expect(policy.kind(ofDevicePath: "/Documents/a.draft")?.name == "drafts")
            #expect(AccessMatrix(of: policy).rows.contains { $0.kind == "drafts" })
        }
    }

    @Test("T-4 nothing is needed by an absent context")
    func absentContext() throws {
        let policy = try PolicyDesk().stack(Self.excluding).policy(under: ["region": "US"])
        #expect(!policy.contexts.contains { $0.name == "widget" })
        #expect(policy.kinds[0].neededBy.isEmpty)
        #expect(AccessMatrix(of: policy).contradictions.isEmpty)
    }

    @Test("T-4 a text that extends the policy and names it again brings it back as it was")
    func broughtBack() throws {
        let desk = PolicyDesk(files: ["base.yml": Self.excluding])
        let text = "policy: 1\nextends: [base.yml]\n"
        let kind = try desk.policy(
            text + "kinds: {drafts: {backup: never}}",
            under: ["region": "EU"]
        )
        #expect(kind.kinds.map(\.name) == ["drafts", "mail"])
        #expect(kind.kinds[0].minimumClass == .complete && !kind.kinds[0].mayBeBackedUp)
        let context = try desk.policy(text + "contexts: {widget: {}}", under: ["region": "US"])
        #expect(context.contexts.contains { $0.name == "widget" && !$0.states.isEmpty })
        #expect(context.kinds[0].neededBy == ["widget"])
        let gone = try desk.policy(text + "kinds: {drafts: absent}")
        #expect(gone.kinds.map(\.name) == ["mail"])
    }

    @Test(
        "T-4 what is not there cannot be taken out",
        arguments: [
            (
                "kinds: {draft: absent}", "2:9: cannot remove the kind 'draft': it is not defined",
                "'drafts'?"
            ),
            (
                "contexts: {widgets: absent}", "2:12: cannot remove the context 'widgets'",
                "'widget'?"
            ),
            ("kinds: {drafts: abcent}", "2:17: expected a mapping, or absent", "did you mean"),
            (
                "overlays: [{when: {region: EU}, kinds: {other: absent}}]",
                "2:41: cannot remove the kind 'other': it is not defined", ""
            ),
            (
                "contexts: {widget: absent}\nkinds: {mail: {needed-by: [widget]}}",
                "execution context", ""
            ),
            (
                "kinds: {drafts: absent}\noverlays: [{when: {region: EU}, kinds: {drafts: absent}}]",
                "3:41: cannot remove the kind 'drafts'", ""
            ),
        ]
    )
    func notThere(text: String, message: String, advice: String) {
        let problems = PolicyDesk(files: ["base.yml": Self.excluding])
            .problems("policy: 1\n\(text)\nextends: [base.yml]")
        #expect(problems.count == 1)
        #expect(problems.contains { $0.contains(message) && $0.contains(advice) }, "\(problems)")
    }

    // MARK: Differences

    @Test(
        "T-5 the difference of a collection with itself is empty",
        arguments: [
            [:], ["region": "EU"], ["region": "US", "configuration": "Debug"],
        ] as [TraitCollection]
    )
    func same(traits: TraitCollection) throws {
        let stack = try PolicyDesk().stack(Self.excluding)
        let policy = stack.policy(under: traits)
        #expect(PolicyDifference.all(from: policy, to: stack.policy(under: traits)).isEmpty)
    }

    @Test("T-5 what differs between two collections is told key by key, of lists word by word")
    func difference() throws {
        let stack = try Self.stack(
            """
            kinds: {mail: {class: c, paths: [a, b]}, drafts: {}}
            overlays:
              - when: {region: EU}
                kinds: {mail: {class: a, paths: {add: [c], remove: [a]}}, drafts: absent}
                rules: {store.class-none: off}
                passcode: {minimum-length: 6}
            """
        )
        let eu = stack.policy(under: ["region": "EU"])
        let us = stack.policy(under: ["region": "US"])
        let differences = PolicyDifference.all(from: us, to: eu)
        let found = Dictionary(
            differences.map { ($0.path.joined(separator: "."), [$0.left, $0.right]) }
        ) { first, _ in first }
        #expect(
            found["kinds.mail.class"] == [
                .text("complete-until-first-user-authentication"), .text("complete"),
            ]
        )
        #expect(found["kinds.mail.paths"] == [.words(["a"]), .words(["c"])])
        #expect(found["kinds.drafts"] == [.text("there"), .text("absent")])
        #expect(found["rules.store.class-none"] == [nil, .text("off")])
        #expect(found["passcode.minimum-length"] == [nil, .text("6")])
        #expect(found["kinds.mail.about"] == nil && found["audience"] == nil)
        #expect(found["kinds.drafts.sensitivity"] == nil)
        #expect(PolicyDifference.all(from: eu, to: us).count == differences.count)
    }

    // MARK: Values

    @Test("T-7 a value that the audited sources do not have is refused, with the nearest")
    func known() throws {
        let stack = try Self.stack(Self.waiting)
        let known = ["configuration": Set(["Debug", "Release"]), "target": Set<String>()]
        func complaint(_ name: String, _ value: String) -> String? {
            stack.complaint(aboutTrait: name, value: value, known: known)
        }
        #expect(complaint("configuration", "Release") == nil)
        #expect(
            complaint("configuration", "Debgu")
                == "no configuration of the audited sources is 'Debgu'; there are: Debug, Release;"
                + " did you mean 'Debug'?"
        )
        // What the overlays ask for is not said to be there.
        let other = try Self.stack("overlays: [{when: {configuration: Debgu}, default-class: a}]")
        let message = other.complaint(aboutTrait: "configuration", value: "Debgv", known: known)
        #expect(message?.hasSuffix("there are: Debug, Release; did you mean 'Debug'?") == true)
        #expect(complaint("target", "anything") == nil && complaint("region", "XX") == nil)
        #expect(complaint("edition", "wrok")?.hasSuffix("did you mean 'work'?") == true)
        #expect(complaint("edtion", "work")?.hasSuffix("did you mean 'edition'?") == true)
    }

    @Test("T-7 without sources the values that overlays name are told")
    func remarks() throws {
        let stack = try Self.stack(Self.waiting)
        #expect(stack.remark(aboutTrait: "configuration", value: "Debug") == nil)
        #expect(stack.remark(aboutTrait: "edition", value: "home") == nil)
        #expect(
            stack.remark(aboutTrait: "configuration", value: "Debgu")
                == "no overlay asks for configuration=Debgu; overlays ask for: Debug;"
                + " did you mean 'Debug'?"
        )
        #expect(
            stack.remark(aboutTrait: "target", value: "App") == "no overlay asks for target=App"
        )
    }
}
