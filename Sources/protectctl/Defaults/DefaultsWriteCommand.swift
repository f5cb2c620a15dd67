import ArgumentParser
import Preferences

/// Implements `protectctl defaults write`.
struct DefaultsWriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Set a key of a domain.",
        usage:
            "protectctl defaults write <domain> <key> [-int|-bool|-string|-float|-date|-data] <value> [<options>]",
        discussion: """
            The type stands before or after the value; without one it is a string, as with macOS's \
            tool. -bool takes true, false, yes, no, 1 and 0; -date a time such as \
            2026-01-31T12:00:00Z; -data bytes as hexadecimal digits.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(exclusivity: .exclusive, help: "The type of the value.") var type: ValueType?
    // A negative number looks like an option.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The domain, the key and its value.", valueName: "domain key value")
    )
    var words: [String]

    func validate() throws {
        guard words.count == 3 else {
            throw ValidationError("a domain, a key and a value are needed")
        }
    }

    func run() throws {
        let domain = try DefaultsDomain(words[0])
        let value = try (type ?? .string).value(of: words[2])
        try Session(global).defaults(of: domain).set(value, forKey: words[1], in: domain)
    }
}
