import ArgumentParser
import PolicyAudit
import ProtectionModel

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
    @Option(
        help: ArgumentHelp(
            "A trait that overlays ask for, such as configuration=Debug.",
            valueName: "name=value"
        )
    )
    var trait: [String] = []
    @ArgumentParser.Argument(
        help: ArgumentHelp("Files, or names of shipped policies.", valueName: "policy"),
        completion: .file(extensions: ["yml", "yaml", "json"])
    )
    var policies: [String] = []

    func run() throws {
        let stack = try PolicyInput.reader.read(try PolicyInput.texts(policies))
        let policy = stack.policy(under: try traits(of: stack))
        let matrix = AccessMatrix(of: policy)
        guard !global.json else {
            return try global.console.document(PolicyDocument(policy, matrix))
        }
        try PolicyTables(policy, matrix, global.console).show()
    }

    private func traits(of stack: PolicyStack) throws -> [String: String] {
        var traits: [String: String] = [:]
        for text in trait {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ToolError(.invalidArgument, "'\(text)' is no trait such as target=Widget")
            }
            if let complaint = stack.complaint(aboutTrait: parts[0], value: parts[1]) {
                throw ToolError(.invalidArgument, complaint)
            }
            traits[parts[0]] = parts[1]
        }
        return traits
    }
}
