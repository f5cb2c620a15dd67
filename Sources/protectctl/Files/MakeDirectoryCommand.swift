import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Implements `protectctl mkdir`.
struct MakeDirectoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mkdir",
        abstract: "Make a folder; its class is what new children take."
    )

    @OptionGroup var global: GlobalOptions
    @Flag(name: .customShort("p"), help: "Make missing parents; a folder that exists is fine.")
    var parents = false
    @Option(name: .customLong("class"), help: "The class for new children.")
    var protection: ProtectionClass?
    @Argument(help: "The folder in the device.")
    var path: String

    func run() throws {
        let path = try DevicePath(path)
        let files = try Session(global).files
        guard parents else { return try files.makeDirectory(path, as: protection) }
        var current = DevicePath.root
        for name in path.components {
            current = try current.appending(name)
            do throws(StoreError) {
                try files.makeDirectory(current, as: protection)
            } catch {
                guard error.code == .alreadyExists,
                    try files.metadata(of: current).kind == .directory
                else { throw error }
            }
        }
    }
}
