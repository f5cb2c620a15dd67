import Testing

@Suite("The policy of an audit")
struct AuditPolicyTests {
    private static let bad = """
        func save(_ data: Data, to url: URL) throws {
            try data.write(to: url, options: .noFileProtection)
        }

        """

    /// A desk with a bad source in `App`, a policy that makes little of it, and `files`.
    private func desk(_ files: [String: String] = [:]) throws -> Desk {
        let desk = try Desk()
        try desk.shell("mkdir -p App/more Kit")
        try desk.text(Self.bad, in: "App/a.swift")
        try desk.text("policy: 1\nrules: {store.class-none: note}\n", in: "p.yml")
        for (name, text) in files { try desk.text(text, in: name) }
        return desk
    }

    @Test(
        "that is only found is a regular file of the audited folder, as what it extends is",
        arguments: [
            ("mkfifo App/.protectctl.yml", "it is not a regular file"),
            ("mkdir App/.protectctl.yml", "it is not a regular file"),
            ("ln -s ../p.yml App/.protectctl.yml", "a symbolic link, which is not followed"),
            ("extend ../p.yml", "p.yml', which is not below its folder"),
            ("extend \"$PWD/p.yml\"", "p.yml', which is not below its folder"),
            ("extend ./link.yml; ln -s ../p.yml App/link.yml", "link.yml': a symbolic link"),
            ("extend up/p.yml; ln -s .. App/up", "up/p.yml': a symbolic link"),
        ]
    )
    func found(_ script: String, _ message: String) throws {
        let desk = try desk()
        try desk.shell(
            "extend() { echo \"{policy: 1, extends: [$1]}\" > App/.protectctl.yml; }; \(script)"
        )
        for line in ["$TOOL audit App", "$TOOL audit App/a.swift", "cd App; $TOOL policy show"] {
            let run = try desk.shell(line)
            #expect(run.status == 65 && run.output.isEmpty, "\(line): \(run.output)")
            #expect(run.talk.contains(message), "\(line): \(run.talk)")
            #expect(run.talk.contains("hint: to use it all the same, name it: "), "\(run.talk)")
        }
    }

    @Test("that is found extends files below its folder, one that is named any file")
    func extended() throws {
        let desk = try desk([
            "App/.protectctl.yml": "policy: 1\nextends: [strict, more/p.yml]\n",
            "Kit/named.yml": "policy: 1\nextends: [../p.yml]\n",
        ])
        try desk.shell("cp p.yml App/more; ln -s p.yml link.yml")
        for line in [
            "audit App", "audit App --policy Kit/named.yml", "audit App --policy link.yml",
        ] {
            let run = try desk.run("\(line) --rule store.class-none")
            #expect(run.status == 0, "\(line): \(run.output)\(run.talk)")
            #expect(run.output.contains("store.class-none"), "\(line): \(run.output)")
        }
        let piped = try desk.run(
            "audit App --policy - --rule store.class-none",
            input: "policy: 1\nextends: [./p.yml]\n"
        )
        #expect(piped.status == 0, "\(piped.talk)")
    }

    @Test(
        "extends no pipe, which would be waited for",
        arguments: ["audit App", "audit App --policy App/.protectctl.yml"]
    )
    func pipes(_ line: String) throws {
        let desk = try desk(["App/.protectctl.yml": "policy: 1\nextends: [./pipe]\n"])
        try desk.shell("mkfifo App/pipe")
        let run = try desk.run(line)
        #expect(run.status == 65)
        #expect(run.talk.contains(".protectctl.yml:2:11: cannot read '"), "\(run.talk)")
        #expect(!run.talk.contains("hint: "))
    }

    @Test("that cannot be read is malformed for every command that takes one")
    func unreadable() throws {
        let desk = try desk()
        for line in ["audit App --policy", "policy show", "policy check"] {
            for (name, reason) in [
                ("none.yml", "No such file or directory"), ("App", "Is a directory"),
            ] {
                let run = try desk.run("--json \(line) \(name)")
                #expect(run.status == 65, "\(line) \(name): \(run.talk)")
                #expect(try run.code() == "malformed-policy", "\(line) \(name): \(run.talk)")
                #expect(run.talk.contains("'\(name)' cannot be read: \(reason)"), "\(run.talk)")
                #expect(run.talk.contains("shipped ones") == (name == "none.yml"), "\(run.talk)")
            }
        }
    }
}
