import ArgumentParser
import AuditPolicy

/// Implements `protectctl policy show`.
struct PolicyShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the effective policy, and what code can reach in which lock state.",
        discussion: """
            Of several policies each later one wins. Without one: .protectctl.yml here, else baseline.
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
        let policy = stack.policy(under: try traits.values(for: stack))
        let matrix = AccessMatrix(of: policy)
        guard !global.json else {
            return try global.console.document(PolicyDocument(policy, matrix))
        }
        try PolicyTables(policy, matrix, global.console).show()
    }
}
