import ArgumentParser

/// What the user called: the command, and its arguments in the order that the parser needs.
///
/// ArgumentParser gives an option to the command it follows; so global options that stand in front
/// of or between the words that name a command are moved behind the last of them.
struct CommandCall {
    private static let flags: Set<String> = ["--json", "--quiet", "-q", "--no-boot"]
    private static let options: Set<String> = ["--device", "--device-key", "--color"]

    /// The command, as far as words name one.
    let command: any ParsableCommand.Type
    /// The words of its name, with the program's.
    let words: [String]
    /// What stands behind those words.
    let rest: [String]
    private let globals: [String]
    /// Whether it is one of those that a command with arguments of its own gathers.
    private let isBelowRunning: Bool

    init(_ arguments: [String], of root: any ParsableCommand.Type) {
        var globals: [String] = []
        var words = [root._commandName]
        var rest = arguments[...]
        var command = root
        var isBelowRunning = false
        while let argument = rest.first {
            if let count = Self.width(argument) {
                globals += rest.prefix(count)
                rest = rest.dropFirst(count)
            } else if let next = command.configuration.allSubcommands.first(where: {
                $0._commandName == argument
            }) {
                words.append(argument)
                rest = rest.dropFirst()
                isBelowRunning = command is any GathersAndRuns.Type
                command = next
            } else {
                break
            }
        }
        self.command = command
        self.words = words
        self.rest = Array(rest)
        self.globals = globals
        self.isBelowRunning = isBelowRunning
    }

    /// The command with its arguments.
    ///
    /// ArgumentParser gives a command's name to the arguments of the one it is gathered by, where
    /// that takes any; so it must not see the name.
    func parsed(by root: any ParsableCommand.Type) throws -> any ParsableCommand {
        isBelowRunning
            ? try command.parseAsRoot(globals + rest) : try root.parseAsRoot(arguments)
    }

    /// Whether the command only gathers others.
    var isGroup: Bool {
        !command.configuration.allSubcommands.isEmpty && !(command is any GathersAndRuns.Type)
    }

    /// For the parser: a group has help and a version, and no use for global options.
    var arguments: [String] { words.dropFirst() + (isGroup ? [] : globals) + rest }

    /// What ArgumentParser has to say of an error that came of parsing.
    func fullMessage(for error: any Error, of root: any ParsableCommand.Type) -> String {
        (isBelowRunning ? command : root).fullMessage(for: error)
    }

    /// How many words a global option takes; nil for anything else.
    private static func width(_ argument: String) -> Int? {
        if flags.contains(argument) { return 1 }
        if options.contains(argument) { return 2 }
        return options.contains { argument.hasPrefix($0 + "=") } ? 1 : nil
    }
}

extension CommandConfiguration {
    var allSubcommands: [any ParsableCommand.Type] {
        subcommands + groupedSubcommands.flatMap(\.subcommands)
    }
}
