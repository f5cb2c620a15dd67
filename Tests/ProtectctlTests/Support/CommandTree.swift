import Foundation
import Testing

/// The tool's commands as it tells them itself, for ArgumentParser's own documentation tools.
struct CommandTree: Decodable {
    /// Its name, such as `set`.
    let commandName: String
    private let subcommands: [CommandTree]?
    private let arguments: [Argument]?

    private struct Argument: Decodable {
        let valueName: String?
    }

    private struct Dump: Decodable {
        let command: CommandTree
    }

    /// The commands in it; each command has `help`, which is not a command of ours.
    var commands: [CommandTree] { subcommands?.filter { $0.commandName != "help" } ?? [] }

    /// Whether it does something, and does not only gather others.
    var runs: Bool {
        let own = arguments?.compactMap(\.valueName).filter { $0 != "help" && $0 != "version" }
        return commands.isEmpty || own?.isEmpty == false
    }

    /// What follows its own name to run each of its commands: `""` for itself.
    var calls: [String] {
        (runs ? [""] : [])
            + commands.flatMap { command in
                command.calls.map {
                    $0.isEmpty ? command.commandName : "\(command.commandName) \($0)"
                }
            }
    }

    /// Its words and those of all commands in it, such as `passcode set`; `""` for the tool.
    var paths: [String] {
        [""]
            + commands.flatMap { command in
                command.paths.map {
                    $0.isEmpty ? command.commandName : "\(command.commandName) \($0)"
                }
            }
    }

    /// The names of all commands in it, and its own.
    var names: [String] { [commandName] + commands.flatMap(\.names) }

    /// The built tool's.
    static func ofTool() throws -> CommandTree {
        let dump = try Desk().must("--experimental-dump-help").output
        return try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
    }
}
