import ArgumentParser
import AuditPolicy

/// Implements `protectctl policy check`.
struct PolicyCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong with policies, each with its line and column.",
        discussion: """
            What a policy extends is checked with it. Ends with 65 when one of them is wrong or cannot \
            be read; the others are checked all the same.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp("Files, or names of shipped policies.", valueName: "policy"),
        completion: .file(extensions: ["yml", "yaml", "json"])
    )
    var policies: [String]

    func run() throws {
        let failures = FailureLog(global.console, of: "check")
        var reports: [PolicyCheckDocument.Policy] = []
        for word in policies {
            do {
                let text = try PolicyInput.text(word)
                reports.append(PolicyCheckDocument.Policy(path: word, problems: problems(in: text)))
            } catch { failures.note(error) }
        }
        try tell(reports)
        try failures.finish()
        guard reports.allSatisfy(\.problems.isEmpty) else { throw ExitCode(65) }
    }

    private func problems(in text: PolicyText) -> [PolicyProblem] {
        do throws(PolicyError) {
            _ = try PolicyInput().read([text])
            return []
        } catch { return error.problems }
    }

    private func tell(_ reports: [PolicyCheckDocument.Policy]) throws {
        let console = global.console
        guard !global.json else {
            return try console.document(PolicyCheckDocument(policies: reports))
        }
        for report in reports {
            for problem in report.problems { try console.data(console.shown("\(problem)")) }
            if report.problems.isEmpty {
                try console.data(console.shown(report.path) + ": " + console.paint("good", .good))
            }
        }
    }
}
