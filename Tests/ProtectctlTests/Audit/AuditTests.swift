import Testing

@Suite("Audits from the command line")
struct AuditTests {
    private static let bad = """
        func save(_ data: Data, to url: URL) throws {
            try data.write(to: url, options: .noFileProtection)
        }

        """

    /// A desk with a bad source in `App`, and `files`.
    private func desk(_ files: [String: String] = [:]) throws -> Desk {
        let desk = try Desk()
        try desk.shell("mkdir App Kit")
        try desk.text(Self.bad, in: "App/Save.swift")
        try desk.text("let kit = 1\n", in: "Kit/Kit.swift")
        for (name, text) in files { try desk.text(text, in: name) }
        return desk
    }

    private static let only = "--rule store.class-none --json"

    /// Rules and places of the findings of a JSON report.
    private func findings(_ run: ToolRun) throws -> [String] {
        let all = try run.json().object?["findings"]?.array ?? []
        return all.map { finding in
            let fields = finding.object ?? [:]
            let line = fields["line"]?.number.map { "\(Int($0))" } ?? ""
            return "\(fields["rule"]?.string ?? "") \(fields["path"]?.string ?? "") \(line)"
        }
    }

    @Test("an error ends with 1, and --fail-on moves the threshold")
    func statuses() throws {
        let desk = try desk()
        let run = try desk.run("audit App")
        #expect(run.status == 1, "\(run.talk)")
        #expect(run.output.contains("Save.swift") && run.output.contains("store.class-none"))
        #expect(run.output.contains("policy: baseline"))
        #expect(try desk.run("audit Kit").status == 0)
        #expect(try desk.run("audit App --fail-on never").status == 0)
        #expect(try desk.run("audit App --fail-on note").status == 1)
        #expect(try desk.run("audit App/Save.swift").status == 1)
        #expect(try desk.run("audit").status == 1)
        try desk.text("policy: 1\nrules: {store.class-none: warning}\n", in: "soft.yml")
        #expect(try desk.run("audit App --policy soft.yml").status == 0)
        #expect(try desk.run("audit App --policy soft.yml --fail-on warning").status == 1)
    }

    @Test(
        "what cannot be used is refused",
        arguments: [
            ("audit none", 66), ("audit App none", 66), ("audit App --policy none.yml", 65),
            ("audit App --policy nonsense", 65), ("audit App --policy bad.yml", 65),
            ("audit App --baseline none.json", 66), ("audit App --baseline bad.yml", 65),
            ("audit App --baseline App", 64),
            ("audit App --rule store.clas-none", 64), ("audit App --today tomorrow", 64),
            ("audit App --jobs 0", 64), ("audit App --include pods", 64),
            ("audit App --strict-baseline", 64), ("audit App --format text --format json", 64),
            ("audit App --format pdf", 64), ("audit App --trait colour=red", 64),
            ("audit App --changed-since HEAD", 64), ("audit App --changed-since -x", 64),
            ("audit explain nothing.at-all", 64), ("audit explain", 64),
            ("audit --device none", 66), ("audit App --output none/a.txt", 66),
            ("audit App --write-baseline none/b.json --output a.txt", 66),
            ("audit App --format text --format json --output -", 64),
            ("audit App --format text --format json --output bad.yml", 64),
        ]
    )
    func refused(_ line: String, _ status: Int32) throws {
        let run = try desk(["bad.yml": "policy: 2\n"]).run(line)
        #expect(run.status == status, "\(line): \(run.talk)")
        #expect(run.output.isEmpty)
    }

    @Test("the audited folder's own policy is found, one that is named wins, the report says which")
    func policies() throws {
        let desk = try desk(["App/.protectctl.yml": "policy: 1\nrules: {store.class-none: note}\n"])
        let own = try desk.run("audit App")
        #expect(own.status == 0 && own.output.contains("policy: .protectctl.yml"))
        #expect(try desk.run("audit App --policy baseline").status == 1)
        // The root is the folder that both are in, which has none.
        #expect(try desk.run("audit App Kit").status == 1)
    }

    @Test("a finding about a policy stands at its path from the audited folder")
    func placeInPolicy() throws {
        let desk = try desk(["p.yml": "policy: 1\nkinds:\n  a: {class: a, needed-by: [voip]}\n"])
        for name in ["p.yml", "./p.yml"] {
            let run = try desk.run("audit Kit --policy \(name) --json --rule policy.contradiction")
            #expect(run.status == 1)
            #expect(try findings(run) == ["policy.contradiction ../p.yml 3"])
        }
    }

