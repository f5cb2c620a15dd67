import Testing

@Suite("Policies from the command line")
struct PolicyTests {
    private func desk(_ files: [String: String] = [:]) throws -> Desk {
        let desk = try Desk()
        for (name, text) in files { try desk.text(text, in: name) }
        return desk
    }

    @Test("what init writes can be read and shown, and is never written over")
    func starter() throws {
        let desk = try desk()
        #expect(try desk.must("policy init").output.isEmpty)
        #expect(try desk.must("policy check .protectctl.yml").output == ".protectctl.yml: good\n")
        #expect(
            try desk.must("policy show").output.hasPrefix("policy            baseline, .protect")
        )
        let again = try desk.run("policy init")
        #expect(again.status == 73 && again.talk.contains("'.protectctl.yml' exists already"))
        #expect(try desk.must("policy init other.yml --quiet").talk.isEmpty)
        let nowhere = try desk.run("policy init none/a.yml")
        #expect(nowhere.status == 66)
        #expect(nowhere.talk.contains("cannot write 'none/a.yml': No such file or directory"))
        let shown = try desk.must("policy init -")
        #expect(try desk.text(of: "other.yml") == shown.output)
        #expect(shown.talk.isEmpty && !desk.exists("-"))
    }

    @Test(
        "shipped policies are good",
        arguments: [
            "baseline", "strict", "messaging", "health", "kids-and-media",
        ]
    )
    func shipped(_ name: String) throws {
        #expect(try desk().must("policy check \(name)").output == "\(name): good\n")
    }

    @Test("all that is wrong is reported with its place, and the good ones are named too")
    func wrong() throws {
        let desk = try desk([
            "bad.yml": "policy: 1\nkinds: {a: {class: x}}\nrules: {no.such: off}\n",
            "child.yml": "policy: 1\nextends: [bad.yml]\n", "good.yml": "policy: 1\n",
        ])
        let result = try desk.run("policy check good.yml child.yml")
        #expect(result.status == 65)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == "good.yml: good")
        #expect(lines[1].hasPrefix("bad.yml:2:20: expected a protection class: complete, "))
        #expect(lines[2].hasPrefix("bad.yml:3:9: expected the id of a rule, found "))
        let show = try desk.run("policy show child.yml")
        #expect(show.status == 65 && show.output.isEmpty)
        #expect(show.talk.contains("error: bad.yml:2:20: ") && show.talk.contains("(and 1 more)"))
    }

    @Test("a file that cannot be opened ends with 65 as a wrong one does, others are checked")
    func missing() throws {
        let desk = try desk(["bad.yml": "policy: 2", "good.yml": "policy: 1"])
        let result = try desk.run("policy check none.yml good.yml")
        #expect(result.status == 65 && result.output == "good.yml: good\n")
        #expect(result.talk.contains("none.yml"))
        #expect(try desk.run("policy check none.yml bad.yml").status == 65)
        #expect(try desk.run("policy check").status == 64)
        #expect(try desk.run("policy show none.yml").status == 65)
        #expect(try desk.run("policy show nonsense").status == 65)
    }

    @Test("problems as JSON")
    func checkDocument() throws {
        let desk = try desk(["bad.yml": "policy: 2"])
        let result = try desk.run("policy check bad.yml --json")
        #expect(result.status == 65)
        #expect(
            result.output == #"{"policies":[{"path":"bad.yml","problems":[{"column":9,"line":1,"#
                + #""message":"expected the version 1, found '2'","path":"bad.yml"}]}],"version":1}"#
                + "\n"
        )
    }

    @Test("without a policy the shipped baseline is shown")
    func baseline() throws {
        let output = try desk().must("policy show").output
        #expect(output.hasPrefix("policy            baseline\n"))
        #expect(output.contains("\nWhen contexts run\nforeground "))
        #expect(!output.contains("contradiction"))
    }

    @Test("a policy that contradicts itself shows where")
    func contradiction() throws {
        let desk = try desk(["a.yml": "policy: 1\nkinds: {a: {class: a, needed-by: [voip, share]}}"]
        )
        let lines = try desk.must("policy show a.yml").output.split(separator: "\n")
        let voip = try #require(lines.first { $0.hasPrefix("a     voip") })
        #expect(
            voip.split(separator: " ") == ["a", "voip", "-", "yes", "yes", "no", "contradiction"]
        )
        let share = try #require(lines.first { $0.hasPrefix("a     share") })
        #expect(share.split(separator: " ") == ["a", "share", "-", "yes", "yes", "-"])
    }

    @Test("traits select overlays; those that nobody declares are refused")
    func traits() throws {
        let desk = try desk([
            "a.yml": "policy: 1\ntraits: {flavour: [paid]}\noverlays: [{when: {flavour: paid, "
                + "configuration: Debug}, default-class: a}]\n"
        ])
        let words = "policy show a.yml --json"
        let both = try desk.must("\(words) --trait flavour=paid --trait configuration=Debug").output
        #expect(both.contains(#""defaultClass":"complete""#))
        let one = try desk.must("\(words) --trait flavour=paid").output
        #expect(one.contains(#""defaultClass":null"#))
        for trait in ["flavour=free", "flavor=paid", "flavour", "=paid", "flavour="] {
            #expect(try desk.run("\(words) --trait \(trait)").status == 64, "\(trait)")
        }
    }

    @Test("the effective policy as JSON has the access matrix")
    func showDocument() throws {
        let desk = try desk(["a.yml": "policy: 1\nkinds: {a: {class: b, needed-by: [audio]}}"])
        let output = try desk.must("policy show baseline a.yml --json").output
        #expect(output.contains(#""policy":["baseline","a.yml"]"#))
        #expect(
            output.contains(
                #"{"access":"open-handles-only","class":"complete-unless-open","context":"audio","#
                    + #""contradiction":true,"kind":"a","needed":true,"state":"locked"}"#
            )
        )
    }
}
