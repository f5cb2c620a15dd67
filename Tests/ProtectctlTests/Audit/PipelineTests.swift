import Foundation
import Testing

@Suite("The pipelines that are shipped, run on a clean clone")
struct PipelineTests {
    private static let root = Checkout.root

    /// What stands in for the runner: no packages are installed, and downloads come from files.
    private static let runner = """
        mkdir -p bin temp tarball/protectctl-0/bin clone
        ln -s "$TOOL" tarball/protectctl-0/bin/protectctl
        tar -czf protectctl.tar.gz -C tarball protectctl-0
        for name in sudo apt-get; do printf '#!/bin/sh\\n' > bin/$name; done
        cat > bin/curl <<'END'
        #!/bin/bash
        while [ $# -gt 1 ]; do [ "$1" = -o ] && to=$2; shift; done
        cp "${1#file://}" "$to"
        END
        chmod +x bin/*
        export PATH=$PWD/bin:$PATH RUNNER_TEMP=$PWD/temp GITHUB_PATH=$PWD/path
        export GITHUB_STEP_SUMMARY=$PWD/summary.md PROTECTCTL_URL=file://$PWD/protectctl.tar.gz
        export PROTECTCTL_SHA256=$(sha256sum protectctl.tar.gz | cut -d ' ' -f 1)
        cp -r "$SAMPLE" clone/app && cd clone/app && git init -q . && git add . && status=0
        """

    private func run(
        _ name: String,
        checksum: String? = nil,
        setup: String = ""
    ) throws -> (Desk, ToolRun) {
        let desk = try Desk()
        // Paths that no two tests at a time may have.
        let parts = try Pipeline(at: Self.root.appending(path: "share/pipelines/\(name)"))
            .steps.map { $0.replacing("/tmp/", with: "\(desk.path("temp"))/") }
        for (index, step) in parts.enumerated() { try desk.text("set -e\n\(step)", in: "\(index)") }
        let sample = Self.root.appending(path: "Tests/SampleApp").path
        let setting = checksum.map { "export PROTECTCTL_SHA256=\($0)\n" } ?? ""
        let script =
            "SAMPLE='\(sample)'\n\(Self.runner)\n\(setting)\(setup)\n"
            + parts.indices.map { index in
                """
                bash ../../\(index) || status=$?
                [ ! -f "$GITHUB_PATH" ] || export PATH=$(cat "$GITHUB_PATH"):$PATH

                """
            }.joined() + "exit $status"
        return (desk, try desk.shell(script))
    }

    @Test("GitHub Actions: errors fail the job, and all reports are there")
    func github() throws {
        let (desk, result) = try run("github-actions.yml")
        #expect(result.status == 1, "\(result)")
        let names = [
            "audit.html", "audit.json", "audit.junit.xml", "audit.md", "audit.sarif",
        ]
        #expect(try desk.names(in: "clone/app/reports") == names)
        #expect(try desk.text(of: "summary.md").contains("store.userdefaults-secret"))
        // What is uploaded has the repository's own paths.
        let sarif = try desk.text(of: "clone/app/reports/audit.sarif")
        #expect(sarif.contains("\"uri\":\"Postcard/Session.swift\""))
    }

    @Test("GitLab: errors fail the job, and all reports are there")
    func gitlab() throws {
        let (desk, result) = try run("gitlab-ci.yml")
        #expect(result.status == 1, "\(result)")
        let names = [
            "audit.html", "audit.json", "audit.junit.xml", "audit.sarif",
            "gl-code-quality-report.json",
        ]
        #expect(try desk.names(in: "clone/app/reports") == names)
    }

    @Test(
        "a tarball that is not the expected one is not unpacked",
        arguments: ["github-actions.yml", "gitlab-ci.yml", "action.yml"]
    )
    func checksum(_ name: String) throws {
        let (desk, result) = try run(name, checksum: String(repeating: "0", count: 64))
        #expect(result.status != 0)
        #expect(!desk.exists("clone/app/reports/audit.json"))
        #expect(!desk.exists("temp/protectctl/bin/protectctl"))
    }

    // MARK: The action

