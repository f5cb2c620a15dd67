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
    @Flag(name: .customShort("r"), help: "Folders with everything in them too.")
    var recursive = false
    @Argument(help: ArgumentHelp("Files in the device.", valueName: "path"))
    var paths: [String]

    func run() throws {
        let paths = try paths.map { try DevicePath($0) }
        // Before anything is removed: what is in the root must not go first.
        guard !paths.contains(.root) || !recursive else {
            throw ToolError(.invalidArgument, "the root folder cannot be removed", path: "/")
        }
        let files = try Session(global).files
        for path in paths {
            if recursive { try files.removeTree(path) } else { try files.remove(path) }
        }
    }
}
