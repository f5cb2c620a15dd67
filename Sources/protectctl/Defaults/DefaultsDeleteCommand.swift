import ArgumentParser
import Preferences

/// Implements `protectctl defaults delete`.
struct DefaultsDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Remove a key, or a whole domain, even a damaged one.",
        usage: "protectctl defaults delete <domain> [<key>] [<options>]"
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The domain, and a key in it.", valueName: "domain")
    )
    var words: [String]

    func validate() throws {
        guard (1...2).contains(words.count) else {
            throw ValidationError("a domain is needed, and one key at most")
        }
    }

    func run() throws {
        let domain = try DefaultsDomain(words[0])
        let store = try Session(global).defaults(of: domain)
        guard words.count == 2 else {
            guard try store.storedDomains().contains(domain) else {
                throw ToolError(notSet: domain)
            }
            return try store.remove(domain)
        }
        guard try store.values(in: domain)[words[1]] != nil else {
            throw ToolError(notSet: domain, key: words[1])
        }
        try store.set(nil, forKey: words[1], in: domain)
    }
}
