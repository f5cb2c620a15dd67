import ArgumentParser
import AuditPolicy
import ProtectionModel

/// The traits that select overlays of policies.
struct TraitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A trait that overlays ask for, such as configuration=Debug.",
            valueName: "name=value"
        )
    )
    var trait: [String] = []

    /// The traits by name.
    ///
    /// - Throws: `ToolError` for one that `stack` does not know.
    func values(for stack: PolicyStack) throws -> [String: String] {
        var traits: [String: String] = [:]
        for text in trait {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ToolError(.invalidArgument, "'\(text)' is not a trait such as target=Widget")
            }
            if let complaint = stack.complaint(aboutTrait: parts[0], value: parts[1]) {
                throw ToolError(.invalidArgument, complaint)
            }
            traits[parts[0]] = parts[1]
        }
        return traits
    }
}
