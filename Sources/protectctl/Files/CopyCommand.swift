import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Implements `protectctl cp`.
struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cp",
        abstract: "Copy files and folders; a copy has its source's class.",
        usage: "protectctl cp [<options>] <source> ... <target>",
        discussion: """
            An existing folder takes each source under its own name. With -r owners and times are kept, and \
            links are copied as links, as they are without.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(name: .customShort("r"), help: "Folders, with everything in them.")
    var recursive = false
    @Argument(
        help: ArgumentHelp(
            "Files in the device, then the new path or an existing folder.",
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
        let interruption = try Interruption()
        let files = try Session(global).files
        interruption.onSignal { files.takeAwayUnfinished() }
        for (source, place) in zip(sources, try files.places(of: sources, at: paths[sources.count]))
        {
            if recursive {
                try TreeCopy(files).copy(source, to: place)
            } else {
                try files.copy(source, to: place)
            }
        }
    }
}
