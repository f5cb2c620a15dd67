import Foundation
import Testing

@Suite("The pipelines that are shipped, run on a clean clone")
struct PipelineTests {
    private static let root = Checkout.root

    /// What stands in for the runner: no packages are installed, and downloads come from files.
    private static let runner = """
        mkdir -p bin temp tarball/protectctl-0/bin clone
        cp "$TOOL" tarball/protectctl-0/bin/protectctl
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

    private func run(_ name: String, checksum: String? = nil) throws -> (Desk, ToolRun) {
        let desk = try Desk()
        // Paths that no two tests at a time may have.
        let parts = try Pipeline(at: Self.root.appending(path: "share/pipelines/\(name)"))
            .steps.map { $0.replacing("/tmp/", with: "\(desk.path("temp"))/") }
        for (index, step) in parts.enumerated() { try desk.text("set -e\n\(step)", in: "\(index)") }
        let sample = Self.root.appending(path: "Tests/SampleApp").path
        let setting = checksum.map { "export PROTECTCTL_SHA256=\($0)\n" } ?? ""
        let script =
            "SAMPLE='\(sample)'\n\(Self.runner)\n\(setting)"
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
        arguments: ["github-actions.yml", "gitlab-ci.yml"]
    )
    func checksum(_ name: String) throws {
        let (desk, result) = try run(name, checksum: String(repeating: "0", count: 64))
        #expect(result.status != 0)
        #expect(!desk.exists("clone/app/reports/audit.json"))
        #expect(!desk.exists("temp/protectctl/bin/protectctl"))
    }
}
