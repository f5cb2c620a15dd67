import ArgumentParser

/// Lets global options stand before the sub-command as well as after it.
///
/// ArgumentParser gives an option to the command it follows; so what stands in front of or between
/// the words that name a command is moved behind the last of them.
enum GlobalArguments {
    private static let flags: Set<String> = ["--json", "--quiet", "-q", "--no-boot"]
    private static let options: Set<String> = ["--device", "--device-key", "--color"]

    static func moved(
        _ arguments: [String],
        behindSubcommandOf root: any ParsableCommand.Type
    ) -> [String] {
        var globals: [String] = []
        var words: [String] = []
        var rest = arguments[...]
        var command = root
        while let argument = rest.first {
            if let count = width(argument) {
                globals += rest.prefix(count)
                rest = rest.dropFirst(count)
            } else if let next = command.configuration.allSubcommands.first(where: {
                $0._commandName == argument
            }) {
                words.append(argument)
                rest = rest.dropFirst()
                command = next
            } else {
                break
            }
        }
        // What only gathers commands has help and a version, and no use for global options.
        let isLeaf = command.configuration.allSubcommands.isEmpty
        return words + (isLeaf ? globals : []) + rest
    }

    /// How many words a global option takes; nil for anything else.
    private static func width(_ argument: String) -> Int? {
        if flags.contains(argument) { return 1 }
        if options.contains(argument) { return 2 }
        return options.contains { argument.hasPrefix($0 + "=") } ? 1 : nil
    }
}

extension CommandConfiguration {
    fileprivate var allSubcommands: [any ParsableCommand.Type] {
        subcommands + groupedSubcommands.flatMap(\.subcommands)
    }
}
