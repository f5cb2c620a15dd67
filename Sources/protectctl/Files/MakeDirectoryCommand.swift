import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Implements `protectctl mkdir`.
struct MakeDirectoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mkdir",
        abstract: "Make folders.",
        discussion: "New children take a folder's class."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(name: .customShort("p"), help: "Make missing parents; an existing folder is fine.")
    var parents = false
    @Option(
        name: .customLong("class"),
        help: "The class for new children; by default that of the folder it is in."
    )
    var protection: Choice<ProtectionClass>?
    @Argument(help: ArgumentHelp("Folders in the device.", valueName: "path"))
    var paths: [String]

    func run() throws {
        let paths = try paths.map { try DevicePath(typed: $0) }
        let files = try Session(global).files
        for path in paths { try make(path, files) }
    }

    private func make(_ path: DevicePath, _ files: FileStore) throws {
        let protection = protection?.value
        guard parents else { return try files.makeDirectory(path, as: protection) }
        var current = DevicePath.root
        for name in path.components {
            current = try current.appending(name)
            do {
                try files.makeDirectory(current, as: protection)
            } catch {
                guard error.code == .alreadyExists,
                    try files.metadata(of: current).kind == .directory
                else { throw error }
            }
        }
    }
}
