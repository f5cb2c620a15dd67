import ArgumentParser

/// Lets global options stand before the sub-command as well as after it.
///
/// ArgumentParser gives an option to the command it follows; so what stands in front is moved
/// behind the last word that names a command.
enum GlobalArguments {
    private static let flags: Set<String> = ["--json", "--quiet", "-q", "--no-boot"]
    private static let options: Set<String> = ["--device", "--device-key", "--color"]

    static func moved(
        _ arguments: [String],
        behindSubcommandOf root: any ParsableCommand.Type
    ) -> [String] {
        var globals: [String] = []
        var index = 0
        while index < arguments.count, let count = width(arguments[index]) {
            globals += arguments[index..<min(index + count, arguments.count)]
            index += count
        }
        guard !globals.isEmpty, index < arguments.count else { return arguments }
        var words: [String] = []
        var command = root
        while index < arguments.count,
            let next = command.configuration.allSubcommands.first(where: {
                $0._commandName == arguments[index]
            })
        {
            words.append(arguments[index])
            command = next
            index += 1
        }
        guard !words.isEmpty else { return arguments }
        return words + globals + arguments[index...]
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
