import Documents
import Foundation
import Testing

@Suite("The pipelines that run an app's tests")
struct PipelineTests {
    /// What stands in for the runner: no packages are installed, and `swift` says what it was asked for,
    /// writes what it would write and ends as it is told.
    private static let runner = """
        mkdir bin
        cat > bin/apt-get <<'END'
        #!/bin/sh
        echo "apt-get $*" >> log
        END
        cat > bin/swift <<'END'
        #!/bin/sh
        command=$1
        echo "swift $*" >> log
        while [ $# -gt 0 ]; do
            case $1 in
            --xunit-output) echo '<testsuites/>' > "$2" ;;
            --attachments-path) echo timeline > "$2/timeline-step-1.txt" ;;
            esac
            shift
        done
        [ "$command" = build ] || exit "$STATUS"
        END
        chmod +x bin/*
        export PATH=$PWD/bin:$PATH
        """

    static let names = ["github-tests.yml", "gitlab-tests.yml"]

    private static let share = URL(filePath: #filePath)
        .appending(path: "../../../../share/pipelines").standardizedFileURL

    private static func document(_ name: String) throws -> DocumentNode {
        try TextDocument.parse(Array(try Data(contentsOf: share.appending(path: name))))
    }

    /// What runs in one shell each.
    private static func steps(_ name: String) throws -> [String] {
        let root = try document(name)
        if let job = root["jobs"]?["tests"] {
            return try #require(job["steps"]).elements.compactMap { $0["run"]?.word }
        }
        let job = try #require(root["protection-tests"])
        let lines = ["before_script", "script"].flatMap { job[$0]?.elements ?? [] }
        return [lines.compactMap(\.word).joined(separator: "\n")]
    }

    /// Runs a pipeline in an empty folder, in which `swift` ends with a status.
    private func run(_ name: String, swiftEndsWith status: Int32) throws -> (Int32, URL) {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "pipeline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let steps = try Self.steps(name).map { "( set -e\n\($0)\n) || exit $?" }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "bash", "-c",
            "export STATUS=\(status)\n\(Self.runner)\n\(steps.joined(separator: "\n"))",
        ]
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, folder)
    }

    @Test(
        "install what is linked, run the tests, and end as they end, with all reports kept",
        arguments: names,
        [Int32(0), 1]
    )
    func outcome(name: String, status: Int32) throws {
        let (ended, folder) = try run(name, swiftEndsWith: status)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(ended == status)
        let log = try String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(log.count == 4)
        #expect(log[1].hasSuffix(" libsodium-dev libssl-dev libexpat1-dev pkg-config"))
        #expect(log[2] == "swift build --build-tests")
        #expect(log[3].hasPrefix("swift test --skip-build --parallel "))
        for report in ["reports/tests.xml", "reports/timelines/timeline-step-1.txt"] {
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: report).path))
        }
    }

    @Test("keep their reports also when the tests fail")
    func kept() throws {
        let steps = try #require(try Self.document("github-tests.yml")["jobs"]?["tests"]?["steps"])
        let upload = try #require(steps.elements.last)
        #expect(upload["if"]?.word == "${{ !cancelled() }}")
        #expect(upload["with"]?["path"]?.word == "reports")
        let artifacts = try #require(
            try Self.document("gitlab-tests.yml")["protection-tests"]?["artifacts"]
        )
        #expect(artifacts["when"]?.word == "always")
        #expect(artifacts["reports"]?["junit"]?.word == "reports/tests*.xml")
    }

    @Test("have no expression pasted into a script", arguments: names)
    func scripts(name: String) throws {
        let steps = try Self.steps(name)
        #expect(!steps.isEmpty && steps.allSatisfy { !$0.contains("${{") })
    }

    @Test("name a compiler that the package can be built with", arguments: names)
    func compiler(name: String) throws {
        let root = try Self.document(name)
        let image = root["jobs"]?["tests"]?["container"] ?? root["protection-tests"]?["image"]
        let word = try #require(image?.word)
        let version = word.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
        #expect(version.compare("6.2", options: .numeric) != .orderedAscending, "\(word)")
    }
}
