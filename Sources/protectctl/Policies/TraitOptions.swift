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

    /// The traits by name, of several values of one the last.
    ///
    /// - Throws: `ToolError` for one that `stack` does not know.
    func values(for stack: PolicyStack) throws -> TraitCollection {
        try Self.values(of: trait, for: stack)
    }

    /// The same for `texts` as they were written.
    static func values(of texts: [String], for stack: PolicyStack) throws -> TraitCollection {
        var traits = TraitCollection()
        for text in texts {
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

extension Console {
    /// Says which of `traits` select nothing, where no sources tell which values exist.
    func remark(on traits: TraitCollection, for stack: PolicyStack) {
        for (name, value) in traits.values.sorted(by: { $0.key < $1.key }) {
            if let remark = stack.remark(aboutTrait: name, value: value) { talk(remark) }
        }
    }
}
