import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Implements `protectctl protect`.
struct ProtectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "protect",
        abstract: "Change the class of files and folders.",
        discussion: """
            A folder's class affects new children only. The key of a file is wrapped anew; adding \
            protection to a 'none' file, or --rekey, makes a new version with a new key.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(name: .customShort("r"), help: "Include everything in folders.")
    var recursive = false
    @Flag(help: "Seal the content under a new key.")
    var rekey = false
    @Argument(help: ArgumentHelp("The new class.", valueName: "class"))
    var protection: Choice<ProtectionClass>
    @Argument(help: ArgumentHelp("Files and folders in the device.", valueName: "path"))
    var paths: [String]

    func run() throws {
        let paths = try paths.map { try DevicePath(typed: $0) }
        let interruption = try Interruption()
        let files = try Session(global).files
        interruption.onSignal { files.takeAwayUnfinished() }
        for path in paths { try protect(path, files) }
    }

    private func protect(_ path: DevicePath, _ files: FileStore) throws {
        try files.setProtection(protection.value, of: path, rekeying: rekey)
        guard recursive, try files.metadata(of: path).kind == .directory else { return }
        for name in try files.names(in: path) {
            let child = try path.appending(name)
            // Links and special files have no class.
            let kind = try files.kind(of: child)
            if kind == .file || kind == .directory { try protect(child, files) }
        }
    }
}