    @Test("paths are relative to the folder that all audited ones are in")
    func severalPaths() throws {
        let desk = try desk()
        let one = try desk.run("audit App \(Self.only)")
        #expect(try findings(one) == ["store.class-none Save.swift 2"])
        for line in ["audit App Kit", "audit Kit App App/Save.swift", "audit . App", "audit"] {
            let run = try desk.run("\(line) \(Self.only)")
            #expect(
                try findings(run) == ["store.class-none App/Save.swift 2"],
                "\(line)"
            )
        }
        let file = try desk.run("audit App/Save.swift \(Self.only)")
        #expect(try findings(file) == ["store.class-none Save.swift 2"])
    }

    @Test("findings of a baseline count no more; what is gone is reported, and fails when asked to")
    func baselines() throws {
        let desk = try desk()
        #expect(try desk.run("audit App --write-baseline b.json").status == 1)
        let known = try desk.run("audit App --baseline b.json --strict-baseline")
        #expect(known.status == 0, "\(known.output)")
        try desk.shell("sed -i '1i // a line more' App/Save.swift")
        #expect(try desk.run("audit App --baseline b.json").status == 0)
        let again = try desk.run("audit App --baseline b.json --write-baseline c.json")
        #expect(again.status == 0)
        #expect(try desk.text(of: "b.json") == desk.text(of: "c.json"))
        try desk.text("let a = 1\n", in: "App/Save.swift")
        let gone = try desk.run("audit App --baseline b.json")
        #expect(gone.status == 0 && gone.output.contains("policy.baseline-stale"))
        #expect(try desk.run("audit App --baseline b.json --strict-baseline").status == 1)
        let lenient = "audit App --baseline b.json --strict-baseline --fail-on never"
        #expect(try desk.run(lenient).status == 0)
        let partly = "audit App --baseline b.json --strict-baseline --rule store.class-none"
        #expect(try desk.run(partly).status == 0, "a partial audit knows nothing of it")
    }

    @Test("one report goes to a file, several into a folder")
    func outputs() throws {
        let desk = try desk()
        let one = try desk.run("audit App --format sarif --output a.sarif")
        #expect(one.status == 1 && one.output.isEmpty)
        #expect(try desk.text(of: "a.sarif").contains("\"2.1.0\""))
        let formats = ["text", "json", "sarif", "junit", "markdown", "html", "gitlab"]
        let words = formats.map { "--format \($0)" }.joined(separator: " ")
        #expect(try desk.run("audit App \(words) --output reports").status == 1)
        #expect(try desk.names(in: "reports").count == formats.count)
        let shown = try desk.run("audit App --output - --color always")
        #expect(shown.output.contains("\u{1B}[1;31m") && !desk.exists("-"))
        let file = try desk.run("audit App --format text --format json --output a.sarif")
        #expect(file.talk.contains("--output names a file; several formats need a folder"))
        let nowhere = try desk.run("audit App --output none/a.txt")
        #expect(nowhere.talk.contains("cannot write 'none/a.txt': No such file or directory"))
        #expect(nowhere.talk.contains("hint: --output names a folder that exists"))
    }

    @Test("the folder of reports has the permissions that other folders have")
    func permissions() throws {
        let desk = try desk()
        let line = "audit Kit --format text --format json --output a/reports"
        let run = try desk.shell("umask 027; $TOOL \(line) && stat -c %a a a/reports")
        #expect(run.output == "750\n750\n", "\(run.talk)")
    }

    @Test("a baseline can be written to standard output, and read from standard input")
    func baselineStreams() throws {
        let desk = try desk()
        let run = try desk.run("audit App --output a.txt --write-baseline -")
        #expect(run.status == 1 && !desk.exists("-"))
        #expect(try run.json().object?["findings"]?.array?.isEmpty == false)
        #expect(try desk.run("audit App --baseline -", input: run.output).status == 0)
    }

    @Test("a second audit finds the same, whatever became of the cache")
    func cache() throws {
        let desk = try desk()
        let first = try desk.run("audit App --json")
        let files = try desk.shell("find home/.cache/protectctl/audit -type f").output
        #expect(files.split(separator: "\n").count == 1)
        #expect(try desk.run("audit App --json").output == first.output)
        try desk.shell("for f in $(find home/.cache -type f); do echo damaged > $f; done")
        #expect(try desk.run("audit App --json").output == first.output)
        try desk.shell("rm -r home; touch home")
        let kept = try desk.run("audit App --json")
        #expect(kept.output == first.output && kept.talk.isEmpty, "\(kept.talk)")
        #expect(try desk.run("audit App --json --jobs 7 --no-cache").output == first.output)
    }

    @Test("only what git says is changed or new is reported, and nothing of the tree is run")
    func changes() throws {
        let desk = try desk()
        try desk.text(Self.bad, in: "App/Old.swift")
        try desk.shell(
            """
            cd App && git init -q . && git add . && rm Save.swift
            git -c user.name=a -c user.email=a@b.example commit -qm one && git checkout -q -- .
            echo '*.swift filter=evil diff=evil' > .gitattributes
            for key in filter.evil.clean filter.evil.smudge filter.evil.process diff.evil.command \
                diff.evil.textconv core.fsmonitor diff.external core.pager; do
                git config $key "touch $PWD/../ran-$key; cat"
            done
            printf '#!/bin/sh\\ntouch %s/../ran-hook' "$PWD" > .git/hooks/post-index-change
            chmod +x .git/hooks/post-index-change
            cp Old.swift New.swift && echo '// more' >> Save.swift && touch Old.swift
            """
        )
        let run = try desk.run("audit App --changed-since HEAD \(Self.only)")
        let paths = Set(try findings(run).map { $0.split(separator: " ")[1] })
        #expect(paths.isSuperset(of: ["New.swift", "Save.swift"]), "\(run.talk)")
        #expect(try desk.names(in: "").filter { $0.hasPrefix("ran-") }.isEmpty)
        let elsewhere: [String: String?] = [
            "GIT_DIR": "none", "GIT_WORK_TREE": "none", "GIT_INDEX_FILE": "none",
            "GIT_OBJECT_DIRECTORY": "none", "GIT_COMMON_DIR": "none",
        ]
        let hooked = try desk.run("audit App --changed-since HEAD \(Self.only)", elsewhere)
        #expect(hooked.output == run.output, "\(hooked.talk)")
        let without = try desk.shell("PATH=$PWD/none $TOOL audit App --changed-since HEAD")
        #expect(without.status == 64 && without.talk.contains("error: git is not installed"))
        let unknown = try desk.run("audit App --changed-since no-such")
        #expect(unknown.status == 64 && unknown.talk.contains("'no-such'"))
    }

    @Test("files whose names are the same text are audited and reached each, named or not")
    func sameText() throws {
        let desk = try desk()
        try desk.shell(
            """
            mkdir Two && cd Two && git init -q .
            for name in $(printf '\\303\\251 e\\314\\201'); do cp ../App/Save.swift $name.swift; done
            git add . && git -c user.name=a -c user.email=a@b.example commit -qm one
            for name in *.swift; do echo '// more' >> $name; done
            """
        )
        let both = ["%C3%A9.swift", "e%CC%81.swift"]
        let calls = ["Two", "Two --changed-since HEAD", "Two/\u{E9}.swift Two/e\u{301}.swift"]
        for call in calls {
            let run = try desk.run("audit \(call) \(Self.only)")
            let paths = try findings(run).map { String($0.split(separator: " ")[1]) }
            #expect(paths == both, "\(run.talk)")
        }
    }

    @Test("comments accept until their day, which --today moves")
    func suppressions() throws {
        let desk = try desk()
        let comment = "    // protectctl:allow store.class-none until 2027-01-31 -- public\\n"
        try desk.shell("sed -i '2s|^|\(comment)|' App/Save.swift")
        #expect(try desk.run("audit App --today 2027-01-31").status == 0)
        let late = try desk.run("audit App --today 2027-02-01")
        #expect(late.status == 1 && late.output.contains("policy.suppression-expired"))
    }

    @Test("the catalogue and its pages")
    func catalogue() throws {
        let desk = try Desk()
        let rules = try desk.must("audit rules").output
        for id in ["store.class-none", "policy.store-drift", "device.passcode"] {
            #expect(rules.contains("\n\(id) "), "\(id)")
            let page = try desk.must("audit explain \(id)").output
            for title in ["What is reported", "Why it matters", "How to mend it", "Reported: "] {
                #expect(page.contains(title), "\(id): \(title)")
            }
            #expect(page.contains("protectctl:allow \(id) until"))
        }
        #expect(try desk.must("audit explain store.class-none").output.contains("(v1.0.0)"))
        let unknown = try desk.run("audit explain store.clas-none")
        #expect(unknown.talk.contains("did you mean store.class-none?"))
        let document = try desk.must("audit rules --json").json().object
        #expect(document?["version"] == .number(1))
        #expect(try desk.must("--json audit rules").output.hasPrefix("{\"rules\":["))
        #expect(
            try desk.must("audit rules --help").output.contains("USAGE: protectctl audit rules")
        )
    }
}
