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
    /// Whether it is gathered by a command that has arguments of its own.
    private let isBelowRunning: Bool
    /// What is wrong, where ArgumentParser would only show the help.
    private let complaint: String?
    /// The last option whose value names a command of this group, so that it was perhaps forgotten.
    let swallowing: (option: String, word: String)?

    init(_ arguments: [String], of root: any ParsableCommand.Type) {
        var globals: [String] = []
        var words = [root._commandName]
        var rest = arguments[...]
        var command = root
        var isBelowRunning = false
        var complaint: String?
        var values: [(option: String, word: String)] = []
        while let argument = rest.first {
            if let count = Self.width(argument) {
                if rest.count < count { complaint = "Missing value for '\(argument)'" }
                globals += rest.prefix(count)
                if count == 2, let word = rest.dropFirst().first { values.append((argument, word)) }
                rest = rest.dropFirst(count)
            } else if let next = command.subcommand(argument) {
                words.append(argument)
                rest = rest.dropFirst()
                isBelowRunning = command is any GathersAndRuns.Type
                command = next
            } else {
                break
            }
        }
        swallowing = values.last { [command] in command.subcommand($0.word) != nil }
        if !Self.isGroup(command) {
            // For a command proper the parser says so, and knows more.
            complaint = nil
        } else if rest.first == "help" {
            complaint = Self.unknownTopic(&rest, &words, &command)
        } else if rest.isEmpty, swallowing != nil || (words.count == 1 && !globals.isEmpty) {
            complaint = complaint ?? "No command was given"
        }
        self.complaint = complaint
        self.command = command
        self.words = words
        self.rest = Array(rest)
        self.globals = globals
        self.isBelowRunning = isBelowRunning
    }

    /// What to say about the first word after `help` that names nothing, which ArgumentParser would
    /// pass over; then `rest` is that word, `words` and `command` what stands before it.
    private static func unknownTopic(
        _ rest: inout ArraySlice<String>,
        _ words: inout [String],
        _ command: inout any ParsableCommand.Type
    ) -> String? {
        var topic = (words: words, command: command)
        // The help of 'help' is that of the whole tool.
        rest = ["help"] + rest.drop { $0 == "help" }
        for word in rest.dropFirst() where !word.hasPrefix("-") {
            guard let next = topic.command.subcommand(word) else {
                (words, command) = topic
                rest = [word]
                return "Unexpected argument '\(word)'"
            }
            topic = (topic.words + [word], next)
        }
        return nil
    }

    /// The command with its arguments.
    ///
    /// ArgumentParser gives a command's name to the arguments of the one it is gathered by, where
    /// that takes any; so it must not see the name.
    func parsed(by root: any ParsableCommand.Type) throws -> any ParsableCommand {
        if let complaint { throw ValidationError(complaint) }
        return isBelowRunning
            ? try command.parseAsRoot(globals + rest) : try root.parseAsRoot(arguments)
    }

    /// Whether help was asked for about a command of this one, which has no commands.
    var isBehindLeaf: Bool { complaint != nil && command.configuration.allSubcommands.isEmpty }

    /// Whether the command only gathers others.
    var isGroup: Bool { Self.isGroup(command) }

    private static func isGroup(_ command: any ParsableCommand.Type) -> Bool {
        !command.configuration.allSubcommands.isEmpty && !(command is any GathersAndRuns.Type)
    }

    /// For the parser: a group has help and a version, but no use for global options.
    var arguments: [String] { words.dropFirst() + (isGroup ? [] : globals) + rest }

    /// What ArgumentParser has to say about an error of parsing.
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

extension ParsableCommand {
    fileprivate static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.allSubcommands.first { $0._commandName == name }
    }
}

extension CommandConfiguration {
    var allSubcommands: [any ParsableCommand.Type] {
        subcommands + groupedSubcommands.flatMap(\.subcommands)
    }
}

/// A command that gathers others and does work of its own when none of them is called.
protocol GathersAndRuns: ParsableCommand {}
