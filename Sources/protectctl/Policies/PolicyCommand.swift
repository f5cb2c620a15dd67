import ArgumentParser
import AuditPolicy
import FoundationEssentials
import ProtectionModel
import SystemIO

/// Implements `protectctl policy`.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Start, check and show policies: what an app's data must be like.",
        discussion: """
            A policy says, per kind of data, where it lives, which class it needs and why, and which \
            code must reach it while the device is locked. Policies extend one another; the shipped \
            ones are baseline, strict, messaging, health and kids-and-media.
            """,
        subcommands: [
            PolicyInitCommand.self, PolicyCheckCommand.self, PolicyShowCommand.self,
            PolicyDiffCommand.self,
        ]
    )
}

/// Implements `protectctl policy init`.
struct PolicyInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a policy to start from; an existing file is left alone."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp("The file to make; '-' is standard output.", valueName: "file"),
        completion: .file(extensions: ["yml", "yaml"])
    )
    var file = PolicyInput.standardName

    func run() throws {
        guard file != "-" else {
            return try HostStream.standardOutput.write(Array(PolicyStarter.text.utf8).span.bytes)
        }
        do {
            try Data(PolicyStarter.text.utf8)
                .write(to: URL(filePath: file), options: .withoutOverwriting)
        } catch {
            throw refusal(of: error)
        }
        global.console.talk(
            "wrote '\(file)'; 'protectctl policy show \(file)' says what it demands"
        )
    }

    private func refusal(of error: any Error) -> ToolError {
        let refusal = HostText.refusal(
            of: file,
            error,
            hint: "name a file in a folder that exists"
        )
        guard refusal.code == .alreadyExists else { return refusal }
        return ToolError(
            refusal.code,
            "'\(file)' exists already",
            path: file,
            hint: "name another file, or remove this one yourself"
        )
    }
}

/// Implements `protectctl policy check`.
struct PolicyCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong with policies, each with its line and column.",
        discussion: """
            What a policy extends is checked with it. Ends with 65 when one of them is wrong or cannot \
            be read; the others are checked all the same. --all-traits tries every combination of the \
            traits that overlays name, at most \(TraitCombinations.limit), and says which overlays \
            contradict each other.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Try every combination of traits.")
    var allTraits = false
    @Argument(
        help: ArgumentHelp("Files, or names of shipped policies.", valueName: "policy"),
        completion: .file(extensions: ["yml", "yaml", "json"])
    )
    var policies: [String]

    func run() throws {
        let failures = FailureLog(global.console, of: "check")
        var reports: [PolicyCheckDocument.Policy] = []
        for word in policies {
            do { reports.append(try report(on: word)) } catch { failures.note(error) }
        }
        try tell(reports)
        try failures.finish()
        guard reports.allSatisfy(\.isGood) else { throw ExitCode(65) }
    }

    private func report(on word: String) throws -> PolicyCheckDocument.Policy {
        let text = try PolicyInput.text(word)
        let stack: PolicyStack
        do { stack = try PolicyInput().read([text]) } catch {
            return PolicyCheckDocument.Policy(path: word, problems: error.problems)
        }
        guard allTraits else { return PolicyCheckDocument.Policy(path: word, problems: []) }
        let combinations = TraitCombinations(of: stack)
        guard combinations.count <= TraitCombinations.limit else {
            throw ToolError(
                .invalidArgument,
                "'\(word)' has \(combinations.count) combinations of traits, more than the "
                    + "\(TraitCombinations.limit) that are tried",
                path: word,
                hint: "check overlays with fewer traits, or fewer values, in a text of their own"
            )
        }
        return PolicyCheckDocument.Policy(
            path: word,
            problems: [],
            combinations: combinations.count,
            contradictions: combinations.contradictions()
        )
    }

    private func tell(_ reports: [PolicyCheckDocument.Policy]) throws {
        let console = global.console
        guard !global.json else {
            return try console.document(PolicyCheckDocument(policies: reports))
        }
        for report in reports {
            for problem in report.problems { try console.data(console.shown("\(problem)")) }
            for contradiction in report.contradictions ?? [] {
                try console.data(console.shown(contradiction.line))
            }
            if report.isGood {
                let count = report.combinations.map {
                    ", under \($0) combination\($0 == 1 ? "" : "s") of traits"
                }
                try console.data(
                    console.shown(report.path) + ": " + console.paint("good", .good) + (count ?? "")
                )
            }
        }
    }
}

/// Implements `protectctl policy show`.
struct PolicyShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the effective policy, and what code can reach in which lock state.",
        discussion: """
            Of several policies the later ones win. Without one: .protectctl.yml here, else baseline. \
            The last line says which traits are unspecified, and which overlays wait for them.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var traits: TraitOptions
    @Argument(
        help: ArgumentHelp("Files, or names of shipped policies.", valueName: "policy"),
        completion: .file(extensions: ["yml", "yaml", "json"])
    )
    var policies: [String] = []

    func run() throws {
        let stack = try PolicyInput().stack(policies, in: HostPath.absolute("."))
        let asked = try traits.values(for: stack)
        global.console.remark(on: asked, for: stack)
        let policy = stack.policy(under: asked)
        let matrix = AccessMatrix(of: policy)
        let selection = TraitSelection(asked, stack)
        guard !global.json else {
            return try global.console.document(PolicyDocument(policy, matrix, selection))
        }
        try PolicyTables(policy, matrix, global.console).show()
        try global.console.data("")
        try global.console.data(global.console.shown(selection.sentence))
    }
}
