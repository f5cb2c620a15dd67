import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Implements `protectctl mv`.
struct MoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv",
        abstract: "Rename or move; works in every lock state.",
        usage: "protectctl mv [<options>] <source> ... <target>",
        discussion: "An existing folder takes each source under its own name. Classes stay."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp(
            "Files and folders in the device, then the new path or an existing folder.",
            valueName: "path"
        )
    )
    var paths: [String]

    func validate() throws {
        guard paths.count > 1 else { throw ValidationError("missing argument '<target>'") }
    }

    func run() throws {
        let paths = try paths.map { try DevicePath(typed: $0) }
        let sources = Array(paths.dropLast())
        let files = try Session(global).files
        for (source, place) in zip(sources, try files.places(of: sources, at: paths[sources.count]))
        {
            try files.rename(source, to: place)
        }
    }
}
