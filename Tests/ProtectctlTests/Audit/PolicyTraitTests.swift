import Testing

@Suite("Traits of policies from the command line")
struct PolicyTraitTests {
    private static let policy = """
        policy: 1
        traits: {edition: [home, work]}
        kinds: {mail: {class: c}, drafts: {class: c}}
        overlays:
          - {when: {region: EU}, kinds: {mail: {class: a}, drafts: absent}}
          - {when: {edition: work}, kinds: {mail: {needed-by: [voip]}}}

        """

    private func desk(_ files: [String: String] = [:]) throws -> Desk {
        let desk = try Desk()
        try desk.text(Self.policy, in: "a.yml")
        for (name, text) in files { try desk.text(text, in: name) }
        return desk
    }

    private func last(_ output: String) -> String {
        output.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test("T-1 show ends with what is unspecified and the overlays that wait for it")
    func unspecified() throws {
        let desk = try desk()
        #expect(
            last(try desk.must("policy show a.yml").output)
                == "unspecified: configuration, edition, region, target;"
                + " overlays 1 and 2 of a.yml wait for them"
        )
        #expect(
            last(try desk.must("policy show a.yml --trait edition=home").output)
                == "unspecified: configuration, region, target; overlay 1 of a.yml waits for them"
        )
        let all = "--trait edition=home --trait region=EU --trait configuration=x --trait target=y"
        #expect(last(try desk.must("policy show a.yml \(all)").output) == "unspecified: no trait")
        #expect(
            last(try desk.must("policy show").output)
                == "unspecified: configuration, region, target; no overlay waits for them"
        )
        let json = try desk.must("policy show a.yml --json --trait edition=home").output
        #expect(json.contains(#""traits":{"audience":"general","edition":"home"}"#))
        #expect(json.contains(#""unspecifiedTraits":["configuration","region","target"]"#))
        #expect(
            json.contains(
                #""waitingOverlays":[{"overlay":{"line":5,"number":1,"path":"a.yml"},"#
                    + #""traits":["region"]}]"#
            )
        )
    }

    @Test("of a trait that is given twice the last value wins")
    func twice() throws {
        let words = "policy show a.yml --json --trait region=EU --trait region=US"
        #expect(try desk().must(words).output.contains(#""region":"US""#))
    }

    @Test("T-3 show says which traits a target has, and shows them with the target")
    func forced() throws {
        let desk = try desk([
            "b.yml": "policy: 1\naudience: kids\ntargets: {W: {traits: {audience: general}}}\n"
        ])
        let shown = try desk.must("policy show b.yml").output
        #expect(shown.contains("\ntraits of W       audience=general\n"))
        let widget = try desk.must("policy show b.yml --trait target=W --trait audience=kids")
        #expect(widget.output.contains("\naudience          general\n"))
        let json = try desk.must("policy show b.yml --json").output
        #expect(json.contains(#""forcedTraits":{"W":{"audience":"general"}}"#))
    }

    @Test(
        "T-5 diff says what differs between collections of traits, and nothing of one with itself"
    )
    func difference() throws {
        let desk = try desk()
        let words = "policy diff a.yml --trait region=EU --"
        let same = try desk.must("\(words) --trait region=EU")
        #expect(same.output.isEmpty && same.talk.contains("nothing differs"))
        let lines = try desk.must("\(words) --trait=region=US").output.split(separator: "\n")
        #expect(
            lines.map { $0.split(separator: " ").joined(separator: " ") }[0]
                == "a.yml, region=EU region=US"
        )
        let mail = try #require(lines.first { $0.hasPrefix("kinds.mail.class") })
        #expect(
            mail.split(separator: " ")
                == ["kinds.mail.class", "complete", "complete-until-first-user-authentication"]
        )
        #expect(lines.contains { $0.hasPrefix("kinds.drafts ") && $0.contains("there") })
    }

    @Test("T-5 diff compares two policies, and a collection with none")
    func differentPolicies() throws {
        let desk = try desk(["b.yml": Self.policy.replacing("mail: {class: c}", with: "mail: {}")])
        let files = try desk.must("policy diff a.yml -- b.yml").output
        #expect(files.hasPrefix("                  a.yml"), "\(files)")
        #expect(files.split(separator: "\n").count == 2)
        let none = try desk.must("policy diff -- a.yml --trait edition=work")
        #expect(none.output.contains("kinds.mail.needed-by  -          voip"), "\(none.output)")
        let json = try desk.must("policy diff --json a.yml -- b.yml").output
        #expect(
            json == #"{"differences":[{"left":"complete-until-first-user-authentication","#
                + #""path":["kinds","mail","class"],"right":null}],"leftTraits":{},"#
                + #""rightTraits":{},"version":1}"# + "\n"
        )
    }

    @Test(
        "T-5 diff refuses what makes no sense",
        arguments: [
            ("policy diff a.yml", 64, "nothing to compare with"),
            ("policy diff a.yml --", 64, "nothing to compare with"),
            ("policy diff a.yml -- --trait", 64, "--trait needs a value"),
            ("policy diff a.yml -- --trait region", 64, "'region' is not a trait"),
            ("policy diff a.yml -- --trait edition=wrok", 64, "did you mean 'work'?"),
            ("policy diff a.yml --trait flavour=x -- b", 64, "unknown trait 'flavour'"),
            ("policy diff a.yml -- --json", 64, "'--json' cannot stand behind '--'"),
            ("policy diff a.yml -- none.yml", 65, "'none.yml' cannot be read"),
        ]
    )
    func refused(words: String, status: Int, message: String) throws {
        let desk = try desk()
        try desk.text(Self.policy, in: "b")
        let run = try desk.run(words.replacing("-- b", with: "-- ./b"))
        #expect(run.status == status && run.output.isEmpty, "\(run.output)\(run.talk)")
        #expect(run.talk.contains(message), "\(run.talk)")
    }

    @Test("T-6 check --all-traits names both overlays and the combination")
    func combinations() throws {
        let desk = try desk(["good.yml": "policy: 1\n"])
        #expect(try desk.must("policy check a.yml").output == "a.yml: good\n")
        let all = try desk.run("policy check --all-traits a.yml good.yml")
        #expect(all.status == 65)
        #expect(
            all.output == "a.yml:6:37: 'mail' is complete, and voip cannot reach it while locked"
                + " under edition=work, region=EU, by overlays 1 and 2 of a.yml\n"
                + "good.yml: good, under 1 combination of traits\n"
        )
        let json = try desk.run("policy check --all-traits a.yml --json").output
        #expect(json.contains(#""combinations":4"#))
        #expect(json.contains(#""traits":{"edition":"work","region":"EU"}"#))
        #expect(json.contains(#"{"line":6,"number":2,"path":"a.yml"}"#))
    }

    @Test("T-6 more combinations than are tried are refused with their number, others are checked")
    func tooMany() throws {
        let names = (0..<13).map { "t\($0)" }
        let desk = try desk([
            "many.yml": "policy: 1\ntraits: {"
                + names.map { "\($0): [a, b]" }.joined(separator: ", ") + "}\noverlays:\n"
                + names.map { "  - {when: {\($0): a}, default-class: a}\n" }.joined()
        ])
        #expect(try desk.must("policy check many.yml").output == "many.yml: good\n")
        let run = try desk.run("policy check --all-traits many.yml baseline")
        #expect(run.status == 64, "\(run.talk)")
        #expect(run.output == "baseline: good, under 1 combination of traits\n")
        #expect(run.talk.contains("'many.yml' has 8192 combinations of traits, more than the 4096"))
    }

    private static let project = """
        name: Example
        targets:
          App: {type: application, platform: iOS, sources: [App]}

        """

    @Test("T-7 a misspelt configuration is refused with a suggestion when a tree is audited")
    func misspelt() throws {
        let desk = try desk(["project.yml": Self.project])
        try desk.shell("mkdir App; echo 'struct App {}' > App/App.swift")
        let run = try desk.run("audit . --policy a.yml --trait configuration=Debgu")
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(
            run.talk.contains(
                "error: no configuration of the audited sources is 'Debgu'; there are: Debug,"
                    + " Release; did you mean 'Debug'?"
            ),
            "\(run.talk)"
        )
        #expect(try desk.run("audit . --policy a.yml --trait target=Ap").status == 64)
        let right = "audit . --policy a.yml --trait configuration=Debug --trait target=App"
        #expect(try desk.run(right + " --fail-on never").status == 0)
        let json = try desk.run("audit . --json --trait configuration=Debgu")
        #expect(json.talk.contains(#""code":"invalid-argument""#))
    }

    @Test("T-7 without a tree the values that overlays name are told")
    func remarks() throws {
        let desk = try desk()
        let run = try desk.must("policy show a.yml --trait region=EUR")
        #expect(
            run.talk.contains(
                "no overlay asks for region=EUR; overlays ask for: EU; did you mean 'EU'?"
            )
        )
        #expect(try desk.must("policy show a.yml --trait region=EUR --quiet").talk.isEmpty)
        #expect(try desk.must("policy show a.yml --trait region=EU").talk.isEmpty)
    }

    @Test("T-2 an audit judges each finding under its target's traits")
    func cascade() throws {
        let desk = try desk([
            "project.yml": Self.project + """
                  Widget: {type: app-extension, platform: iOS, sources: [Widget]}

                """,
            "p.yml":
                "policy: 1\noverlays: [{when: {target: Widget}, rules: {store.class-none: note}}]",
        ])
        let source =
            "func save(_ data: Data, to url: URL) throws {\n"
            + "    try data.write(to: url, options: .noFileProtection)\n}\n"
        try desk.shell("mkdir App Widget")
        try desk.text(source, in: "App/a.swift")
        try desk.text(source, in: "Widget/b.swift")
        let words = "audit . --policy p.yml --rule store.class-none"
        let run = try desk.run("\(words) --format gitlab")
        #expect(run.status == 1)
        let widget = try desk.run("\(words) --trait target=Widget")
        #expect(widget.status == 0, "\(widget.output)\(widget.talk)")
        #expect(try desk.run("\(words) --trait target=App").status == 1)
        try desk.shell("rm App/a.swift; echo 'struct App {}' > App/a.swift")
        #expect(try desk.run(words).status == 0)
    }
}
