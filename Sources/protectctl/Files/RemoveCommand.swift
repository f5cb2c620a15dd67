import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Implements `protectctl rm`.
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove files; works in every lock state."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(name: .customShort("r"), help: "Remove folders with everything in them.")
    var recursive = false
    @Argument(help: ArgumentHelp("Files in the device.", valueName: "path"))
    var paths: [String]

    func run() throws {
        let paths = try paths.map { try DevicePath(typed: $0) }
        // Before anything is removed: the root's content must not go first.
        guard !paths.contains(.root) || !recursive else {
            throw ToolError(.invalidArgument, "the root folder cannot be removed", path: "/")
        }
        let files = try Session(global).files
        guard recursive else { return try paths.forEach { try files.remove($0) } }
        let bar = ProgressBar(global.console, total: nil, of: .entries)
        defer { bar.end() }
        for path in paths {
            bar.begin(path.description)
            try files.removeTree(path) { bar.show($0, of: $1) }
        }
    }
}