    /// What the runner sets for a step of the action, and a pull request that adds a finding.
    private static let pullRequest = """
        export POLICY= CHANGED_SINCE= FAIL_ON=error GITHUB_OUTPUT=$PWD/../output
        export GITHUB_ACTION_PATH=/actions
        git config user.name a && git config user.email a@b.example && git commit -qm base
        git checkout -qb change
        echo 'func keep(_ password: String) {' > New.swift
        echo '    UserDefaults.standard.set(password, forKey: "##[error]::error::a")' >> New.swift
        echo '}' >> New.swift
        git add . && git commit -qm change && git checkout -q - && git merge -q --no-ff -m merge change

        """

    private func annotations(_ log: String) throws -> [ProblemMatcher.Issue] {
        let file = Self.root.appending(path: "share/pipelines/problem-matcher.json")
        return try ProblemMatcher(at: file).issues(in: log)
    }

    @Test("the action annotates what a pull request changed, and fails for an error in it")
    func pullRequest() throws {
        let setup = Self.pullRequest + "export GITHUB_EVENT_NAME=pull_request"
        let (desk, result) = try run("action.yml", setup: setup)
        #expect(result.status == 1, "\(result)")
        let issues = try annotations(result.output)
        #expect(Set(issues.map(\.file)) == ["New.swift"], "\(result.output)")
        #expect(try desk.text(of: "summary.md").contains("New.swift"))
        #expect(
            try desk.text(of: "clone/output") == "reports=\(desk.path("temp"))/protectctl-reports\n"
        )
        let reports = ["audit.json", "audit.md", "audit.sarif", "audit.txt"]
        #expect(try desk.names(in: "temp/protectctl-reports") == reports)
    }

    @Test(
        "for other events it annotates everything, or what its inputs say",
        arguments: [
            ("", 1, true), ("FAIL_ON=never", 0, true), ("CHANGED_SINCE=HEAD", 0, false),
            ("POLICY=no-such-policy", 65, false), ("CHANGED_SINCE=no-such", 64, false),
        ]
    )
    func inputs(_ inputs: String, _ status: Int32, _ annotates: Bool) throws {
        let setup = Self.pullRequest + "export GITHUB_EVENT_NAME=push \(inputs)"
        let (_, result) = try run("action.yml", setup: setup)
        #expect(result.status == status, "\(result)")
        let files = Set(try annotations(result.output).map(\.file))
        #expect(files.isSuperset(of: ["New.swift", "Postcard/Session.swift"]) == annotates)
    }

    @Test(
        "a pull request that is checked out without its merge is not audited, and the log says why",
        arguments: ["git checkout -q HEAD^1", "git checkout -q HEAD^2"]
    )
    func noMerge(_ checkout: String) throws {
        let setup = Self.pullRequest + "\(checkout); export GITHUB_EVENT_NAME=pull_request"
        let (_, result) = try run("action.yml", setup: setup)
        #expect(result.status == 64 && result.output.contains("fetch-depth: 2"), "\(result)")
    }

    @Test("what stands in the sources cannot command the runner")
    func commands() throws {
        let setup = Self.pullRequest + "export GITHUB_EVENT_NAME=pull_request"
        let lines = try run("action.yml", setup: setup).1.output.split(separator: "\n")
        let pause = try #require(lines.firstIndex { $0.hasPrefix("::stop-commands::") })
        let token = lines[pause].dropFirst("::stop-commands::".count)
        let end = try #require(lines.firstIndex(of: "::\(token)::"))
        #expect(token.count > 30)
        #expect(lines[pause - 1] == "::add-matcher::/actions/problem-matcher.json")
        #expect(lines[end + 1] == "::remove-matcher owner=protectctl::")
        let commanding = lines.indices.filter { lines[$0].contains("##[error]") }
        #expect(!commanding.isEmpty && commanding.allSatisfy((pause..<end).contains))
    }

    @Test(
        "no script has an expression pasted into it",
        arguments: ["action.yml", "github-actions.yml"]
    )
    func scripts(_ name: String) throws {
        let steps = try Pipeline(at: Self.root.appending(path: "share/pipelines/\(name)")).steps
        #expect(!steps.isEmpty && steps.allSatisfy { !$0.contains("${{") })
    }
}
